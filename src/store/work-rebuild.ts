/**
 * A table of SQLite that must be made anew, because SQLite cannot change that about it: a new one beside it, the rows
 * copied over, the old one dropped, the new one given its name.
 */
import type {ChangedTable, ColumnChange} from './change.ts'
import {createTable} from './ddl.ts'
import {quoted, quotedList} from './sql-text.ts'
import {sqlValue} from './work-in-place.ts'
import {type Abilities, numberRows, type TableWork, type Work} from './work-item.ts'

export function mustRebuild(change: ChangedTable, {database, altersConstraints}: Abilities): boolean {
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

/** Where a column of the new table gets its values, and what must be done on the old one before. */
interface Source {
  readonly column: string
  readonly value: string
  readonly work: readonly Work[]
}

function sourceOf(change: ColumnChange, table: string, index: number): Source[] {
  if (change.kind === 'removed') return []
  const column = change.to.name
  const beside = `nonet_new_${index}`
  const add: Work = {kind: 'sql', text: `alter table ${quoted(table)} add column ${quoted(beside)} ${change.to.sqlite}`}
  if (change.kind === 'added') {
    if (change.fill.kind === 'numbers') {
      const numbered: Work = {kind: 'sql', text: numberRows(table, beside, change.fill.from)}
      return [{column, value: quoted(beside), work: [add, numbered]}]
    }
    const value = change.to.required && change.fill.kind === 'value' ? change.fill.stored.sqlite : null
    return [{column, value: sqlValue(value, 'sqlite'), work: []}]
  }
  if (change.rewrite === null) return [{column, value: quoted(change.from.name), work: []}]
  const rewrite: Work = {
    kind: 'rewrite',
    table,
    from: {name: change.from.name, type: change.from.sqlite},
    to: {name: beside, type: change.to.sqlite},
    rewrite: change.rewrite,
  }
  return [{column, value: quoted(beside), work: [add, rewrite]}]
}
