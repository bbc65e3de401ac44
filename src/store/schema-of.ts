/** The entities of a document → what it keeps: a pure function; nothing here touches a database. */
import type {Entities, Entity, Field} from '../points/entities/model.ts'
import {engineEntities, position} from '../points/entities/own-fields.ts'
import {allFields} from '../points/entities/scope.ts'
import type {ColumnField} from './column-field.ts'
import {engineTables} from './engine-tables.ts'
import {type IndexWish, indexesOf} from './indexes.ts'
import {columnName, pairsName, partName, tableName} from './names.ts'
import type {Check, EntitySchema, FieldKeeps, FieldSchema, ForeignKey, Schema, Table} from './schema.ts'

/** As far as tables care; the engine's own entities are no more than this. */
type Kept = Pick<Entity, 'name' | 'was' | 'fields' | 'unique' | 'partOf'>

export function schemaOf(entities: Entities, settings: Schema['settings'], wishes: readonly IndexWish[] = []): Schema {
  const all = keptEntities(entities)
  const tables = all.flatMap(entity => {
    const wanted = wishes.filter(wish => wish.entity === entity.name)
    return [entityTable(entity, wanted), ...pairTables(entity)]
  })
  return {format: 1, settings, entities: all.map(entitySchema), tables: [...engineTables, ...tables]}
}

function keptEntities({entities}: Entities): readonly Kept[] {
  const engine = [...engineEntities].map(([name, fields]) => ({name, was: null, fields, unique: [], partOf: null}))
  return [...engine, ...entities.values()]
}

function entitySchema(entity: Kept): EntitySchema {
  const {name, was} = entity
  const table = tableName(name)
  return {name, was, table, fields: allFields(entity).map(field => fieldSchema(table, field))}
}

function fieldSchema(table: string, field: Field): FieldSchema {
  const {name, was, required, type} = field
  return {
    name,
    was,
    required,
    written: type.written,
    default: field.default?.text.text ?? null,
    keeps: keepsOf(table, field),
  }
}

function keepsOf(table: string, {name, type, computed}: Field): FieldKeeps {
  if (computed !== null) return {kind: 'nothing'}
  if (type.keeps.kind === 'column') return {kind: 'column', column: columnName(name)}
  return type.keeps.kind === 'pairs' ? {kind: 'pairs', table: pairsName(table, name)} : {kind: 'nothing'}
}

function columnFields(fields: readonly Field[]): readonly ColumnField[] {
  return fields.flatMap(field => {
    const {keeps} = field.type
    if (field.computed !== null || keeps.kind !== 'column') return []
    const {sqlite, postgres, holds, references, counter} = keeps
    // A number that the engine itself gives is never missing.
    const required = field.required || counter !== null
    return [{field, references, counter, column: {name: columnName(field.name), sqlite, postgres, holds, required}}]
  })
}

function entityTable(entity: Kept, wishes: readonly IndexWish[]): Table {
  const name = tableName(entity.name)
  const kept = columnFields(allFields(entity))
  return {
    name,
    columns: kept.map(({column}) => column),
    key: ['id'],
    foreignKeys: kept.flatMap(each => foreignKeysOf(name, each, entity)),
    checks: kept.flatMap(each => checksOf(name, each)),
    indexes: indexesOf({table: name, kept, unique: entity.unique, wishes: [...wishes, ...partWishes(entity)]}),
    counters: kept.flatMap(({column, counter}) =>
      counter === null ? [] : [{name: partName(name, [column.name], 'counter'), column: column.name, from: counter}],
    ),
  }
}

/** The parts of an owner are read in their order, and a new one asks for the last. */
function partWishes({name, partOf}: Kept): IndexWish[] {
  return partOf === null ? [] : [{entity: name, fields: [partOf.field, position.name, 'id']}]
}

function foreignKeysOf(table: string, {field, column, references}: ColumnField, {partOf}: Kept): ForeignKey[] {
  if (references === null) return []
  const name = partName(table, [column.name], 'reference')
  const whenDeleted = partOf?.field === field.name ? 'delete' : 'refuse'
  return [{name, column: column.name, table: tableName(references), whenDeleted}]
}

function checksOf(table: string, {field, column}: ColumnField): Check[] {
  const condition = {
    sqlite: orEmpty(field.type.check('{column}', 'sqlite')),
    postgres: field.type.check('{column}', 'postgres'),
  }
  if (condition.sqlite === null && condition.postgres === null) return []
  return [{name: partName(table, [column.name], 'check'), column: column.name, condition}]
}

/** A condition on nothing is not false anywhere, but SQLite refuses to add one to a table with empty values. */
const orEmpty = (check: string | null): string | null => (check === null ? null : `{column} is null or (${check})`)

function pairTables(entity: Kept): Table[] {
  const owner = tableName(entity.name)
  return [...entity.fields.values()].flatMap(({name, type, computed}) =>
    computed === null && type.keeps.kind === 'pairs'
      ? [pairTable(pairsName(owner, name), owner, tableName(type.keeps.entity))]
      : [],
  )
}

const idColumn = {sqlite: 'TEXT', postgres: 'uuid', holds: {as: 'id'}, required: true} as const

function pairTable(name: string, owner: string, target: string): Table {
  const reference = (column: string, table: string, whenDeleted: ForeignKey['whenDeleted']): ForeignKey => ({
    name: partName(name, [column], 'reference'),
    column,
    table,
    whenDeleted,
  })
  return {
    name,
    columns: [
      {name: 'owner', ...idColumn},
      {name: 'target', ...idColumn},
    ],
    key: ['owner', 'target'],
    foreignKeys: [reference('owner', owner, 'delete'), reference('target', target, 'refuse')],
    checks: [],
    indexes: [{name: partName(name, ['target'], 'index'), unique: false, columns: [{name: 'target', optional: false}]}],
    counters: [],
  }
}
