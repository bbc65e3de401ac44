/**
 * Splits the conditions of a list: conjunctions into their terms, and negated choices into the remaining values,
 * because an index finds values that are equal, not values that differ.
 */
import {type Core, partsOf, termsOf} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {booleanType} from '../../feel/type.ts'
import {compared, valueCore} from '../base/core-build.ts'
import type {ListRequest} from '../query/list-query.ts'
import {plainKey, type SortKey} from './sort-keys.ts'

export function conjuncts(core: Core): readonly Core[] {
  return termsOf(core).map(positive)
}

/** `active`, `not(active)`, `status != "closed"` and `not(status in (…))`; other conditions are unchanged. */
function positive(core: Core): Core {
  if (isFlag(core)) return compared(core, '=', valueCore(booleanType, true))
  if (core.op === 'not' && isFlag(core.of)) return compared(core.of, '=', valueCore(booleanType, false))
  const excluded = excludedWords(core)
  if (excluded === null || excluded.of.type.kind !== 'choice') return core
  const {of, words} = excluded
  const others = excluded.of.type.words.filter(word => !words.includes(word))
  // Null is a remaining value as well.
  const tests = [...others, null].map(word => ({test: 'equals', with: valueCore(of.type, word)}) as const)
  return {op: 'in', value: of, tests, type: booleanType}
}

const isFlag = (core: Core): boolean => core.op === 'field' && core.of.op === 'this' && core.type.kind === 'boolean'

function excludedWords(core: Core): {readonly of: Core; readonly words: readonly unknown[]} | null {
  if (core.op === 'compare' && core.by === '!=' && core.right.op === 'value' && core.right.value !== null)
    return {of: core.left, words: [core.right.value]}
  if (core.op !== 'not' || core.of.op !== 'in') return null
  const {value, tests} = core.of
  const words = tests.flatMap(test =>
    test.test === 'equals' && test.with.op === 'value' && test.with.value !== null ? [test.with.value] : [],
  )
  return words.length === tests.length ? {of: value, words} : null
}

/** True if the value is the same for every record: the actor, the clock, and expressions of them. */
function isKnown(core: Core): boolean {
  const {op} = core
  if (op === 'this' || op === 'field' || op === 'relation' || op === 'all' || op === 'variable' || op === 'old')
    return false
  return partsOf(core).every(isKnown)
}

/**
 * The conditions that an index scan may begin with, because an index covers the field followed by the order: the
 * screen's filters and its own condition. required-indexes.ts creates these indexes.
 */

/** More values than this are not worth a scan each. */
const mostValues = 8

/** Conditions of which one holds for every record of the list; empty if no index begins with one. */
export function indexConditions(
  {screen, asked, cores}: ListRequest & {cores: readonly Core[]},
  tables: Tables,
): readonly Core[] {
  if (asked.sort.length > 0 || screen.groupBy !== null) return []
  const fields = new Set([
    ...screen.filters.filter(path => path.length === 1).flat(),
    ...fieldsIn(screen.condition?.core ?? null),
    ...fieldsIn(screen.where),
    ...(screen.by ? [screen.by.name] : []),
  ])
  const sets = cores
    .flatMap(conjuncts)
    .map(core => equalities(core, fields, tables))
    .filter(set => set.length > 0)
  // References are more selective than choices, and one value is more selective than two.
  return sets.toSorted((a, b) => Number(isReference(b)) - Number(isReference(a)) || a.length - b.length)[0] ?? []
}

function fieldsIn(where: Core | null): string[] {
  return where === null ? [] : conjuncts(where).flatMap(core => indexedField(core) ?? [])
}

/** The field of the record itself that is compared with values. */
export function indexedField(core: Core): string | null {
  const held = core.op === 'compare' && core.by === '=' ? core.left : core.op === 'in' ? core.value : null
  return held?.op === 'field' && held.of.op === 'this' ? held.field : null
}

function equalities(core: Core, fields: ReadonlySet<string>, tables: Tables): readonly Core[] {
  const field = indexedField(core)
  if (field === null || !fields.has(field)) return []
  if (core.op === 'compare') return plainKey(core.left, tables) && isKnown(core.right) ? [core] : []
  const plain = core.op === 'in' ? plainKey(core.value, tables) : null
  if (core.op !== 'in' || plain === null) return []
  const values = core.tests.flatMap(test => (test.test === 'equals' && isKnown(test.with) ? [test.with] : []))
  const held = plain.required ? values.filter(value => !(value.op === 'value' && value.value === null)) : values
  if (values.length !== core.tests.length || held.length > mostValues) return []
  return held.map(value => compared(core.value, '=', value))
}

/**
 * References of the record that rules compare, as `person = me` and `person.manager = me` do: required-indexes.ts makes
 * an index of each with every choice that people filter by. Without it, each record of a person is read to find those
 * of one state.
 */
export function ruledReferences(rules: readonly Core[]): ReadonlySet<string> {
  const alternatives = rules.flatMap(rule => (rule.op === 'or' ? rule.items : [rule]))
  return new Set(alternatives.flatMap(conjuncts).flatMap(core => ruledReference(core) ?? []))
}

/** The reference of the record itself that is compared, or that the compared path starts with. */
export function ruledReference(core: Core): string | null {
  if (core.op !== 'compare' || core.by !== '=') return null
  let first = core.left
  while (first.op === 'field' && first.of.op !== 'this') first = first.of
  return first.op === 'field' && first.type.kind === 'reference' ? first.field : null
}

/** The bounds of a scan by the first key: conditions on that column. */
export function rangeBounds([first]: readonly SortKey[], cores: readonly Core[]): readonly Core[] {
  if (!first?.plain || first.plain.values) return []
  const isFirst = (core: Core) => core.op === 'field' && core.of.op === 'this' && sameField(core, first.core)
  return cores.flatMap(conjuncts).filter(core => {
    if (core.op === 'compare') return core.by !== '!=' && isFirst(core.left) && isKnown(core.right)
    if (core.op !== 'in' || !isFirst(core.value)) return false
    return core.tests.length === 1 && core.tests[0]?.test === 'range' && partsOf(core).slice(1).every(isKnown)
  })
}

const sameField = (a: Core, b: Core): boolean => a.op === 'field' && b.op === 'field' && a.field === b.field

const isReference = ([first]: readonly Core[]): boolean =>
  first?.op === 'compare' && first.left.type.kind === 'reference'
