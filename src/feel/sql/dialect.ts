/**
 * The few things that SQLite and PostgreSQL write differently. Everything else in this folder is the same text for
 * both; functions that a database lacks have one name, `nonet.add` here and `nonet_add` there.
 */
import {type RawBuilder, sql} from 'kysely'
import type {Form} from './form.ts'

export type Sql = RawBuilder<unknown>

export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** The count of a date, a time or an instant in a column. */
  count(of: 'date' | 'time' | 'instant', value: Sql): Sql
  /** Calls one of our own functions. */
  call(name: string, ...args: readonly Sql[]): Sql
  /** Null-safe equality. */
  same(a: Sql, b: Sql): Sql
  different(a: Sql, b: Sql): Sql
  /** Null-safe equality of which only "true" matters, in words that an index can answer. */
  holdsSame(a: Sql, b: Sql): Sql
  boolean(value: boolean): Sql
  /** A select that the planner takes as it stands, neither written out where it is used nor cut short. */
  fenced(select: Sql): Sql
  /** A bound value as its form has it, typed so that it means the same whatever the driver makes of it. */
  bind(value: string | bigint | boolean | null, form: Form): Sql
  /** The place of a value that the driver is given. */
  placed(given: unknown, form: Form): Sql
  /** The value as it is given to the driver. */
  given(value: string | bigint | boolean | null, form: Form): unknown
  /** Text that is compared by code point. */
  ordered(text: Sql): Sql
  /** A whole number of rows, as our scaled form has it. */
  whole(count: Sql): Sql
  /** Unknown, of a form. */
  unknown(form: Form): Sql
}

/** Parenthesised, and as a balanced tree: databases bound the depth of a statement, not its length. */
export function joined(word: 'and' | 'or', items: readonly Sql[], none: Sql): Sql {
  const [first] = items
  if (first === undefined) return none
  if (items.length === 1) return first
  const middle = items.length >> 1
  const [left, right] = [items.slice(0, middle), items.slice(middle)].map(half => joined(word, half, none))
  return word === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`
}
