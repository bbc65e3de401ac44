/**
 * The plan from one document's schema to the next: the steps as text, and the changes of each table. A pure function of
 * the two schemas; `measure.ts` counts the affected records, `work.ts` performs the changes.
 */

import {ownFields} from '../../points/entities/own-fields.ts'
import {freeName} from '../../points/entities/table-names.ts'
import {
  type Counter,
  type EntitySchema,
  type ForeignKey,
  type Index,
  type Schema,
  schemaTable,
  type Table,
  type TableCheck,
} from '../schema.ts'
import {type ChangedTable, type ColumnChange, isChange, type Match, match, type TableChange} from './change.ts'
import {type EntityChange, entityChange} from './entity-change.ts'
import {
  calledNow,
  countedRecords,
  destructive,
  indexSteps,
  otherSteps,
  type PlanStep,
  safe,
  technical,
} from './steps.ts'
import type {Target} from './target.ts'

/*
 * Unchanged indexes, constraints and counters keep their names, so that a rename costs nothing; new ones get a free
 * name. The rest is dropped or added.
 */

interface Adopting {
  readonly from: Table
  readonly to: Table
  readonly columns: readonly ColumnChange[]
  /** Tables by their earlier names. */
  readonly renamedTables: ReadonlyMap<string, string>
  /** Names of tables, indexes and counters, which must be unique together. */
  readonly used: Set<string>
  /** Tables of the new schema. */
  readonly tableNames: ReadonlySet<string>
}

interface NamedPart {
  readonly name: string
}

interface ReusedParts<T> {
  readonly all: readonly T[]
  readonly dropped: readonly T[]
  readonly added: readonly T[]
}

function reuseNames(adopting: Adopting): ChangedTable {
  const {from, to, columns, renamedTables, used, tableNames} = adopting
  const now = keptNames(columns)
  const constraints = new Set<string>()
  const shared = {used, avoided: tableNames}
  const own = {used: constraints, avoided: new Set<string>()}
  const table = (name: string) => renamedTables.get(name) ?? name
  const indexes = pairUp(from.indexes, to.indexes, {key: index => indexKey(index, now), ...shared})
  const counters = pairUp(from.counters, to.counters, {key: counter => counterKey(counter, now), ...shared})
  const checks = pairUp(from.checks, to.checks, {key: check => checkKey(check, now), ...own})
  const foreignKeys = pairUp(from.foreignKeys, to.foreignKeys, {key: key => foreignKey(key, now, table), ...own})
  const parts = (which: 'dropped' | 'added') => ({
    indexes: indexes[which],
    counters: counters[which],
    checks: checks[which],
    foreignKeys: foreignKeys[which],
  })
  return {
    kind: 'changed',
    from,
    to: {...to, indexes: indexes.all, counters: counters.all, checks: checks.all, foreignKeys: foreignKeys.all},
    columns,
    dropped: parts('dropped'),
    added: parts('added'),
    raised: raisedCounters(from.counters, counters.all),
  }
}

/** Parts of new tables need free names too. */
function nameParts(table: Table, used: Set<string>): Table {
  const free = <T extends NamedPart>(parts: readonly T[]) =>
    parts.map(part => ({...part, name: freeName(part.name, used)}))
  return {...table, indexes: free(table.indexes), counters: free(table.counters)}
}

/** Maps earlier columns to later ones, for columns whose values and type are unchanged. */
type Names = ReadonlyMap<string, string>

function keptNames(columns: readonly ColumnChange[]): Names {
  return new Map(
    columns.flatMap(change =>
      change.kind === 'kept' && change.rewrite === null ? [[change.from.name, change.to.name]] : [],
    ),
  )
}

interface Pairing<T> {
  /** Equal for parts that are the same; null for those that cannot be kept. `earlier` selects the side. */
  key(part: Sided<T>): string | null
  readonly used: Set<string>
  readonly avoided: ReadonlySet<string>
}

interface Sided<T> {
  readonly part: T
  readonly earlier: boolean
}

function pairUp<T extends NamedPart>(
  earlier: readonly T[],
  later: readonly T[],
  {key, used, avoided}: Pairing<T>,
): ReusedParts<T> {
  const names = new Map<string, string>()
  for (const part of earlier) {
    const found = key({part, earlier: true})
    if (found !== null && !avoided.has(part.name)) names.set(found, part.name)
  }
  const kept = later.map(part => names.get(key({part, earlier: false}) ?? '') ?? null)
  for (const name of kept) if (name !== null) used.add(name)
  const all = later.map((part, index) => ({...part, name: kept[index] ?? freeName(part.name, used)}))
  const still = new Set(kept)
  return {
    all,
    added: all.filter((_, index) => kept[index] === null),
    dropped: earlier.filter(({name}) => !still.has(name)),
  }
}

function columnKey(column: string, earlier: boolean, now: Names): string | null {
  return earlier ? (now.get(column) ?? null) : column
}

function indexKey({part, earlier}: Sided<Index>, now: Names): string | null {
  const columns = part.columns.map(({name, optional}) => [columnKey(name, earlier, now), part.unique && optional])
  return columns.some(([name]) => name === null) ? null : JSON.stringify([part.unique, columns])
}

function counterKey({part, earlier}: Sided<Counter>, now: Names): string | null {
  return columnKey(part.column, earlier, now)
}

function checkKey({part, earlier}: Sided<TableCheck>, now: Names): string | null {
  const column = columnKey(part.column, earlier, now)
  return column === null ? null : JSON.stringify([column, part.condition.sqlite, part.condition.postgres])
}

function foreignKey({part, earlier}: Sided<ForeignKey>, now: Names, table: (name: string) => string): string | null {
  const column = columnKey(part.column, earlier, now)
  return column === null ? null : JSON.stringify([column, earlier ? table(part.table) : part.table, part.whenDeleted])
}

function raisedCounters(earlier: readonly Counter[], later: readonly Counter[]): readonly Counter[] {
  return later.filter(({name, from}) => earlier.some(other => other.name === name && other.from < from))
}

export interface Plan {
  readonly from: Schema
  /** The resulting schema, with the actual names of indexes and constraints. */
  readonly to: Schema
  readonly steps: readonly PlanStep[]
  readonly changes: readonly TableChange[]
  /** Keyed by the table's earlier name: the columns that identify a record to people. */
  readonly naming: ReadonlyMap<string, readonly string[]>
}

export function planFrom(earlier: Schema, target: Target): Plan {
  const entities = match(earlier.entities, target.schema.entities)
  const made = entities.flatMap(({from, to}) => (from === null && to && !isEngines({name: to.table}) ? [to] : []))
  const renamedEntities = renames(entities.map(({from, to}) => ({from: from?.name ?? null, to: to?.name ?? null})))
  const changes = entities.map(({from, to}) =>
    from && to ? entityChange({earlier, from, to, renamedEntities, made}, target) : wholeEntity(from, to, made),
  )
  const tables = tableChanges({earlier, target, entities, changes})
  const steps = [
    ...engineSteps(tables),
    ...changes.flatMap(change => change.steps),
    ...tables.flatMap(change => tableSteps(change, nameOf(target.schema, change))),
  ]
  const changed = tables.filter(isChange)
  const told =
    steps.length > 0 || changed.length === 0 ? steps : [technical('The constraints of the tables are written again.')]
  const naming = new Map(
    entities.flatMap(({from, to}) => (from && to ? [[from.table, namingColumns(from, to, target)]] : [])),
  )
  return {from: earlier, to: effective(target.schema, tables), steps: told, changes: changed, naming}
}

/** The fields that name a record and exist already. */
function namingColumns(from: EntitySchema, to: EntitySchema, target: Target): string[] {
  const names = new Set(target.namedBy(to.name))
  return match(from.fields, to.fields).flatMap(({from: earlier, to: later}) =>
    earlier?.keeps.kind === 'column' && later && names.has(later.name) ? [earlier.keeps.column] : [],
  )
}

/** Keyed by the earlier name. */
function renames(matches: readonly Match<string>[]): ReadonlyMap<string, string> {
  return new Map(matches.flatMap(({from, to}) => (from !== null && to !== null ? [[from, to]] : [])))
}

/** An added or removed entity, with its tables of pairs. */
function wholeEntity(from: EntitySchema | null, to: EntitySchema | null, made: readonly EntitySchema[]): EntityChange {
  const tables = (entity: EntitySchema | null) =>
    entity?.fields.flatMap(({keeps}) => (keeps.kind === 'pairs' ? [keeps.table] : [])) ?? []
  return {
    columns: [],
    steps: from ? [removedEntity(from, made)] : to && !isEngines({name: to.table}) ? [safe(`${to.name} is new.`)] : [],
    pairs: [...tables(from).map(from => ({from, to: null})), ...tables(to).map(to => ({from: null, to}))],
  }
}

function removedEntity(entity: EntitySchema, made: readonly EntitySchema[]): PlanStep {
  const {name, table} = entity
  const other = likest(entity, made)
  return destructive(
    `${name} is removed.`,
    {probe: 'rows', table},
    rows => (rows === 0 ? 'It holds no records.' : `${countedRecords(rows, 'record is', 'records are')} lost.`),
    other ? calledNow(other.name, name, 'its records stay') : '',
  )
}

/** The new entity with most of its fields, if it has at least half of them. */
function likest({fields}: EntitySchema, made: readonly EntitySchema[]): EntitySchema | null {
  const own = fields.filter(({name}) => !ownFields.has(name))
  const shared = (other: EntitySchema) =>
    own.filter(({name, written}) => other.fields.some(each => each.name === name && each.written === written)).length
  const [best] = made.toSorted((a, b) => shared(b) - shared(a))
  return best && shared(best) > 0 && shared(best) * 2 >= own.length ? best : null
}

interface TablesBetween {
  readonly earlier: Schema
  readonly target: Target
  readonly entities: readonly Match<EntitySchema>[]
  readonly changes: readonly EntityChange[]
}

interface TableMatch extends Match<string> {
  /** Null if every column is unchanged. */
  readonly columns: readonly ColumnChange[] | null
}

function tableChanges({earlier, target, entities, changes}: TablesBetween): TableChange[] {
  const matches: TableMatch[] = [
    ...engineMatches(earlier, target.schema),
    ...entities.map(({from, to}, index) => ({
      from: from?.table ?? null,
      to: to?.table ?? null,
      columns: changes[index]?.columns ?? [],
    })),
    ...changes.flatMap(({pairs}) => pairs.map(each => ({...each, columns: null}))),
  ]
  const renamedTables = renames(matches)
  const tableNames = new Set(target.schema.tables.map(({name}) => name))
  const used = new Set(tableNames)
  const changed = matches.map(({from, to, columns}): TableChange => {
    if (from === null) return {kind: 'made', to: schemaTable(target.schema, to ?? '')}
    if (to === null) return {kind: 'removed', from: schemaTable(earlier, from)}
    const both = {from: schemaTable(earlier, from), to: schemaTable(target.schema, to)}
    return reuseNames({...both, columns: columns ?? sameColumns(both.from, both.to), renamedTables, used, tableNames})
  })
  // Only now are the kept names known.
  return changed.map(change => (change.kind === 'made' ? {kind: 'made', to: nameParts(change.to, used)} : change))
}

function engineMatches(earlier: Schema, later: Schema): TableMatch[] {
  // Tables of built-in entities are found like those of all entities.
  const ofEntities = new Set([...earlier.entities, ...later.entities].map(({table}) => table))
  const engine = ({tables}: Schema) =>
    tables.filter(table => isEngines(table) && !ofEntities.has(table.name)).map(({name}) => ({name, was: null}))
  return match(engine(earlier), engine(later)).map(({from, to}) => ({
    from: from?.name ?? null,
    to: to?.name ?? null,
    columns: null,
  }))
}

const isEngines = ({name}: Pick<Table, 'name'>): boolean => name.startsWith('nonet_')

/** Tables that no document describes keep their columns; new ones start empty. */
function sameColumns(from: Table, to: Table): ColumnChange[] {
  const named = ({columns}: Table) => columns.map(column => ({...column, was: null}))
  return match(named(from), named(to)).flatMap(({from, to}): ColumnChange[] => {
    if (from && to) return [{kind: 'kept', from, to, rewrite: null}]
    if (to) return [{kind: 'added', to, fill: {kind: 'nothing', why: null}}]
    return from ? [{kind: 'removed', from}] : []
  })
}

function engineSteps(changes: readonly TableChange[]): PlanStep[] {
  const ours = changes.filter(
    change => isEngines(change.kind === 'removed' ? change.from : change.to) && isChange(change),
  )
  if (ours.length === 0) return []
  const made = ours.every(({kind}) => kind === 'made')
  return [technical(made ? 'The engine’s own tables are made.' : 'The engine’s own tables are changed.')]
}

function tableSteps(change: TableChange, entity: string | null): PlanStep[] {
  if (change.kind !== 'changed' || entity === null) return []
  return [...indexSteps(change, entity), ...otherSteps(change, entity)]
}

function nameOf(schema: Schema, change: TableChange): string | null {
  if (change.kind === 'removed') return null
  return schema.entities.find(({table}) => table === change.to.name)?.name ?? null
}

function effective(schema: Schema, changes: readonly TableChange[]): Schema {
  const tables = changes.flatMap(change => (change.kind === 'removed' ? [] : [change.to]))
  return {...schema, tables: schema.tables.map(({name}) => tables.find(table => table.name === name) ?? missing(name))}
}

function missing(name: string): never {
  throw new Error(`No plan leads to the table ${name}.`)
}
