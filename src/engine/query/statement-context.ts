/** What a statement is compiled and run with: the database, the tables, the moment and the actor of one request. */
import type {Tables} from '../../feel/sql/tables.ts'
import type {Binding, SqlContext} from '../../feel/sql/to-sql.ts'
import type {DatabaseName, Db} from '../../store/sql.ts'
import {type Actor, meOf} from '../actor.ts'
import type {RequestTime} from '../request-time.ts'

export interface StatementContext {
  readonly db: Db
  readonly database: DatabaseName
  readonly tables: Tables
  readonly moment: RequestTime
  readonly actor: Actor
}

export function contextOf(
  reading: StatementContext,
  more: {readonly this?: Binding; readonly old?: Binding} = {},
): SqlContext {
  const me = meOf(reading.actor)
  return {
    database: reading.database,
    tables: reading.tables,
    me: {entity: 'User', id: me?.id ?? null},
    now: reading.moment.now,
    zone: reading.moment.zone,
    workingWeek: reading.moment.workingWeek,
    ...more,
  }
}

export function tableOf({tables}: Pick<StatementContext, 'tables'>, entity: string): string {
  const table = tables.get(entity)?.table
  if (table === undefined) throw new Error(`there is no table for ${entity}`)
  return table
}
