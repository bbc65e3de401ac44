/** Comparisons of an expression, as values, as truths and as failures. */
import {sql} from 'kysely'
import type {CompareCore, Comparison, Core} from '../core.ts'
import {sidesOfMe} from '../mentions.ts'
import type {Compiler} from './compiler.ts'
import type {Sql} from './dialect.ts'
import {throughReference, withinYear} from './index-paths.ts'
import {type Asked, relate, unknown} from './relate.ts'
import {condition, isConstant, isNull, once, type Term} from './term.ts'
import {compareWords} from './word-order.ts'

export function compareValue(core: CompareCore, at: Compiler, asked: Asked = 'three-valued'): Term {
  refuseLists(core, at)
  const [left, right] = [at.value(core.left), at.value(core.right)]
  if (core.words !== undefined) return compareWords(core.by, {left, right, words: core.words, asked}, at)
  if (core.by === '=' || core.by === '!=') return equalityValue(core.by, {core, left, right}, {at, asked})
  return relate(core.by, left, right, {dialect: at.dialect, asked})
}

interface Sides {
  readonly core: {readonly left: Core; readonly right: Core}
  readonly left: Term
  readonly right: Term
}

/** Unknown where a side that names `me` is empty; see `sidesOfMe`. */
export function equalityValue(
  by: '=' | '!=',
  {core, left, right}: Sides,
  {at, asked}: {at: Compiler; asked: Asked},
): Term {
  const mine = sidesOfMe(core.left, core.right)
  const how = {dialect: at.dialect, asked}
  if ((mine.left && isNull(left)) || (mine.right && isNull(right))) return unknown(at.dialect)
  const [a, b] = [mine.left && isOpen(left), mine.right && isOpen(right)]
  if (!a && !b) return relate(by, left, right, how)
  // Where only the truth counts, empty on either side is not true.
  if (by === '=' && asked === 'only true')
    return relate('=', a ? {...left, nullable: false} : left, b ? {...right, nullable: false} : right, how)
  const minding = (of: Term, use: (of: Term) => Term): Term =>
    once(of, at, named => {
      const answer = use(named)
      return condition(sql`(case when ${named.sql} is not null then ${answer.sql} end)`, true)
    })
  const related = (x: Term, y: Term) => relate(by, x, y, {dialect: at.dialect, asked: 'three-valued'})
  if (a && b) return minding(left, x => minding(right, y => related(x, y)))
  return a ? minding(left, x => related(x, right)) : minding(right, y => related(left, y))
}

const isOpen = (of: Term): boolean => of.nullable && !isConstant(of)

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
    message: 'Lists cannot be compared as a whole.',
    hint: 'Compare what you need of them: `count(…)`, `list contains(…)` or `every … satisfies`.',
  })
}
