/** The statements that change one table, in place or by rebuilding it. */
import {
  addCheck,
  addForeignKey,
  columnConstraints,
  createTable,
  dropConstraint,
  quoted,
  quotedList,
  sqlLiteral,
} from '../ddl.ts'
import type {Index, Table, TableColumn} from '../schema.ts'
import type {DatabaseName} from '../sql.ts'
import type {ChangedTable, ColumnChange, Fill, Rewrite} from './change.ts'

// Work as data: statements, and values converted by our own types.

export type PlanWork =
  | {readonly kind: 'sql'; readonly text: string}
  /** Converts each value of one column to another column, or in place. */
  | {
      readonly kind: 'rewrite'
      readonly table: string
      readonly from: RewrittenColumn
      readonly to: RewrittenColumn
      readonly rewrite: Rewrite
    }

interface RewrittenColumn {
  readonly name: string
  /** Its SQL type. */
  readonly type: string
}

export interface DatabaseAbilities {
  readonly database: DatabaseName
  /** Whether constraints of a table can be changed without rebuilding it: PostgreSQL, and SQLite since 3.53. */
  readonly altersConstraints: boolean
}

/** The phases of the work on one table; each is completed for all tables before the next begins. */
export interface TableWork {
  /** With its name after the migration. */
  readonly table: Table
  /** Removes constraints that would block changes of the table. */
  readonly release: readonly string[]
  /** Adds the new columns and moves the values. */
  readonly carry: readonly PlanWork[]
  /** Drops the old columns and applies the remaining changes. */
  readonly settle: readonly string[]
  /** References, once every table exists. */
  readonly join: readonly string[]
  readonly indexes: readonly Index[]
}

/** Numbers every row, in the order of creation. */
function numberRows(table: string, column: string, from: number): string {
  const numbers = `select "id" as "key", row_number() over (order by "id") + ${from - 1} as "n" from ${quoted(table)}`
  return `update ${quoted(table)} set ${quoted(column)} = "numbered"."n" from (${numbers}) as "numbered" where "numbered"."key" = ${quoted(table)}."id"`
}

// Orders renames so that no name clashes with one still in use; cycles go through an unused name.

export interface Rename {
  readonly from: string
  readonly to: string
}

/** `existing`: all names before. A blocking name that is not renamed must be moved away first. */
export function inOrder(renames: readonly Rename[], existing: Iterable<string>): Rename[] {
  const used = new Set(existing)
  let waiting = renames.filter(({from, to}) => from !== to)
  const ordered: Rename[] = []
  const take = (rename: Rename): void => {
    ordered.push(rename)
    used.delete(rename.from)
    used.add(rename.to)
  }
  while (waiting.length > 0) {
    const [first] = waiting
    const next = waiting.find(({to}) => !used.has(to))
    if (next) {
      take(next)
      waiting = waiting.filter(each => each !== next)
    } else if (first) {
      const aside = `nonet_aside_${ordered.length}`
      take({from: first.from, to: aside})
      waiting = waiting.map(each => (each === first ? {from: aside, to: each.to} : each))
    }
  }
  return ordered
}

// Changes tables in place: always on PostgreSQL, on SQLite if it can.

export function workInPlace(change: ChangedTable, {database}: DatabaseAbilities): TableWork {
  const {from, to, dropped, added} = change
  const checks = dropped.checks.filter(({condition}) => condition[database] !== null)
  const keys = database === 'postgres' ? dropped.foreignKeys : []
  const columns = putAside(change)
  const made = change.columns.flatMap(each => (each.kind === 'added' ? [each.to.name] : []))
  const inline = database === 'sqlite' ? made : []
  return {
    table: to,
    release: [...keys, ...checks].map(({name}) => dropConstraint(from.name, name)),
    carry: columns.flatMap(each => carry(each, change, database)),
    settle: [
      ...columns.flatMap(({aside}) => (aside === null ? [] : [alter(to.name, `drop column ${quoted(aside)}`)])),
      ...change.columns.flatMap(each => requirement(each, to.name)),
      ...added.checks
        .filter(({column}) => !inline.includes(column))
        .flatMap(check => addCheck(to.name, check, database)),
    ],
    join: added.foreignKeys.flatMap(key => addForeignKey(to.name, key, database)),
    indexes: added.indexes,
  }
}

const alter = (table: string, what: string): string => `alter table ${quoted(table)} ${what}`

/** A change with the name of its old column until it is dropped. */
interface PlacedColumn {
  readonly change: ColumnChange | null
  readonly aside: string | null
  /** Renames of the whole table come first. */
  readonly renames: readonly string[]
}

function putAside({columns, from, to}: ChangedTable): PlacedColumn[] {
  const placed = columns.map((change, index) => {
    const leaves = change.kind === 'removed' || change.kind === 'converted'
    return {change, aside: leaves ? `nonet_old_${index}` : null, renames: []}
  })
  const renames = placed.flatMap(({change, aside}) => {
    if (change.kind === 'added') return []
    return [{from: change.from.name, to: aside ?? (change.kind === 'kept' ? change.to.name : change.from.name)}]
  })
  const texts = inOrder(
    renames,
    from.columns.map(({name}) => name),
  ).map(each => alter(to.name, `rename column ${quoted(each.from)} to ${quoted(each.to)}`))
  return [{change: null, aside: null, renames: texts}, ...placed]
}

function carry(
  {change, aside, renames}: PlacedColumn,
  table: ChangedTable,
  database: DatabaseAbilities['database'],
): PlanWork[] {
  const work: PlanWork[] = renames.map(text => ({kind: 'sql', text}))
  if (change?.kind === 'added') work.push(...addColumn(table, change, database))
  if (change?.kind === 'converted') {
    work.push({kind: 'sql', text: alter(table.to.name, `add column ${quoted(change.to.name)} ${change.to[database]}`)})
    work.push({
      kind: 'rewrite',
      table: table.to.name,
      from: {name: aside ?? change.from.name, type: change.from[database]},
      to: {name: change.to.name, type: change.to[database]},
      rewrite: change.rewrite,
    })
  }
  if (change?.kind === 'kept' && change.rewrite !== null) {
    const column = {name: change.to.name, type: change.to[database]}
    work.push({kind: 'rewrite', table: table.to.name, from: column, to: column, rewrite: change.rewrite})
  }
  return work
}

function addColumn(
  {to}: ChangedTable,
  {to: column, fill}: ColumnChange & {kind: 'added'},
  database: DatabaseAbilities['database'],
): PlanWork[] {
  const value = fill.kind === 'value' ? fill.stored[database] : null
  const constraints = database === 'sqlite' ? columnConstraints(to, column, database) : []
  const filled = isFilled(column, fill) ? [`not null default ${sqlValue(value, database)}`] : []
  const definition = [quoted(column.name), column[database], ...filled, ...constraints].join(' ')
  const texts = [alter(to.name, `add column ${definition}`)]
  // SQLite must keep the default, because existing rows have no other value; nothing relies on it.
  if (filled.length > 0 && database === 'postgres')
    texts.push(alter(to.name, `alter column ${quoted(column.name)} drop default`))
  if (fill.kind === 'numbers') texts.push(numberRows(to.name, column.name, fill.from))
  return texts.map(text => ({kind: 'sql', text}))
}

const isFilled = ({required}: TableColumn, fill: Fill): boolean => required && fill.kind === 'value'

/** SQLite stores booleans as numbers. */
function sqlValue(value: null | boolean | bigint | string, database: DatabaseAbilities['database']): string {
  return typeof value === 'boolean' && database === 'sqlite' ? String(Number(value)) : sqlLiteral(value)
}

function requirement(change: ColumnChange, table: string): string[] {
  if (change.kind === 'removed') return []
  const {to} = change
  const set = (how: string) => [alter(table, `alter column ${quoted(to.name)} ${how} not null`)]
  if (change.kind === 'kept') return change.from.required === to.required ? [] : set(to.required ? 'set' : 'drop')
  return to.required && !(change.kind === 'added' && isFilled(to, change.fill)) ? set('set') : []
}

// Tables that SQLite cannot change in place: create a new table, copy the rows, drop the old one, rename the new one.

export function mustRebuild(change: ChangedTable, {database, altersConstraints}: DatabaseAbilities): boolean {
  if (database === 'postgres') return false
  const {columns, added, dropped} = change
  const fresh = columns.flatMap(each => (each.kind === 'added' ? [each.to.name] : []))
  const isOld = ({column}: {readonly column: string}) => !fresh.includes(column)
  if (columns.some(({kind}) => kind === 'converted' || kind === 'removed')) return true
  if (dropped.foreignKeys.length > 0 || added.foreignKeys.some(isOld)) return true
  if (altersConstraints) return false
  return dropped.checks.length > 0 || added.checks.some(isOld) || columns.some(changesRequirement)
}

function changesRequirement(change: ColumnChange): boolean {
  if (change.kind === 'kept') return change.from.required !== change.to.required
  return change.kind === 'added' && change.to.required && change.fill.kind !== 'value'
}

export function workByRebuilding(change: ChangedTable): TableWork {
  const {to, columns} = change
  const sources = columns.flatMap((each, index) => sourceOf(each, to.name, index))
  const target = `nonet_new_${to.name}`
  const names = sources.map(({column}) => column)
  return {
    table: to,
    release: [],
    carry: sources.flatMap(({work}) => work),
    settle: [
      createTable(to, 'sqlite', target),
      `insert into ${quoted(target)} (${quotedList(names)}) select ${sources.map(({value}) => value).join(', ')} from ${quoted(to.name)}`,
      `drop table ${quoted(to.name)}`,
      `alter table ${quoted(target)} rename to ${quoted(to.name)}`,
    ],
    join: [],
    indexes: to.indexes,
  }
}

/** The source of a new column's values, and the preparation on the old table. */
interface CopiedColumn {
  readonly column: string
  readonly value: string
  readonly work: readonly PlanWork[]
}

function sourceOf(change: ColumnChange, table: string, index: number): CopiedColumn[] {
  if (change.kind === 'removed') return []
  const column = change.to.name
  const beside = `nonet_new_${index}`
  const add: PlanWork = {
    kind: 'sql',
    text: `alter table ${quoted(table)} add column ${quoted(beside)} ${change.to.sqlite}`,
  }
  if (change.kind === 'added') {
    if (change.fill.kind === 'numbers') {
      const numbered: PlanWork = {kind: 'sql', text: numberRows(table, beside, change.fill.from)}
      return [{column, value: quoted(beside), work: [add, numbered]}]
    }
    const value = change.to.required && change.fill.kind === 'value' ? change.fill.stored.sqlite : null
    return [{column, value: sqlValue(value, 'sqlite'), work: []}]
  }
  if (change.rewrite === null) return [{column, value: quoted(change.from.name), work: []}]
  const rewrite: PlanWork = {
    kind: 'rewrite',
    table,
    from: {name: change.from.name, type: change.from.sqlite},
    to: {name: beside, type: change.to.sqlite},
    rewrite: change.rewrite,
  }
  return [{column, value: quoted(beside), work: [add, rewrite]}]
}
