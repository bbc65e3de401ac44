/** Notifications as their recipients read them: only about records they may read now, which the database decides. */
import {sql} from 'kysely'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import {mentioningEntities} from '../../points/entities/values/textual.ts'
import type {Specification} from '../../points/specification.ts'
import type {Effect} from '../../points/states/model.ts'
import {type Db, instantAt, instantIn, limitTo, queryRows} from '../../store/sql.ts'
import {contextOf, tableOf} from '../query/select.ts'
import type {ReadContext} from '../read-context.ts'

export interface Notification {
  readonly id: string
  readonly at: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly by: string | null
  readonly seen: boolean
  /** What the record was called, where it is gone. */
  readonly name: string | null
  /** The sentence for this person, and what the action says; with fields in braces. */
  readonly text: string | null
  readonly says: string | null
}

/** Whether the document ever notifies anyone. */
export function tellsPeople(specification: Specification): boolean {
  const {actions} = specification
  const plainly = [...actions.tells.values()].some(
    each => each.create.length + each.update.length + each.delete.length > 0,
  )
  if (plainly || mentioningEntities(specification.entities).length > 0) return true
  return [...actions.actions.values()].some(byName =>
    [...byName.values()].some(({rows}) => rows.some(({effects}) => effects.some(isNotify))),
  )
}

function isNotify(effect: Effect): boolean {
  return effect.kind === 'for each' ? isNotify(effect.effect) : effect.kind === 'notify'
}

/** For the row `n`: the record is there, and the reader may read it, or it is gone and was told to them by its name. Only of some entities, where others do not matter. */
function readable(reader: ReadContext, only: ReadonlySet<string> | null = null): Sql {
  const context = contextOf(reader, {this: {alias: 'r'}})
  const {actions, tells} = reader.specification.actions
  const entities = [...new Set([...actions.keys(), ...tells.keys(), ...mentioningEntities(reader.entities)])]
  const each = entities
    .filter(entity => only?.has(entity) ?? true)
    .map(entity => {
      const permitted = toPredicate(reader.visibility.records(entity).where, context)
      return sql`(n.entity = ${entity} and exists (select 1 from ${sql.table(tableOf(reader, entity))} as r where r.id = n.record and ${permitted}))`
    })
  return sql`(${sql.join([sql`n.name is not null`, ...each], sql` or `)})`
}

/** Not counted beyond this number. */
const mostCounted = 100

/** What a person's unread notifications are about. Most people on most pages have none: then nothing has to be known about records. */
export async function unreadEntities(db: Db, person: string): Promise<ReadonlySet<string>> {
  const told = await queryRows(db)`
    select distinct entity from nonet_notification where person = ${person} and seen is null`
  return new Set(told.map(([entity]) => String(entity)))
}

/** `entities`: all that they may be about. */
export async function countUnread(reader: ReadContext, person: string, entities: ReadonlySet<string>): Promise<number> {
  const unread = sql`from nonet_notification as n where n.person = ${person} and n.seen is null`
  const {rows} = await sql<{count: unknown}>`select count(*) as count
    from (select 1 ${unread} and ${readable(reader, entities)} ${limitTo(mostCounted)}) as u`.execute(reader.db)
  return Number(rows[0]?.count ?? 0)
}

/** Newest first. */
export async function listNotifications(
  reader: ReadContext,
  person: string,
  {skip, most}: {skip: number; most: number},
): Promise<Notification[]> {
  const {rows} = await sql<Record<string, unknown>>`select n.* from nonet_notification as n
    where n.person = ${person} and ${readable(reader)}
    order by n.at desc, n.id desc ${limitTo(most)} offset ${skip}`.execute(reader.db)
  return rows.map(notificationOf)
}

/** One of a person's own, as long as they may read its record. */
export async function findNotification(reader: ReadContext, person: string, id: string): Promise<Notification | null> {
  const {rows} = await sql<Record<string, unknown>>`select n.* from nonet_notification as n
    where n.id = ${id} and n.person = ${person} and ${readable(reader)}`.execute(reader.db)
  return rows[0] ? notificationOf(rows[0]) : null
}

function notificationOf(row: Record<string, unknown>): Notification {
  return {
    id: String(row['id']),
    at: instantIn(row['at']),
    event: String(row['event']),
    entity: String(row['entity']),
    record: String(row['record']),
    action: String(row['action']),
    by: row['by'] === null ? null : String(row['by']),
    seen: row['seen'] !== null,
    name: textOrNull(row['name']),
    text: textOrNull(row['text']),
    says: textOrNull(row['says']),
  }
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** One of them, or all of a person. */
export async function markSeen(db: Db, person: string, {id, now}: {id: string | null; now: number}): Promise<void> {
  const which = id === null ? sql`` : sql` and id = ${id}`
  await sql`update nonet_notification set seen = ${instantAt(now)}
    where person = ${person} and seen is null${which}`.execute(db)
}

/** Those about some records: a person who opens a record has read what it was about. */
export async function markOpened(
  db: Db,
  person: string,
  {records, now}: {records: readonly string[]; now: number},
): Promise<void> {
  await sql`update nonet_notification set seen = ${instantAt(now)}
    where person = ${person} and seen is null and record in (${sql.join(records)})`.execute(db)
}

export async function hasUnreadAbout(db: Db, person: string, records: readonly string[]): Promise<boolean> {
  const {rows} = await sql`select 1 from nonet_notification
    where person = ${person} and seen is null and record in (${sql.join(records)}) ${limitTo(1)}`.execute(db)
  return rows.length > 0
}

// Mail preferences, stored apart from the person's record, where a grant could show or change them.

export async function wantsMail(db: Db, person: string): Promise<boolean> {
  const {rows} = await sql`select 1 from nonet_quiet where person = ${person}`.execute(db)
  return rows.length === 0
}

export async function setWantsMail(db: Db, person: string, {wants, now}: {wants: boolean; now: number}): Promise<void> {
  if (wants) await sql`delete from nonet_quiet where person = ${person}`.execute(db)
  else
    await sql`insert into nonet_quiet (person, at) values (${person}, ${instantAt(now)})
      on conflict (person) do nothing`.execute(db)
}
