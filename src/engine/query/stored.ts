/** Reads the stored fields of a record as values, for changes and history. */

import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import type {Reference, Value} from '../../feel/value.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {allFields} from '../../points/entities/scope.ts'
import {columnName} from '../../points/entities/table-names.ts'
import {readId} from '../../points/entities/values/id.ts'
import {compared, fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import type {Permitted} from '../permissions/visibility.ts'
import type {ReadContext} from './read-context.ts'
import {bindIds, idPlace} from './select.ts'
import {PlanKind, type Statement, tableOfEntity} from './statement.ts'

interface StoredPlan {
  readonly statement: Statement
  readonly fields: readonly Field[]
  readonly pairs: readonly StoredPairs[]
}

/** Cached with the permission they are read with. */
const storedKind = new PlanKind<StoredPlan>('stored')

export type FieldValues = ReadonlyMap<string, Value>

/** Fields with a column of their own. */
export const columnFields = (entity: Entity): readonly Field[] =>
  allFields(entity).filter(field => field.computed === null && field.type.storage.kind === 'column')

/** Fields that link several records, stored as pairs. */
export const pairFields = (entity: Entity): readonly Field[] =>
  allFields(entity).filter(field => field.type.storage.kind === 'pairs')

export function hasId(entity: string, id: string): Core {
  const type = {kind: 'text'} as const
  return compared(fieldCore(thisCore(entity), entity, {name: 'id', type}), '=', valueCore(type, id))
}

/** Null if the record does not exist, its id is no id, or it is not permitted. Columns are read directly, each by its type. */
export async function readStored(
  reader: ReadContext,
  entity: Entity,
  id: string,
  from: Permitted,
): Promise<FieldValues | null> {
  // Forms send ids as text, which PostgreSQL would refuse to compare.
  if (readId(id) !== id) return null
  const {plan, values: bound} = bindIds(reader, from, {
    kind: storedKind,
    shape: entity.name,
    entity: entity.name,
    ids: [id],
    make(context, write) {
      const fields = columnFields(entity)
      const pairs = pairsOf(reader, entity)
      const values = [...fields.map(({name}) => sql.ref(`r.${columnName(name)}`)), ...pairs.map(({column}) => column)]
      const columns = values.map((value, index) => sql`${value} as ${sql.ref(`c${index}`)}`)
      const statement =
        write(sql`select ${sql.join(columns)} from ${sql.table(tableOfEntity(context, entity.name))} as r
        where r.id = ${idPlace(entity.name, context)} and ${toPredicate(from.where, context)}`)
      return {statement, fields, pairs}
    },
  })
  const [row] = await plan.statement.run(reader, bound)
  if (!row) return null
  const values = new Map<string, Value>(
    plan.fields.map((field, index) => [field.name, valueIn(field, row[index], reader)]),
  )
  for (const [index, {field, entity: target}] of plan.pairs.entries())
    values.set(field.name, linksIn(row[plan.fields.length + index], target))
  return values
}

function valueIn({type}: Field, stored: unknown, {database}: ReadContext): Value {
  return stored === null || stored === undefined ? type.empty : type.fromColumn(stored, database)
}

interface StoredPairs {
  readonly field: Field
  readonly entity: string
  /** The ids as a JSON array, of the record in row `r`. */
  readonly column: Sql
}

function pairsOf({tables, database}: ReadContext, entity: Entity): StoredPairs[] {
  return pairFields(entity).flatMap(field => {
    const kept = tables.get(entity.name)?.fields.get(field.name)
    if (kept?.kind !== 'many') return []
    const target = sql.ref(`l.${kept.target}`)
    const ids =
      database === 'sqlite'
        ? sql`json_group_array(${target} order by ${target})`
        : sql`cast(coalesce(json_agg(${target} order by ${target}), '[]') as text)`
    const column = sql`(select ${ids} from ${sql.table(kept.table)} as l where ${sql.ref(`l.${kept.owner}`)} = r.id)`
    return [{field, entity: kept.entity, column}]
  })
}

function linksIn(stored: unknown, entity: string): Reference[] {
  const ids: unknown = JSON.parse(String(stored ?? '[]'))
  return Array.isArray(ids) ? ids.map(id => ({entity, id: String(id)})) : []
}
