/** Comparisons of a document's expressions: `=`, `<` and kin, of choices by their written order too. */
import {sql} from 'kysely'
import type {CompareCore, Comparison, Core, FieldCore} from '../core.ts'
import type {Value} from '../value.ts'
import type {Compiler} from './compiler.ts'
import type {Sql} from './dialect.ts'
import {scaled} from './form.ts'
import {fieldOfRow, fromTable, idOf} from './records.ts'
import {type Asked, relate, unknown} from './relate.ts'
import {certain, condition, isConstant, isNull, once, type Term, term} from './term.ts'

export function compareValue(core: CompareCore, at: Compiler, asked: Asked = 'three-valued'): Term {
  refuseLists(core, at)
  const [left, right] = [at.value(core.left), at.value(core.right)]
  if (core.words !== undefined) return compareWords(core.by, {left, right, words: core.words}, at)
  return relate(core.by, left, right, {dialect: at.dialect, asked})
}

export function compareHolds(core: CompareCore, at: Compiler): Sql {
  return throughReference(core, at) ?? compareValue(core, at, 'only true').sql
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

/**
 * `person.manager = me`: the people whose manager is me, then the records that name one of them, each found by its
 * index. Only where one side is known and the other a path through references.
 */
function throughReference(core: CompareCore, at: Compiler): Sql | undefined {
  if (core.by === '!=' || core.words !== undefined) return undefined
  const path = pathAndKnown(core, at)
  if (path === undefined) return undefined
  const inner = {entity: path.field.entity, alias: at.alias()}
  const left = fieldOfRow(inner, path.field.field, at)
  const found = relate(path.by, left, at.value(path.known), {dialect: at.dialect, asked: 'only true'})
  const ids = sql`(select ${idOf(inner, at).sql} from ${fromTable(inner, at)} where ${found.sql})`
  return referenceIn(path.field.of, ids, at)
}

function referenceIn(reference: Core, ids: Sql, at: Compiler): Sql {
  if (reference.op !== 'field' || at.rowOf(reference.of) !== undefined) {
    return sql`(${at.value(reference).sql} in ${ids})`
  }
  const inner = {entity: reference.entity, alias: at.alias()}
  const held = fieldOfRow(inner, reference.field, at)
  const found = sql`(select ${idOf(inner, at).sql} from ${fromTable(inner, at)} where ${held.sql} in ${ids})`
  return referenceIn(reference.of, found, at)
}

const mirror: Record<Comparison, Comparison> = {'=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<='}

function pathAndKnown(core: CompareCore, at: Compiler): {field: FieldCore; known: Core; by: Comparison} | undefined {
  if (isPath(core.left, at) && isKnown(core.right, at)) return {field: core.left, known: core.right, by: core.by}
  if (isPath(core.right, at) && isKnown(core.left, at))
    return {field: core.right, known: core.left, by: mirror[core.by]}
  return undefined
}

function isPath(core: Core, at: Compiler): core is FieldCore {
  if (core.op !== 'field' || core.field === 'id' || at.known(core) !== undefined) return false
  return at.rowOf(core.of) === undefined && leadsFromRow(core.of, at)
}

/** Fields all the way from a row of the statement. */
const leadsFromRow = (core: Core, at: Compiler): boolean =>
  core.op === 'field' && (at.rowOf(core.of) !== undefined || leadsFromRow(core.of, at))

/** Null would also find the records whose path leads nowhere, which no row of the other table stands for. */
function isKnown(core: Core, at: Compiler): boolean {
  const known = at.known(core)
  return known !== undefined && known.value !== null
}

/** The written order of a choice's words decides. */
export function compareWords(
  by: Comparison,
  {left, right, words}: {left: Term; right: Term; words: readonly string[]},
  at: Compiler,
): Term {
  if (isNull(left) || isNull(right)) return unknown(at.dialect)
  if (isConstant(left) && isConstant(right)) return certainly(by, left.constant, right.constant, {words, at})
  if (isConstant(left)) return compareWords(mirror[by], {left: right, right: left, words}, at)
  if (isConstant(right)) return amongWords(by, left, {word: right.constant, words}, at)
  return relate(by, position(left, words, at), position(right, words, at), {dialect: at.dialect, asked: 'three-valued'})
}

const orders: Record<Comparison, (a: number, b: number) => boolean> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function certainly(by: Comparison, a: Value, b: Value, {words, at}: {words: readonly string[]; at: Compiler}): Term {
  const [x, y] = [words.indexOf(String(a)), words.indexOf(String(b))]
  return x < 0 || y < 0 ? unknown(at.dialect) : certain(orders[by](x, y), at.dialect)
}

/** Unknown for what is none of the words, as for no word at all. */
function amongWords(by: Comparison, left: Term, than: {word: unknown; words: readonly string[]}, at: Compiler): Term {
  const place = than.words.indexOf(String(than.word))
  const isThere = (index: number): boolean => orders[by](index, place)
  const bound = (words: readonly string[]): Sql => sql.join(words.map(word => at.dialect.bind(word, left.form)))
  const [yes, no] = [true, false].map(there => than.words.filter((_, index) => isThere(index) === there))
  return once(
    left,
    () => at.alias(),
    of => {
      const there = yes?.length ? sql`when ${of.sql} in (${bound(yes)}) then ${at.dialect.boolean(true)}` : sql``
      const elsewhere = no?.length ? sql`when ${of.sql} in (${bound(no)}) then ${at.dialect.boolean(false)}` : sql``
      return condition(sql`(case ${there} ${elsewhere} end)`, true)
    },
  )
}

function position(of: Term, words: readonly string[], at: Compiler): Term {
  const cases = words.map((word, index) => sql`when ${at.dialect.bind(word, of.form)} then ${sql.lit(index)}`)
  return term(sql`(case ${of.sql} ${sql.join(cases, sql` `)} end)`, scaled(0, BigInt(words.length)), true)
}
