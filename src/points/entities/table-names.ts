/** Names of tables and columns, derived from the document's names, and the tables as expressions see them in SQL. */
import {createHash} from 'node:crypto'
import type {EntityTable, FieldTable, Tables} from '../../feel/sql/tables.ts'
import type {Entities, Field} from './model.ts'
import {engineEntities} from './own-fields.ts'
import {allFields} from './scope.ts'

// Names in the database, derived from the document's: readable, different for different names, and never one that a
// database keeps for itself. `PurchaseOrder` is kept in the table `purchase_order`.

/** PostgreSQL cuts names after 63 bytes; ours leave room for what is put behind them. */
const longest = 40

/** Columns that every table of PostgreSQL has already, and other names for the row's number in SQLite. */
const taken = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'oid', 'rowid', '_rowid_'])

/** An entity in small letters is the engine's own. */
export function tableName(entity: string): string {
  if (/^[a-z]+$/.test(entity)) return `nonet_${entity}`
  const plain = /^(?:[A-Z][a-z0-9]*)+$/.test(entity)
  const name = entity.replace(/(?<=.)(?=[A-Z])/g, '_').toLowerCase()
  return plain && name.length <= longest && !/^(nonet|sqlite|pg)_/.test(name) ? name : marked(`t_${name}`, entity)
}

export function columnName(field: string): string {
  const plain = /^[a-z][a-z0-9_]*$/.test(field) && !taken.has(field) && field.length <= longest
  return plain ? field : marked(field, field)
}

/** No table of an entity has two lines in a row. */
export function pairsName(table: string, field: string): string {
  const name = `${table}__${columnName(field)}`
  return name.length <= longest ? name : marked(name, name)
}

/** For indexes, constraints and counters: what it is of, and what it is. */
export function partName(table: string, columns: readonly string[], what: string): string {
  const name = [table, ...columns, what].join('_')
  return Buffer.byteLength(name) <= 60 ? name : marked(name, name)
}

/** Words of ours begin with a letter, so a part that begins with 0 can only be a mark. */
function marked(name: string, whole: string): string {
  const readable = name.replace(/[^a-z0-9_]+/g, '_').slice(0, 30)
  return `${readable}_0${createHash('sha256').update(whole).digest('hex').slice(0, 10)}`
}

/** The first of name, name_2, name_3, … that is free; takes it. */
export function freeName(name: string, used: Set<string>): string {
  let free = name
  for (let count = 2; used.has(free); count++) free = `${name}_${count}`
  used.add(free)
  return free
}

// Tables as expressions see them when they become SQL: which field is in which column of which table.

export function sqlTables({entities}: Entities): Tables {
  const declared = [...entities.values()].map(
    entity => [entity.name, entityTable(entity.name, allFields(entity))] as const,
  )
  const engine = [...engineEntities].map(
    ([name, fields]) => [name, entityTable(name, allFields({fields, partOf: null}))] as const,
  )
  return new Map([...engine, ...declared])
}

function entityTable(entity: string, fields: readonly Field[]): EntityTable {
  const table = tableName(entity)
  const kept = fields.flatMap(field => {
    const described = fieldTable(table, field)
    return described === null ? [] : [[field.name, described] as const]
  })
  return {table, id: 'id', fields: new Map(kept)}
}

/** Null for a computed field that is wrong, which nobody can name. */
function fieldTable(table: string, {name, type, computed, required}: Field): FieldTable | null {
  if (computed !== null) return computed.core === null ? null : {kind: 'computed', core: computed.core}
  const {keeps} = type
  switch (keeps.kind) {
    case 'column':
      return {
        kind: 'column',
        column: columnName(name),
        holds: keeps.holds,
        required: required || keeps.counter !== null,
      }
    case 'pairs':
      return {kind: 'many', entity: keeps.entity, table: pairsName(table, name), owner: 'owner', target: 'target'}
    case 'other side':
      return {kind: 'list', entity: keeps.entity, by: columnName(keeps.by)}
    case 'nothing':
      return null
  }
}
