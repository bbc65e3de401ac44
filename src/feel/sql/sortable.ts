/** A term as the database must sort it: choices by their written order, exact numbers by their size, texts by code point. */
import type {Type} from '../type.ts'
import type {Compiler} from './compiler.ts'
import type {Sql} from './dialect.ts'
import type {Term} from './term.ts'
import {position} from './word-order.ts'

export function sortable(of: Term, type: Type, at: Compiler): Sql {
  if (type.kind === 'choice') return position(of, type.words, at).sql
  if (of.form.as === 'text') return at.dialect.ordered(of.sql)
  // SQLite keeps exact numbers as text, whose order is not theirs.
  if (of.form.as === 'exact' && at.dialect.name === 'sqlite') return at.dialect.call('sort_key', of.sql)
  return of.sql
}
