/** A table that is changed where it stands: PostgreSQL always, SQLite wherever it can. */
import type {ChangedTable, ColumnChange, Fill} from './change.ts'
import {addCheck, addForeignKey, columnConstraints, dropConstraint} from './ddl.ts'
import {inOrder} from './renames.ts'
import type {Column} from './schema.ts'
import {literal, quoted} from './sql-text.ts'
import {type Abilities, numberRows, type TableWork, type Work} from './work-item.ts'

export function workInPlace(change: ChangedTable, {database}: Abilities): TableWork {
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

/** A change with the name its old column has until it is dropped. */
interface Placed {
  readonly change: ColumnChange | null
  readonly aside: string | null
  /** Renames of the whole table stand before everything else. */
  readonly renames: readonly string[]
}

function putAside({columns, from, to}: ChangedTable): Placed[] {
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

function carry({change, aside, renames}: Placed, table: ChangedTable, database: Abilities['database']): Work[] {
  const work: Work[] = renames.map(text => ({kind: 'sql', text}))
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
  database: Abilities['database'],
): Work[] {
  const value = fill.kind === 'value' ? fill.stored[database] : null
  const constraints = database === 'sqlite' ? columnConstraints(to, column, database) : []
  const filled = isFilled(column, fill) ? [`not null default ${sqlValue(value, database)}`] : []
  const definition = [quoted(column.name), column[database], ...filled, ...constraints].join(' ')
  const texts = [alter(to.name, `add column ${definition}`)]
  // SQLite must keep it, because rows that are there get the value from nowhere else; nobody relies on it.
  if (filled.length > 0 && database === 'postgres')
    texts.push(alter(to.name, `alter column ${quoted(column.name)} drop default`))
  if (fill.kind === 'numbers') texts.push(numberRows(to.name, column.name, fill.from))
  return texts.map(text => ({kind: 'sql', text}))
}

const isFilled = ({required}: Column, fill: Fill): boolean => required && fill.kind === 'value'

/** SQLite has no words for yes and no that it keeps. */
export function sqlValue(value: null | boolean | bigint | string, database: Abilities['database']): string {
  return typeof value === 'boolean' && database === 'sqlite' ? String(Number(value)) : literal(value)
}

function requirement(change: ColumnChange, table: string): string[] {
  if (change.kind === 'removed') return []
  const {to} = change
  const set = (how: string) => [alter(table, `alter column ${quoted(to.name)} ${how} not null`)]
  if (change.kind === 'kept') return change.from.required === to.required ? [] : set(to.required ? 'set' : 'drop')
  return to.required && !(change.kind === 'added' && isFilled(to, change.fill)) ? set('set') : []
}
