/**
 * Which indexes lists wish for, so that none of their statements reads a whole table: the order of each screen, each of its
 * filters together with that order, each column that people may sort by, and what permissions ask of records.
 */
import {type Core, partsOf} from '../feel/core.ts'
import {fieldOf} from '../points/entities/lookup.ts'
import type {Entities, Field} from '../points/entities/model.ts'
import type {RequiredIndex} from '../store/document-schema.ts'
import {leadingField} from './list/leads.ts'
import {conjuncts} from './list/positive.ts'
import {type ListScreen, nothingAsked, type Path, type Sorting} from './list/request.ts'
import {sortOf} from './list/sort-keys.ts'
import {type OrderWishes, orderWishes} from './order-wishes.ts'
import type {Searched} from './search/keep.ts'

export interface Wishing {
  readonly entities: Entities
  readonly lists: readonly ListScreen[]
  /** Of permissions, cards and calls. */
  readonly conditions: readonly {readonly entity: string; readonly where: Core}[]
}

export function indexWishes({entities, lists, conditions}: Wishing): RequiredIndex[] {
  const byOthers = orderWishes(entities)
  const wheres = lists.flatMap(screen => conditionsOf(screen).map(where => ({entity: screen.entity, where})))
  const wishes = [
    ...lists.flatMap(screen => [...screenWishes(entities, screen), ...otherWishes(screen, byOthers)]),
    ...[...wheres, ...conditions].flatMap(({where}) => conditionWishes(entities, where)),
    ...conditions.flatMap(({entity, where}) => flagWishes(entity, where)),
  ]
  return [...new Map(wishes.map(wish => [JSON.stringify(wish), wish])).values()]
}

const conditionsOf = ({condition = null, where}: ListScreen): Core[] => [condition, where].filter(each => each !== null)

function screenWishes(entities: Entities, screen: ListScreen): RequiredIndex[] {
  const {entity, columns, filters} = screen
  const order = orderFields(entities, entity, sortOf({screen, asked: nothingAsked}))
  const leads = [
    ...filters.flatMap(path => leadOf(entities, entity, path)),
    ...conditionsOf(screen).flatMap(whereLeads),
  ]
  const sorted = columns.flatMap(path =>
    path.length === 1 ? orderFields(entities, entity, [{path, descending: false}]) : [],
  )
  const ranges = filters.filter(
    path => path.length === 1 && fieldAt(entities, entity, path)?.type.filter.filter === 'range',
  )
  return [
    ...(order.length === 0 ? [] : [{entity, fields: closed(entities, entity, order)}]),
    ...leads.map(field => ({
      entity,
      fields: closed(entities, entity, [field, ...order.filter(each => each !== field)]),
    })),
    ...[...sorted, ...ranges.flat()].map(field => ({entity, fields: closed(entities, entity, [field])})),
    ...filters.flatMap(path => stepWishes(entities, entity, path)),
  ]
}

/** The order of the screen, and every column that people may sort by, where it is that of other records. */
function otherWishes(screen: ListScreen, byOthers: OrderWishes): RequiredIndex[] {
  const sorts = [sortOf({screen, asked: nothingAsked}), ...screen.columns.map(path => [{path, descending: false}])]
  return sorts.flatMap(sort => byOthers(screen.entity, sort))
}

/** With the id at the end, which every order ends with, unless the first field says it all. */
function closed(entities: Entities, entity: string, fields: readonly string[]): readonly string[] {
  const first = fieldAt(entities, entity, fields.slice(0, 1))
  return first && isUnique(first) && first.required ? fields.slice(0, 1) : [...fields, 'id']
}

function isUnique({unique, type}: Field): boolean {
  return unique || (type.keeps.kind === 'column' && type.keeps.counter !== null)
}

/** The columns that an order begins with. */
function orderFields(entities: Entities, entity: string, sort: readonly Sorting[]): string[] {
  const fields: string[] = []
  for (const {path} of sort) {
    const field = path.length === 1 ? fieldAt(entities, entity, path) : null
    const {sort: by} = field?.type.sort ?? {sort: 'none'}
    if (!field || field.computed !== null || (by !== 'value' && by !== 'words')) break
    fields.push(field.name)
  }
  return fields
}

/** What a filter holds equal to something: the field itself, or the reference that the path begins with. */
function leadOf(entities: Entities, entity: string, path: Path): string[] {
  const field = fieldAt(entities, entity, path.slice(0, 1))
  if (!field || field.computed !== null || field.type.keeps.kind !== 'column') return []
  const {filter} = field.type.filter
  return filter === 'choice' || filter === 'yes/no' || filter === 'record' ? [field.name] : []
}

function whereLeads(where: Core): string[] {
  return conjuncts(where).flatMap(core => leadingField(core) ?? [])
}

/** Every step of a path is looked for in the records it comes from. */
function stepWishes(entities: Entities, entity: string, path: Path): RequiredIndex[] {
  const [name = '', ...rest] = path
  const field = fieldAt(entities, entity, [name])
  const target = field?.type.type.kind === 'reference' ? field.type.type.entity : null
  if (rest.length === 0 || target === null) return []
  return [{entity: target, fields: [rest[0] ?? '', 'id']}, ...stepWishes(entities, target, rest)]
}

/** Fields that are held against something. What many records have in common is no way to find a few. */
function conditionWishes(entities: Entities, core: Core): RequiredIndex[] {
  const held = core.op === 'compare' ? [core.left, core.right] : core.op === 'in' ? [core.value] : []
  const found = held.flatMap(each => fieldWishes(entities, each))
  return [...found, ...partsOf(core).flatMap(part => conditionWishes(entities, part))]
}

/** Where nothing but a yes or no decides who sees a record, it is what records are found by. */
function flagWishes(entity: string, where: Core): RequiredIndex[] {
  const branches = where.op === 'or' ? where.items : [where]
  return branches.flatMap(branch => {
    const [core, ...more] = conjuncts(branch)
    const flag = core && more.length === 0 && core.op === 'compare' && core.left.type.kind === 'boolean'
    const field = flag ? leadingField(core) : null
    return field === null ? [] : [{entity, fields: [field, 'id']}]
  })
}

function fieldWishes(entities: Entities, core: Core): RequiredIndex[] {
  if (core.op !== 'field') return []
  const kept = fieldAt(entities, core.entity, [core.field])
  const coarse = core.type.kind === 'choice' || core.type.kind === 'boolean'
  const inner = fieldWishes(entities, core.of)
  return kept && !coarse && core.field !== 'id' ? [{entity: core.entity, fields: [core.field]}, ...inner] : inner
}

function fieldAt({entities}: Entities, entity: string, [name = '']: Path): Field | null {
  const declared = entities.get(entity)
  return declared ? fieldOf(declared, name) : null
}

/** The fields that searches of screens look into, by the entity that has them. */
export function searchedFields(entities: Entities, lists: readonly ListScreen[]): Searched {
  const found = new Map<string, Set<string>>()
  for (const {entity, search} of lists)
    for (const path of search) {
      const last = lastField(entities, entity, path)
      if (!last?.field.type.search || last.field.computed !== null) continue
      found.set(last.entity, (found.get(last.entity) ?? new Set()).add(last.field.name))
    }
  return found
}

function lastField(entities: Entities, entity: string, path: Path): {entity: string; field: Field} | null {
  const field = fieldAt(entities, entity, path)
  if (!field) return null
  const rest = path.slice(1)
  if (rest.length === 0) return {entity, field}
  return field.type.type.kind === 'reference' ? lastField(entities, field.type.type.entity, rest) : null
}
