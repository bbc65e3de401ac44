/** Tables as expressions see them when they become SQL: which field is in which column of which table. */
import type {EntityTable, FieldTable, Tables} from '../feel/sql/tables.ts'
import type {Entities, Field} from '../points/entities/model.ts'
import {engineEntities} from '../points/entities/own-fields.ts'
import {allFields} from '../points/entities/scope.ts'
import {columnName, pairsName, tableName} from './names.ts'

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
