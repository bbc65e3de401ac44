/**
 * From the entities of a document to its schema: tables, columns and indexes. Pure; nothing here accesses a database.
 */
import {isNum} from '../feel/value.ts'
import type {Entities, Entity, Field} from '../points/entities/model.ts'
import {engineEntities, ownFields, position} from '../points/entities/own-fields.ts'
import {allFields} from '../points/entities/scope.ts'
import {columnName, pairsName, partName, tableName} from '../points/entities/table-names.ts'
import {engineTables} from './engine-tables.ts'
import type {
  EntitySchema,
  FieldKeeps,
  FieldSchema,
  ForeignKey,
  Index,
  IndexColumn,
  Schema,
  Table,
  TableCheck,
  TableColumn,
} from './schema.ts'

// A field with its column.

interface ColumnField {
  readonly field: Field
  readonly column: TableColumn
  /** The entity whose id it holds. */
  readonly references: string | null
  /** The start of its automatic numbers. */
  readonly counter: number | null
}

// The indexes of a table: for its unique constraints, its references, and those that screens, permissions and searches
// require.

/**
 * Records of `entity` are searched or ordered by these fields, in this order. Unknown fields and fields without a
 * column are left out.
 */
export interface RequiredIndex {
  readonly entity: string
  readonly fields: readonly string[]
}

interface IndexNeeds {
  readonly table: string
  readonly kept: readonly ColumnField[]
  readonly unique: readonly (readonly string[])[]
  readonly wishes: readonly RequiredIndex[]
}

/** An index row must fit into a fraction of a page; longer texts are not indexed. */
const longestText = 600

function indexesOf(needs: IndexNeeds): readonly Index[] {
  const uniques = uniquesOf(needs)
  const plain = [...wishedColumns(needs), ...referenceColumns(needs)]
  // A unique index with an optional column consists of expressions, which queries cannot use.
  const covered = uniques.map(({columns}) => columns).filter(columns => !columns.some(({optional}) => optional))
  const indexes: Index[] = [...uniques]
  // After all columns of a unique index, an order is complete: `number, id` needs no index beside that of `number`.
  const complete = covered.slice()
  for (const columns of plain.toSorted((a, b) => b.length - a.length)) {
    if (covered.some(other => begins(other, columns)) || complete.some(unique => begins(columns, unique))) continue
    covered.push(columns)
    indexes.push(indexOf(needs.table, columns, false))
  }
  return indexes
}

function uniquesOf({table, kept, unique}: IndexNeeds): Index[] {
  const single = kept.filter(({field}) => field.unique && field.name !== 'id')
  const columns = [...single.map(each => [indexColumn(each)]), ...unique.map(fields => columnsOf(kept, fields))]
  const different = new Map(columns.map(each => [each.map(({name}) => name).join(), each]))
  return [...different.values()].filter(each => each.length > 0).map(each => indexOf(table, each, true))
}

/** Up to the first field that has no column or is too long: the fields before it still help. */
function wishedColumns({kept, wishes}: IndexNeeds): (readonly IndexColumn[])[] {
  return wishes
    .map(({fields}) => {
      const found = fields.map(name => kept.find(({field}) => field.name === name))
      const end = found.findIndex(each => each === undefined || !isIndexable(each))
      return found.slice(0, end === -1 ? found.length : end).flatMap(each => (each ? [indexColumn(each)] : []))
    })
    .filter(columns => columns.length > 0 && columns[0]?.name !== 'id')
}

/** The author and last editor of a record are rarely queried: indexed only if required. */
function referenceColumns({kept}: IndexNeeds): (readonly IndexColumn[])[] {
  const own = kept.filter(({field, references}) => references !== null && !ownFields.has(field.name))
  return own.map(each => [indexColumn(each)])
}

function columnsOf(kept: readonly ColumnField[], fields: readonly string[]): readonly IndexColumn[] {
  const columns = fields.map(name => kept.find(({field}) => field.name === name))
  return columns.every(each => each !== undefined) ? columns.map(indexColumn) : []
}

function isIndexable({field, column}: ColumnField): boolean {
  const {most} = field.type.valueSet
  if (column.holds.as === 'words') return false
  return (
    column.holds.as !== 'text' || field.type.valueSet.words !== null || (isNum(most) && Number(most) <= longestText)
  )
}

const indexColumn = ({column}: ColumnField): IndexColumn => ({name: column.name, optional: !column.required})

function indexOf(table: string, columns: readonly IndexColumn[], unique: boolean): Index {
  const names = columns.map(({name}) => name)
  return {name: partName(table, names, unique ? 'unique' : 'index'), unique, columns}
}

/** Whether `columns` are the first columns of `other`. */
function begins(other: readonly IndexColumn[], columns: readonly IndexColumn[]): boolean {
  return columns.every(({name}, position) => other[position]?.name === name)
}

// The schema.

/** The properties that tables need; built-in entities have only these. */
type StoredEntity = Pick<Entity, 'name' | 'was' | 'fields' | 'unique' | 'partOf'>

export function schemaOf(
  entities: Entities,
  settings: Schema['settings'],
  wishes: readonly RequiredIndex[] = [],
): Schema {
  const all = keptEntities(entities)
  const tables = all.flatMap(entity => {
    const wanted = wishes.filter(wish => wish.entity === entity.name)
    return [entityTable(entity, wanted), ...pairTables(entity)]
  })
  return {format: 1, settings, entities: all.map(entitySchema), tables: [...engineTables, ...tables]}
}

function keptEntities({entities}: Entities): readonly StoredEntity[] {
  const engine = [...engineEntities].map(([name, fields]) => ({name, was: null, fields, unique: [], partOf: null}))
  return [...engine, ...entities.values()]
}

function entitySchema(entity: StoredEntity): EntitySchema {
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
  if (type.storage.kind === 'column') return {kind: 'column', column: columnName(name)}
  return type.storage.kind === 'pairs' ? {kind: 'pairs', table: pairsName(table, name)} : {kind: 'nothing'}
}

function columnFields(fields: readonly Field[]): readonly ColumnField[] {
  return fields.flatMap(field => {
    const {storage} = field.type
    if (field.computed !== null || storage.kind !== 'column') return []
    const {sqlite, postgres, holds, references, counter} = storage
    // A number assigned by the engine is never missing.
    const required = field.required || counter !== null
    return [{field, references, counter, column: {name: columnName(field.name), sqlite, postgres, holds, required}}]
  })
}

function entityTable(entity: StoredEntity, wishes: readonly RequiredIndex[]): Table {
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

/** Line items are read in order by owner, and a new one needs the last position. */
function partWishes({name, partOf}: StoredEntity): RequiredIndex[] {
  return partOf === null ? [] : [{entity: name, fields: [partOf.field, position.name, 'id']}]
}

function foreignKeysOf(table: string, {field, column, references}: ColumnField, {partOf}: StoredEntity): ForeignKey[] {
  if (references === null) return []
  const name = partName(table, [column.name], 'reference')
  const whenDeleted = partOf?.field === field.name ? 'delete' : 'refuse'
  return [{name, column: column.name, table: tableName(references), whenDeleted}]
}

function checksOf(table: string, {field, column}: ColumnField): TableCheck[] {
  const condition = {
    sqlite: orEmpty(field.type.check('{column}', 'sqlite')),
    postgres: field.type.check('{column}', 'postgres'),
  }
  if (condition.sqlite === null && condition.postgres === null) return []
  return [{name: partName(table, [column.name], 'check'), column: column.name, condition}]
}

/** A check on null is never false, but SQLite refuses to add one to a table with nulls. */
const orEmpty = (check: string | null): string | null => (check === null ? null : `{column} is null or (${check})`)

function pairTables(entity: StoredEntity): Table[] {
  const owner = tableName(entity.name)
  return [...entity.fields.values()].flatMap(({name, type, computed}) =>
    computed === null && type.storage.kind === 'pairs'
      ? [pairTable(pairsName(owner, name), owner, tableName(type.storage.entity))]
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
