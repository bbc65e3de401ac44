/** Reads the stored fields of a record as values, for changes and history. */

import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import type {Reference, Value} from '../../feel/value.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {allFields} from '../../points/entities/scope.ts'
import {columnName} from '../../points/entities/table-names.ts'
import {readId} from '../../points/entities/values/id.ts'
import {atOnce} from '../base/at-once.ts'
import {compared, fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import type {Permitted} from '../permissions/visibility.ts'
import type {ReadContext} from './read-context.ts'
import {bindIds, idPlace} from './select.ts'
import {PlanKind, runNamed, type Statement, tableOf} from './statement.ts'

interface StoredPlan {
  readonly statement: Statement
  readonly fields: readonly Field[]
  readonly pairs: readonly Field[]
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
      const columns = fields.map(
        (field, index) => sql`${sql.ref(`r.${columnName(field.name)}`)} as ${sql.ref(`c${index}`)}`,
      )
      const statement = write(sql`select ${sql.join(columns)} from ${sql.table(tableOf(context, entity.name))} as r
        where r.id = ${idPlace(entity.name, context)} and ${toPredicate(from.where, context)}`)
      return {statement, fields, pairs: pairFields(entity)}
    },
  })
  // Asked for together, and used only if the record is permitted.
  const [[row], pairs] = await atOnce([
    plan.statement.run(reader, bound),
    atOnce(plan.pairs.map(field => readPairs(reader, entity, {field, id}))),
  ])
  if (!row) return null
  const values = new Map<string, Value>(
    plan.fields.map((field, index) => [field.name, valueIn(field, row[index], reader)]),
  )
  for (const [index, field] of plan.pairs.entries()) values.set(field.name, pairs[index] ?? [])
  return values
}

function valueIn({type}: Field, stored: unknown, {database}: ReadContext): Value {
  return stored === null || stored === undefined ? type.empty : type.fromColumn(stored, database)
}

async function readPairs(
  reader: ReadContext,
  entity: Entity,
  {field, id}: {field: Field; id: string},
): Promise<Reference[]> {
  const kept = reader.tables.get(entity.name)?.fields.get(field.name)
  if (kept?.kind !== 'many') return []
  const rows = await runNamed(reader, {
    key: `pairs ${kept.table}`,
    values: [id],
    written: ([owner]) =>
      sql`select ${sql.ref(kept.target)} from ${sql.table(kept.table)} where ${sql.ref(kept.owner)} = ${owner} order by ${sql.ref(kept.target)}`,
  })
  return rows.map(([target]) => ({entity: kept.entity, id: String(target)}))
}
