/** In which order the parts of a record stand: each has a `position`, written from the order in its owner's form. */
import {sql} from 'kysely'
import type {Entity} from '../points/entities/model.ts'
import {position} from '../points/entities/own-fields.ts'
import {columnName} from '../store/names.ts'
import type {Ordered} from './change.ts'
import {tableOf} from './select.ts'
import type {WriteContext} from './writing.ts'

export interface Parts {
  readonly entity: Entity
  /** The field that leads to the owner. */
  readonly by: string
  /** The owner's id. */
  readonly owner: string
}

export interface Placed {
  readonly id: string
  readonly version: number
  readonly position: number
}

/** Behind all others: where a new part comes. */
export async function nextPosition(writing: WriteContext, {entity, by, owner}: Parts): Promise<number> {
  const table = sql.table(tableOf(writing, entity.name))
  const {rows} = await sql<{last: unknown}>`select max(${own}) as last from ${table}
    where ${sql.ref(columnName(by))} = ${owner}`.execute(writing.db)
  return Number(rows[0]?.last ?? 0) + 1
}

const own = sql.ref(columnName(position.name))

/** Every part of the owner, also those that the actor does not see: they keep their places. */
export async function placedParts(writing: WriteContext, {entity, by, owner}: Parts): Promise<Placed[]> {
  const table = sql.table(tableOf(writing, entity.name))
  const {rows} = await sql<Record<'id' | 'version' | 'position', unknown>>`
    select id, version, ${own} as position from ${table}
    where ${sql.ref(columnName(by))} = ${owner} order by ${own}, id`.execute(writing.db)
  return rows.map(row => ({id: String(row.id), version: Number(row.version), position: Number(row.position)}))
}

/** Those that get another position, with it. The named ones change places among themselves. */
export function movedParts(there: readonly Placed[], wanted: readonly string[]): Placed[] {
  const known = new Map(there.map(part => [part.id, part]))
  const named = [...new Set(wanted)].flatMap(id => known.get(id) ?? [])
  const moving = new Set(named)
  const inOrder = there.map(part => (moving.has(part) ? (named.shift() ?? part) : part))
  const numbers = positionsOf(there)
  return inOrder.flatMap((part, index) => {
    const place = numbers[index] ?? index + 1
    return part.position === place ? [] : [{...part, position: place}]
  })
}

/** Two parts that were added in the same moment may have the same one, and then all are numbered anew. */
function positionsOf(there: readonly Placed[]): number[] {
  const different = new Set(there.map(part => part.position)).size === there.length
  return there.map((part, index) => (different ? part.position : index + 1))
}

/** New parts are named by their requests; one that was not made stands nowhere. */
export function idsOf(wanted: readonly Ordered[], made: readonly (string | null)[]): string[] {
  return wanted.flatMap(each => (typeof each === 'string' ? each : (made[each] ?? [])))
}
