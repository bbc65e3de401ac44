/** What a query needs to know besides what is asked, and how it tells those who write expressions as SQL. */
import type {Tables} from '../feel/sql/tables.ts'
import type {Binding, SqlContext, Used} from '../feel/sql/to-sql.ts'
import type {DatabaseName, Db} from '../store/database.ts'
import {type Actor, meOf} from './actor.ts'
import {momentary} from './lasting.ts'
import {type Moment, readsDay, unreadNow} from './moment.ts'

export interface Reading {
  readonly db: Db
  readonly database: DatabaseName
  readonly tables: Tables
  readonly moment: Moment
  readonly actor: Actor
}

export function contextOf(reading: Reading, more: {readonly this?: Binding; readonly old?: Binding} = {}): SqlContext {
  const me = meOf(reading.actor)
  return {
    database: reading.database,
    tables: reading.tables,
    me: {entity: 'User', id: me?.id ?? null},
    now: unreadNow(reading.moment),
    zone: reading.moment.zone,
    workingWeek: reading.moment.workingWeek,
    uses: what => notes(reading.moment, what),
    ...more,
  }
}

/** What a statement is worked out of, and with it how long its answer stays true. */
export function notes(moment: Moment, what: Used): void {
  if (what === 'now') momentary()
  else if (what === 'today') readsDay(moment)
}

export function tableOf({tables}: Pick<Reading, 'tables'>, entity: string): string {
  const table = tables.get(entity)?.table
  if (table === undefined) throw new Error(`there is no table for ${entity}`)
  return table
}
