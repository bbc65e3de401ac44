/**
 * The statements of a migration, in an order in which every name exists when it is used and nothing is dropped before
 * its values have been moved.
 */

import {addForeignKey, createCounter, createIndex, createTable, quoted, quotedList} from '../ddl.ts'
import type {Counter, Index, Schema, Table} from '../schema.ts'
import type {DatabaseName} from '../sql.ts'
import type {ChangedTable, TableChange} from './change.ts'
import {
  type DatabaseAbilities,
  inOrder,
  mustRebuild,
  type PlanWork,
  type Rename,
  type TableWork,
  workByRebuilding,
  workInPlace,
} from './table-work.ts'

export function workOf(changes: readonly TableChange[], earlier: Schema, abilities: DatabaseAbilities): PlanWork[] {
  const {database} = abilities
  const changed = changes.filter(change => change.kind === 'changed')
  const made = changes.flatMap(change => (change.kind === 'made' ? [change.to] : []))
  const {renames, removed} = tableRenames(changes, earlier)
  const tables = changed.map(change => workOn(change, abilities))
  const sql = (texts: readonly string[]): PlanWork[] => texts.map(text => ({kind: 'sql', text}))
  return [
    ...sql(changed.flatMap(change => change.dropped.indexes.map(dropIndex))),
    ...sql(changed.flatMap(change => change.dropped.counters.map(counter => dropCounter(counter, database)))),
    ...sql(removedCounters(changes, database)),
    ...sql(tables.flatMap(({release}) => release)),
    ...sql(renames.map(({from, to}) => `alter table ${quoted(from)} rename to ${quoted(to)}`)),
    ...sql(made.map(table => createTable(table, database))),
    ...sql(changed.flatMap(linkWork)),
    ...tables.flatMap(({carry}) => carry),
    ...sql(removed.length > 0 ? dropTables(removed, database) : []),
    ...sql(tables.flatMap(({settle}) => settle)),
    ...sql(made.flatMap(table => table.foreignKeys.flatMap(key => addForeignKey(table.name, key, database)))),
    ...sql(tables.flatMap(({join}) => join)),
    ...sql(newIndexes(changes, tables).map(({table, index}) => createIndex(table, index, database))),
    ...sql(newCounters(changes).flatMap(({table, counter}) => createCounter(table, counter, database))),
    ...sql(changed.flatMap(({raised}) => raised.map(counter => raiseCounter(counter, database)))),
  ]
}

function workOn(change: ChangedTable, abilities: DatabaseAbilities): TableWork {
  return mustRebuild(change, abilities) ? workByRebuilding(change) : workInPlace(change, abilities)
}

/** Removed tables with a name that others need are renamed until they are dropped. */
function tableRenames(changes: readonly TableChange[], earlier: Schema): {renames: Rename[]; removed: string[]} {
  const wanted = new Set(changes.flatMap(change => (change.kind === 'removed' ? [] : [change.to.name])))
  const gone = changes.flatMap(change => (change.kind === 'removed' ? [change.from.name] : []))
  const asides = gone.map((name, index) => ({from: name, to: wanted.has(name) ? `nonet_gone_${index}` : name}))
  const called = changes.flatMap(change =>
    change.kind === 'changed' ? [{from: change.from.name, to: change.to.name}] : [],
  )
  const existing = earlier.tables.map(({name}) => name)
  return {renames: inOrder([...asides, ...called], existing), removed: asides.map(({to}) => to)}
}

/** Moves references to a table of pairs while their column still exists. */
function linkWork({to, columns}: ChangedTable): string[] {
  return columns.flatMap(change => {
    if (change.kind !== 'removed' || change.links === undefined) return []
    const column = quoted(change.from.name)
    return [
      `insert into ${quoted(change.links)} ("owner", "target") select "id", ${column} from ${quoted(to.name)} where ${column} is not null`,
    ]
  })
}

const dropIndex = ({name}: Index): string => `drop index ${quoted(name)}`

function dropTables(names: readonly string[], database: DatabaseName): string[] {
  // In one statement they may refer to each other.
  return database === 'postgres' ? [`drop table ${quotedList(names)}`] : names.map(name => `drop table ${quoted(name)}`)
}

function dropCounter({name}: Counter, database: DatabaseName): string {
  return database === 'postgres'
    ? `drop sequence ${quoted(name)}`
    : `delete from "nonet_counter" where "name" = '${name}'`
}

/** PostgreSQL drops them with their columns. */
function removedCounters(changes: readonly TableChange[], database: DatabaseName): string[] {
  if (database === 'postgres') return []
  return changes.flatMap(change =>
    change.kind === 'removed' ? change.from.counters.map(counter => dropCounter(counter, database)) : [],
  )
}

function raiseCounter({name, from}: Counter, database: DatabaseName): string {
  if (database === 'sqlite') return `update "nonet_counter" set "next" = max("next", ${from}) where "name" = '${name}'`
  return `select setval('${quoted(name)}', ${from}, false) from ${quoted(name)} where last_value < ${from}`
}

interface NewIndex {
  readonly table: string
  readonly index: Index
}

function newIndexes(changes: readonly TableChange[], works: readonly TableWork[]): NewIndex[] {
  const made = changes.flatMap(change => (change.kind === 'made' ? indexesIn(change.to, change.to.indexes) : []))
  return [...made, ...works.flatMap(({table, indexes}) => indexesIn(table, indexes))]
}

const indexesIn = ({name}: Table, indexes: readonly Index[]): NewIndex[] => indexes.map(index => ({table: name, index}))

function newCounters(changes: readonly TableChange[]): {table: string; counter: Counter}[] {
  return changes.flatMap(change => {
    if (change.kind === 'removed') return []
    const counters = change.kind === 'made' ? change.to.counters : change.added.counters
    return counters.map(counter => ({table: change.to.name, counter}))
  })
}
