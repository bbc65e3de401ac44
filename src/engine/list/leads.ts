/**
 * The conditions that a walk through an order may begin with, because there is an index of the field and the order
 * together: what the screen filters by and has in its own condition. See wishes.ts, which asks for these indexes.
 */
import {type Core, partsOf} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {compared} from '../core-build.ts'
import {conjuncts, isKnown} from './positive.ts'
import type {ListRequest} from './request.ts'
import {plainKey, type SortKey} from './sort-keys.ts'

/** More values than this are not worth a walk each. */
const mostValues = 8

/** Conditions of which one holds for every record of the list; none where no index begins so. */
export function leadsOf(
  {screen, asked, cores}: ListRequest & {cores: readonly Core[]},
  tables: Tables,
): readonly Core[] {
  if (asked.sort.length > 0 || screen.groupBy !== null) return []
  const fields = new Set([
    ...screen.filters.filter(path => path.length === 1).flat(),
    ...fieldsIn(screen.condition ?? null),
    ...fieldsIn(screen.where),
    ...(screen.by ? [screen.by.name] : []),
  ])
  const sets = cores
    .flatMap(conjuncts)
    .map(core => equalities(core, fields, tables))
    .filter(set => set.length > 0)
  // A record is rarer than a word, and one word rarer than two.
  return sets.toSorted((a, b) => Number(isReference(b)) - Number(isReference(a)) || a.length - b.length)[0] ?? []
}

function fieldsIn(where: Core | null): string[] {
  return where === null ? [] : conjuncts(where).flatMap(core => leadingField(core) ?? [])
}

/** The field of the record itself that is held against values. */
export function leadingField(core: Core): string | null {
  const held = core.op === 'compare' && core.by === '=' ? core.left : core.op === 'in' ? core.value : null
  return held?.op === 'field' && held.of.op === 'this' ? held.field : null
}

function equalities(core: Core, fields: ReadonlySet<string>, tables: Tables): readonly Core[] {
  const field = leadingField(core)
  if (field === null || !fields.has(field)) return []
  if (core.op === 'compare') return plainKey(core.left, tables) && isKnown(core.right) ? [core] : []
  const plain = core.op === 'in' ? plainKey(core.value, tables) : null
  if (core.op !== 'in' || plain === null) return []
  const values = core.tests.flatMap(test => (test.test === 'equals' && isKnown(test.with) ? [test.with] : []))
  const held = plain.required ? values.filter(value => !(value.op === 'value' && value.value === null)) : values
  if (values.length !== core.tests.length || held.length > mostValues) return []
  return held.map(value => compared(core.value, '=', value))
}

/** Where a walk by the first key may begin and end: what is asked of that very column. */
export function boundsOf([first]: readonly SortKey[], cores: readonly Core[]): readonly Core[] {
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
