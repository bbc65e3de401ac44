/** Notifications for their recipients: only about records they may read now, which the database checks. */
import {sql} from 'kysely'
import type {Json} from '../../feel/core.ts'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import {mentioningEntities} from '../../points/entities/values/textual.ts'
import type {Specification} from '../../points/specification.ts'
import {singleEffects} from '../../points/states/model.ts'
import {type Db, instantAt, instantIn, limitTo, queryRows} from '../../store/sql.ts'
import type {ReadContext} from '../query/read-context.ts'
import {contextOf, tableOf} from '../query/select.ts'

export interface Notification {
  readonly id: string
  readonly at: string
  readonly event: string
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly by: string | null
  readonly seen: boolean
  /** Whether the record waited for the recipient when it was sent. */
  readonly waited: boolean
  /** The name of a deleted record. */
  readonly name: string | null
  /** The sentence for this recipient and the text of the action, with fields in braces. */
  readonly text: string | null
  readonly says: string | null
  /** What the fields held that are said in it; null for one of an earlier version, which says what they hold now. */
  readonly values: Readonly<Record<string, Json>> | null
}

/** Whether the document ever notifies anyone. */
export function tellsPeople(specification: Specification): boolean {
  const {actions} = specification
  const plainly = [...actions.tells.values()].some(
    each => each.create.length + each.update.length + each.delete.length > 0,
  )
  if (plainly || mentioningEntities(specification.entities).length > 0) return true
  return [...actions.actions.values()].some(byName =>
    [...byName.values()].some(({rows}) => rows.some(row => singleEffects(row).some(({kind}) => kind === 'notify'))),
  )
}

/**
 * For the row `n`: the record exists and the reader may read it, or it was deleted and the notification contains its
 * name. Restricted to some entities if given.
 */
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

/** Counting stops here. */
const mostCounted = 100

/** The entities of a person's unread notifications. Most people have none, so no records need to be queried. */
export async function unreadEntities(db: Db, person: string): Promise<ReadonlySet<string>> {
  const told = await queryRows(db)`
    select distinct entity from nonet_notification where person = ${person} and seen is null`
  return new Set(told.map(([entity]) => String(entity)))
}

/** `entities`: the entities they may be about. */
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

/** One of the person's own notifications, if they may still read its record. */
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
    waited: textOrNull(row['waits']) !== null,
    name: textOrNull(row['name']),
    text: textOrNull(row['text']),
    says: textOrNull(row['says']),
    values: valuesIn(row['held']),
  }
}

/** As `notifyPerson` has written them. */
function valuesIn(held: unknown): Notification['values'] {
  return typeof held === 'string' ? (JSON.parse(held) as Readonly<Record<string, Json>>) : null
}

/** For its mail, which has the same id. */
export async function valuesOfNotification(db: Db, id: string): Promise<Notification['values']> {
  const [row] = await queryRows(db)`select held from nonet_notification where id = ${id}`
  return valuesIn(row?.[0])
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** One notification, or all of a person. */
export async function markSeen(db: Db, person: string, {id, now}: {id: string | null; now: number}): Promise<void> {
  const which = id === null ? sql`` : sql` and id = ${id}`
  await sql`update nonet_notification set seen = ${instantAt(now)}
    where person = ${person} and seen is null${which}`.execute(db)
}

/** Notifications about some records: opening a record marks them as read. */
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

// Mail preferences, stored separately from the person's record, where a grant could expose or change them.

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
