/** Names of tables and columns, derived from the document's names, and the tables as expressions see them in SQL. */
import {createHash} from 'node:crypto'
import type {EntityTable, FieldTable, Tables} from '../../feel/sql/tables.ts'
import type {Entities, Field} from './model.ts'
import {engineEntities} from './own-fields.ts'
import {allFields} from './scope.ts'

// Database names derived from document names: readable, unique, and never reserved. `PurchaseOrder` is stored in the
// table `purchase_order`.

/** PostgreSQL truncates names to 63 bytes; this leaves room for suffixes. */
const longest = 40

/** System columns of PostgreSQL, and aliases of SQLite's row id. */
const taken = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid', 'oid', 'rowid', '_rowid_'])

/** An entity in lower case is built in. */
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

/** No table name of an entity contains two underscores in a row. */
export function pairsName(table: string, field: string): string {
  const name = `${table}__${columnName(field)}`
  return name.length <= longest ? name : marked(name, name)
}

/** For indexes, constraints and counters: the owner, and the kind. */
export function partName(table: string, columns: readonly string[], what: string): string {
  const name = [table, ...columns, what].join('_')
  return Buffer.byteLength(name) <= 60 ? name : marked(name, name)
}

/** Names start with a letter, so a part that starts with 0 can only be a hash. */
function marked(name: string, whole: string): string {
  const readable = name.replace(/[^a-z0-9_]+/g, '_').slice(0, 30)
  return `${readable}_0${createHash('sha256').update(whole).digest('hex').slice(0, 10)}`
}

/** Takes the first free name of name, name_2, name_3, … */
export function freeName(name: string, used: Set<string>): string {
  let free = name
  for (let count = 2; used.has(free); count++) free = `${name}_${count}`
  used.add(free)
  return free
}

// The tables for compiling expressions to SQL: which field is in which column of which table.

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

/** Null for a wrong computed field, which no expression can name. */
function fieldTable(table: string, {name, type, computed, required}: Field): FieldTable | null {
  if (computed !== null) return computed.core === null ? null : {kind: 'computed', core: computed.core}
  const {storage} = type
  switch (storage.kind) {
    case 'column':
      return {
        kind: 'column',
        column: columnName(name),
        holds: storage.holds,
        required: required || storage.counter !== null,
      }
    case 'pairs':
      return {kind: 'many', entity: storage.entity, table: pairsName(table, name), owner: 'owner', target: 'target'}
    case 'other side':
      return {kind: 'list', entity: storage.entity, by: columnName(storage.by)}
    case 'nothing':
      return null
  }
}
