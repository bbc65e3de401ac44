/** Since when a record is in its state. Kept when an action moves it; a record that none has moved is in it since it was created. */
import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import type {Sql} from '../../feel/sql/to-sql.ts'
import {columnName} from '../../store/names.ts'
import type {Writing} from '../writing.ts'

export interface Moved {
  readonly entity: string
  readonly id: string
  readonly state: string
}

/** What the system did in the state before may happen again. */
export async function noteState(writing: Writing, {entity, id, state}: Moved): Promise<void> {
  const since = new Date(toMillis(writing.moment.now)).toISOString()
  await sql`insert into nonet_state (entity, record, state, since) values (${entity}, ${id}, ${state}, ${since}) on conflict (entity, record) do update set state = excluded.state, since = excluded.since`.execute(
    writing.db,
  )
  await sql`delete from nonet_acted where entity = ${entity} and record = ${id}`.execute(writing.db)
}

/** For the row `r`. Whoever runs the machine may have set the state by hand: then it holds since the last change. */
export function stateSince(entity: string, field: string): Sql {
  const state = sql.ref(`r.${columnName(field)}`)
  const kept = sql`select case when s.state = ${state} then s.since else r.updated end from nonet_state as s where s.entity = ${entity} and s.record = r.id`
  return sql`coalesce((${kept}), r.created)`
}
