/**
 * The conditions that a walk through an order may begin with, because there is an index of the field and the order
 * together: what the screen filters by and has in its own condition. See wishes.ts, which asks for these indexes.
 */
import type {Core} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {compared} from '../core-build.ts'
import type {ListRequest} from './request.ts'
import {plainKey} from './sort-keys.ts'

/** More values than this are not worth a walk each. */
const mostValues = 8

/** Conditions of which one holds for every record of the list; none where no index begins so. */
export function leadsOf(
  {screen, asked, cores}: ListRequest & {cores: readonly Core[]},
  tables: Tables,
): readonly Core[] {
  if (asked.sort.length > 0 || screen.groupBy !== null) return []
  const fields = new Set([...screen.filters.filter(path => path.length === 1).flat(), ...fieldsIn(screen.where)])
  const sets = cores
    .flatMap(conjuncts)
    .map(core => equalities(core, fields, tables))
    .filter(set => set.length > 0)
  // A record is rarer than a word, and one word rarer than two.
  return sets.toSorted((a, b) => Number(isReference(b)) - Number(isReference(a)) || a.length - b.length)[0] ?? []
}

function conjuncts(core: Core): readonly Core[] {
  return core.op === 'and' ? core.items.flatMap(conjuncts) : [core]
}

function fieldsIn(where: Core | null): string[] {
  return where === null ? [] : conjuncts(where).flatMap(core => leadingField(core) ?? [])
}

/** The field of the record itself that is held against known values. */
export function leadingField(core: Core): string | null {
  const held = core.op === 'compare' && core.by === '=' ? core.left : core.op === 'in' ? core.value : null
  return held?.op === 'field' && held.of.op === 'this' ? held.field : null
}

function equalities(core: Core, fields: ReadonlySet<string>, tables: Tables): readonly Core[] {
  const field = leadingField(core)
  if (field === null || !fields.has(field)) return []
  if (core.op === 'compare') return plainKey(core.left, tables) && isKnown(core.right) ? [core] : []
  if (core.op !== 'in' || core.tests.length > mostValues || !plainKey(core.value, tables)) return []
  const values = core.tests.flatMap(test => (test.test === 'equals' && isKnown(test.with) ? [test.with] : []))
  return values.length === core.tests.length ? values.map(value => compared(core.value, '=', value)) : []
}

const isKnown = (core: Core): boolean => (core.op === 'value' && core.value !== null) || core.op === 'me'

const isReference = ([first]: readonly Core[]): boolean =>
  first?.op === 'compare' && first.left.type.kind === 'reference'
