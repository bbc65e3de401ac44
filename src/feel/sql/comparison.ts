/** Comparisons of an expression, as values, as truths and as failures. */
import {sql} from 'kysely'
import type {CompareCore, Comparison} from '../core.ts'
import type {Compiler} from './compiler.ts'
import type {Sql} from './dialect.ts'
import {throughReference, withinYear} from './index-paths.ts'
import {type Asked, relate} from './relate.ts'
import type {Term} from './term.ts'
import {compareWords} from './word-order.ts'

export function compareValue(core: CompareCore, at: Compiler, asked: Asked = 'three-valued'): Term {
  refuseLists(core, at)
  const [left, right] = [at.value(core.left), at.value(core.right)]
  if (core.words !== undefined) return compareWords(core.by, {left, right, words: core.words, asked}, at)
  return relate(core.by, left, right, {dialect: at.dialect, asked})
}

export function compareHolds(core: CompareCore, at: Compiler): Sql {
  const led = at.context.atHand ? undefined : throughReference(core, at)
  return led ?? withinYear(core, at) ?? compareValue(core, at, 'only true').sql
}

const opposite: Partial<Record<Comparison, Comparison>> = {'=': '!=', '!=': '='}

/** Equality is never unknown, so its failure is the other equality; order may be unknown. */
export function compareFails(core: CompareCore, at: Compiler): Sql {
  const by = opposite[core.by]
  return by === undefined ? sql`(not ${compareValue(core, at).sql})` : compareHolds({...core, by}, at)
}

function refuseLists(core: CompareCore, at: Compiler): void {
  if (core.left.type.kind !== 'list' && core.right.type.kind !== 'list') return
  at.refuse({
    code: 'N091',
    message: 'Whole lists are compared here, which the database cannot do.',
    hint: 'Compare what you need of them: count(…), list contains(…) or every … satisfies.',
  })
}
