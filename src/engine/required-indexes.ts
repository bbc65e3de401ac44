/**
 * The indexes and search fields that a document requires, so that no statement of a list reads a whole table: the
 * order of each screen, its filters, its sortable columns, and the conditions of permissions.
 */

import {type Core, partsOf} from '../feel/core.ts'
import type {Call} from '../points/calls/model.ts'
import {fieldOf, readableField} from '../points/entities/lookup.ts'
import type {Entities, Field} from '../points/entities/model.ts'
import {sqlTables} from '../points/entities/table-names.ts'
import {audiences, type RoleGrant, type Roles} from '../points/roles/model.ts'
import type {For} from '../points/screens/model.ts'
import type {Specification} from '../points/specification.ts'
import type {RequiredIndex} from '../store/document-schema.ts'
import {operator} from './base/actor.ts'
import type {ServerKind} from './kind.ts'
import {conjuncts, indexedField, ruledReferences} from './lists/index-conditions.ts'
import {innerKeys, referenceOrder} from './lists/reference-order.ts'
import {acrossLists} from './lists/search-across.ts'
import type {Searched} from './lists/search-index.ts'
import {type SortKey, sortKeys, sortOf} from './lists/sort-keys.ts'
import {grantsBy, noGrants} from './permissions/grants.ts'
import {Permissions} from './permissions/visibility.ts'
import {emptyQuery, type ListDefinition, type Path, type Sorting} from './query/list-query.ts'

// Orders by fields of referenced records: the other record's own fields, each reference along the path, and the rest of
// the order.

type OrderIndexes = (entity: string, sort: readonly Sorting[]) => RequiredIndex[]

/** Uses the operator's keys, who sees everything; people who see less sort by a subset of them. */
function orderIndexes(entities: Entities): OrderIndexes {
  const tables = sqlTables(entities)
  const visibility = new Permissions(entities, grantsBy(noGrants)).of(operator)
  return (entity, sort) => {
    const other = referenceOrder(sortKeys(visibility, tables, {entity, sort}), tables)
    const [first, ...more] = other?.route ?? []
    if (other === null || first === undefined) return []
    return [
      {entity: other.entity, fields: fieldsOf(other.outer)},
      ...more.map(step => ({entity: step.entity, fields: [step.reference.field, 'id']})),
      {entity, fields: [first.reference.field, ...fieldsOf(innerKeys(other))]},
    ].filter(({fields}) => fields[0] !== 'id')
  }
}

/** Columns that an index can cover, ending with the id. */
function fieldsOf(keys: readonly SortKey[]): readonly string[] {
  const end = keys.findIndex(({plain, core}) => plain === null || isId(core))
  const some = end === -1 ? keys : keys.slice(0, end)
  return [...some.flatMap(({core}) => (core.op === 'field' ? [core.field] : [])), 'id']
}

const isId = (core: SortKey['core']): boolean => core.op === 'field' && core.field === 'id'

// Lists and permissions.

interface IndexSources {
  readonly entities: Entities
  /** With the conditions under which their readers see records. */
  readonly lists: readonly (ListDefinition & {readonly rules?: readonly Core[]})[]
  /** Conditions of permissions, cards and calls. */
  readonly conditions: readonly {readonly entity: string; readonly where: Core}[]
}

export function requiredIndexes({entities, lists, conditions}: IndexSources): RequiredIndex[] {
  const byOthers = orderIndexes(entities)
  const wheres = lists.flatMap(screen => conditionsOf(screen).map(where => ({entity: screen.entity, where})))
  const wishes = [
    ...lists.flatMap(screen => [...screenIndexes(entities, screen), ...referenceOrderIndexes(screen, byOthers)]),
    ...withoutPrefixes(lists.flatMap(list => ruleIndexes(entities, list, list.rules ?? []))),
    ...[...wheres, ...conditions].flatMap(({where}) => conditionIndexes(entities, where)),
    ...conditions.flatMap(({entity, where}) => flagIndexes(entity, where)),
  ]
  return [...new Map(wishes.map(wish => [JSON.stringify(wish), wish])).values()]
}

const conditionsOf = ({condition, where}: ListDefinition): Core[] =>
  [condition?.core ?? null, where].filter(each => each !== null)

function screenIndexes(entities: Entities, screen: ListDefinition): RequiredIndex[] {
  const {entity, columns, filters} = screen
  const order = orderFields(entities, entity, sortOf({screen, asked: emptyQuery}))
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
    ...filters.flatMap(path => stepIndexes(entities, entity, path)),
  ]
}

/** The order of the screen and every sortable column, if they use fields of other records. */
function referenceOrderIndexes(screen: ListDefinition, byOthers: OrderIndexes): RequiredIndex[] {
  const sorts = [sortOf({screen, asked: emptyQuery}), ...screen.columns.map(path => [{path, descending: false}])]
  return sorts.flatMap(sort => byOthers(screen.entity, sort))
}

/** Whether an index has its order, or narrows it: otherwise all records are read and sorted for each page. */
export function isReadByIndex(entities: Entities, list: ListDefinition): boolean {
  const sort = sortOf({screen: list, asked: emptyQuery})
  if (list.sort.length === 0 || list.filters.length > 0 || conditionsOf(list).some(each => whereLeads(each).length > 0))
    return true
  return orderFields(entities, list.entity, sort).length > 0 || orderIndexes(entities)(list.entity, sort).length > 0
}

/** Ends with the id, as every order does, unless the first field is unique. */
function closed(entities: Entities, entity: string, fields: readonly string[]): readonly string[] {
  const first = fieldAt(entities, entity, fields.slice(0, 1))
  return first?.unique && first.required ? fields.slice(0, 1) : [...fields, 'id']
}

/** The columns that an order starts with. */
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

/** The field a filter compares: the field itself, or the reference that the path starts with. */
function leadOf(entities: Entities, entity: string, path: Path): string[] {
  const field = fieldAt(entities, entity, path.slice(0, 1))
  if (!field || field.computed !== null || field.type.storage.kind !== 'column') return []
  const {filter} = field.type.filter
  return filter === 'choice' || filter === 'yes/no' || filter === 'record' ? [field.name] : []
}

function whereLeads(where: Core): string[] {
  return conjuncts(where).flatMap(core => indexedField(core) ?? [])
}

/**
 * A rule such as `person = me` together with a filter by a choice: without an index of both, each of a person's records
 * is read to count those of one state.
 */
function ruleIndexes(entities: Entities, list: ListDefinition, rules: readonly Core[]): RequiredIndex[] {
  const {entity} = list
  const owners = ruledReferences([...rules, ...conditionsOf(list)])
  const choices = list.filters.filter(path => path.length === 1 && isCoarse(fieldAt(entities, entity, path))).flat()
  const order = orderFields(entities, entity, sortOf({screen: list, asked: emptyQuery}))
  return [...owners].flatMap(owner =>
    choices.map(choice => {
      const lead = [owner, choice]
      return {entity, fields: closed(entities, entity, [...lead, ...order.filter(each => !lead.includes(each))])}
    }),
  )
}

/** One that ends with the id right after its leads is needed only where no list has an order after them. */
function withoutPrefixes(indexes: readonly RequiredIndex[]): RequiredIndex[] {
  const begins = (one: RequiredIndex, other: RequiredIndex) =>
    one.entity === other.entity &&
    one.fields.length < other.fields.length &&
    one.fields.slice(0, -1).every((field, at) => other.fields[at] === field)
  return indexes.filter(each => !indexes.some(other => begins(each, other)))
}

function isCoarse(field: Field | null): boolean {
  const {filter} = field?.type.filter ?? {filter: 'none'}
  return field?.computed === null && (filter === 'choice' || filter === 'yes/no')
}

/** Every step of a path needs an index in the referring entity. */
function stepIndexes(entities: Entities, entity: string, path: Path): RequiredIndex[] {
  const [name = '', ...rest] = path
  const field = fieldAt(entities, entity, [name])
  const target = field?.type.type.kind === 'reference' ? field.type.type.entity : null
  if (rest.length === 0 || target === null) return []
  return [{entity: target, fields: [rest[0] ?? '', 'id']}, ...stepIndexes(entities, target, rest)]
}

/** Fields that are compared with a value. Unselective fields are left out. */
function conditionIndexes(entities: Entities, core: Core): RequiredIndex[] {
  const held = core.op === 'compare' ? [core.left, core.right] : core.op === 'in' ? [core.value] : []
  const found = held.flatMap(each => fieldIndexes(entities, each))
  return [...found, ...partsOf(core).flatMap(part => conditionIndexes(entities, part))]
}

/** If only a boolean decides who sees a record, it needs an index. */
function flagIndexes(entity: string, where: Core): RequiredIndex[] {
  const branches = where.op === 'or' ? where.items : [where]
  return branches.flatMap(branch => {
    const [core, ...more] = conjuncts(branch)
    const flag = core && more.length === 0 && core.op === 'compare' && core.left.type.kind === 'boolean'
    const field = flag ? indexedField(core) : null
    return field === null ? [] : [{entity, fields: [field, 'id']}]
  })
}

function fieldIndexes(entities: Entities, core: Core): RequiredIndex[] {
  if (core.op !== 'field') return []
  const kept = fieldAt(entities, core.entity, [core.field])
  const coarse = core.type.kind === 'choice' || core.type.kind === 'boolean'
  const inner = fieldIndexes(entities, core.of)
  return kept && !coarse && core.field !== 'id' ? [{entity: core.entity, fields: [core.field]}, ...inner] : inner
}

function fieldAt({entities}: Entities, entity: string, [name = '']: Path): Field | null {
  const declared = entities.get(entity)
  const field = declared ? readableField(declared, name) : null
  // A span is sorted by its first date.
  return declared && field?.span ? fieldOf(declared, field.span.from) : field
}

/** The fields that searches of screens read, by entity. */
export function searchedFields(entities: Entities, lists: readonly ListDefinition[]): Searched {
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

// A whole document.

/** What a kind says about the lists of its screens. */
export type ListingKind = Pick<ServerKind, 'name' | 'lists'>

interface ListOfAudience {
  readonly list: ListDefinition
  /** Who may read it. */
  readonly whom: For
}

/** All lists of a document: their searches and sort orders determine the indexes and the search index. */
function listsOf(specification: Specification, kinds: readonly ListingKind[]): ListOfAudience[] {
  const listsBy = new Map(kinds.map(({name, lists}) => [name, lists]))
  const shown = specification.screens.screens.flatMap(screen =>
    (listsBy.get(screen.kind.name)?.(screen, specification) ?? []).map(list => ({list, whom: screen.for})),
  )
  const called = specification.calls.calls.flatMap(call => callList(call).map(list => ({list, whom: call.for})))
  return [...shown, ...called]
}

/** The conditions under which these people read records of the entity. */
function rulesFor({grants}: Roles, whom: For, entity: string): Core[] {
  const concerns = ({role}: RoleGrant) => whom.kind !== 'roles' || whom.roles.includes(role) || isAudience(role)
  return grants
    .filter(grant => grant.entity === entity && grant.acts.has('read') && concerns(grant))
    .flatMap(({where}) => where?.core ?? [])
}

const isAudience = (role: string): boolean => audiences.some(audience => audience === role)

/** The list of a call. The fields in its path need the same indexes as filters. */
function callList({operation, where, keys, list}: Call): ListDefinition[] {
  if (operation.kind !== 'list') return []
  const led = keys.map(({path, through}) => (through ? [through.field] : path))
  return [
    {
      entity: operation.entity,
      condition: where,
      where: null,
      columns: [],
      sort: list.sort,
      filters: [...list.filters, ...led],
      search: list.search,
      groupBy: null,
      size: list.size,
    },
  ]
}

export function documentIndexes(specification: Specification, kinds: readonly ListingKind[]): RequiredIndex[] {
  const {entities, roles, screens} = specification
  const conditions = roles.grants.flatMap(({entity, where}) => (where?.core ? [{entity, where: where.core}] : []))
  const counted = screens.screens.flatMap(({shows, menuCount}) =>
    'entity' in shows && menuCount?.where ? [{entity: shows.entity, where: menuCount.where.core}] : [],
  )
  const lists = listsOf(specification, kinds)
  return requiredIndexes({
    entities,
    lists: lists.map(({list, whom}) => ({...list, rules: rulesFor(roles, whom, list.entity)})),
    conditions: [...conditions, ...counted],
  })
}

export function documentSearchFields(specification: Specification, kinds: readonly ListingKind[]): Searched {
  const across = acrossLists({entities: specification.entities, screens: specification.screens.screens})
  const lists = listsOf(specification, kinds).map(({list}) => list)
  return searchedFields(specification.entities, [...lists, ...across])
}
