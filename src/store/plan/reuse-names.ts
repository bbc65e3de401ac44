/**
 * Indexes, constraints and counters that are still the same keep the name they have, so that a rename costs nothing;
 * new ones get a free name. What is left over is dropped or added.
 */

import {freeName} from '../../points/entities/table-names.ts'
import type {Counter, ForeignKey, Index, Table, TableCheck} from '../schema.ts'
import type {ChangedTable, ColumnChange} from './change.ts'

export interface Adopting {
  readonly from: Table
  readonly to: Table
  readonly columns: readonly ColumnChange[]
  /** Tables by their earlier names. */
  readonly renamedTables: ReadonlyMap<string, string>
  /** Names of tables, indexes and counters, which may not meet. */
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

export function reuseNames(adopting: Adopting): ChangedTable {
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

/** New parts of new tables need free names too. */
export function nameParts(table: Table, used: Set<string>): Table {
  const free = <T extends NamedPart>(parts: readonly T[]) =>
    parts.map(part => ({...part, name: freeName(part.name, used)}))
  return {...table, indexes: free(table.indexes), counters: free(table.counters)}
}

/** Earlier column → later column, for columns whose values and type stay. */
type Names = ReadonlyMap<string, string>

function keptNames(columns: readonly ColumnChange[]): Names {
  return new Map(
    columns.flatMap(change =>
      change.kind === 'kept' && change.rewrite === null ? [[change.from.name, change.to.name]] : [],
    ),
  )
}

interface Pairing<T> {
  /** Equal for parts that are the same; null for those that cannot be kept. `earlier` names the side. */
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
