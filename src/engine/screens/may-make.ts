/** Whether somebody may make a record with these values, or change one so, asked before it is: for what a page offers. The gate asks again. */
import {sql} from 'kysely'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import {yes} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import type {Act} from '../grants.ts'
import {defaultValue} from '../judge.ts'
import {contextOf} from '../select.ts'
import type {Values} from '../stored.ts'

/** Which fields may be filled in; null where it may not be at all. */
export async function mayMake(
  reader: Reader,
  entity: Entity,
  record: () => Promise<Values>,
  {act = 'create', id}: {readonly act?: Act; readonly id?: string} = {},
): Promise<((field: string) => boolean) | null> {
  const grants = reader.grants(reader.actor, act, entity.name)
  if (grants.length === 0) return null
  if (grants.some(({where, fields}) => where === null && fields === null)) return () => true
  const context = contextOf(reader, {this: {entity: entity.name, id: id ?? reader.newId(), fields: await record()}})
  const columns = grants.map(
    ({where}, index) =>
      sql`case when ${toPredicate(where ?? yes, context)} then 1 else 0 end as ${sql.ref(`c${index}`)}`,
  )
  const {rows} = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(reader.db)
  const holding = grants.filter((_, index) => Number(rows[0]?.[`c${index}`] ?? 0) === 1)
  if (holding.length === 0) return null
  return field => holding.some(grant => grant.fields === null || grant.fields.has(field))
}

/** A new record as it would be stored: what is given, and defaults for the rest. */
export async function wouldBe(reader: Reader, entity: Entity, given: ReadonlyMap<string, Value>): Promise<Values> {
  const kept = [...entity.fields.values()].filter(
    ({computed, type}) => computed === null && type.keeps.kind === 'column',
  )
  const values = new Map<string, Value>()
  for (const field of kept) values.set(field.name, given.get(field.name) ?? (await defaultValue(reader, field)))
  return values
}
