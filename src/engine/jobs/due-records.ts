/** Records for which the system has something to do: found by the conditions of a row, inside the database. */
import {sql} from 'kysely'
import {DateTime, toMillis} from '../../feel/calendar.ts'
import type {Core} from '../../feel/core.ts'
import {evaluate} from '../../feel/index.ts'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import {dateTimeType, daysType, monthsType} from '../../feel/type.ts'
import {DaysDuration} from '../../feel/value.ts'
import type {Action, Transition} from '../../points/states/model.ts'
import {instantAt, limitTo} from '../../store/sql.ts'
import {valueCore} from '../core-build.ts'
import {contextOf, tableOf} from '../query/select.ts'
import {entityOf, type ReadContext} from '../read-context.ts'
import type {RequestTime} from '../request-time.ts'
import {fromCore, stateFieldOf, whenCore} from '../write/actions/conditions.ts'
import {stateSince} from '../write/actions/state-time.ts'
import type {WriteContext} from '../write/context.ts'
import {mayBeTried} from './setbacks.ts'

/** One row of a system action. */
export interface Duty {
  readonly action: Action
  readonly row: Transition
}

export async function dueRecords(
  reader: ReadContext,
  duty: Duty,
  {past, most}: {past: string | null; most: number},
): Promise<string[]> {
  const further = past === null ? sql`` : sql` and r.id > ${past}`
  const {rows} = await sql<{
    id: unknown
  }>`select r.id as id from ${sql.table(tableOf(reader, duty.action.entity))} as r where ${applies(reader, duty)} and ${notYet(reader, duty)} and ${mayBeTried({entity: duty.action.entity, action: duty.action.name}, toMillis(reader.moment.now))}${further} order by r.id ${limitTo(most)}`.execute(
    reader.db,
  )
  return rows.map(row => String(row.id))
}

export async function isDue(writing: ReadContext, duty: Duty, id: string): Promise<boolean> {
  const {rows} =
    await sql`select 1 from ${sql.table(tableOf(writing, duty.action.entity))} as r where r.id = ${id} and ${applies(writing, duty)} and ${notYet(writing, duty)}`.execute(
      writing.db,
    )
  return rows.length > 0
}

/** Done once, or once in each period of `every`: where its condition still holds afterwards, that is remembered for as long as it holds. */
export async function rememberDone(writing: WriteContext, duty: Duty, id: string): Promise<void> {
  if (!(await isDue(writing, duty, id))) return
  const {entity, name} = duty.action
  const at = instantAt(toMillis(writing.moment.now))
  await sql`insert into nonet_acted (entity, record, action, at) values (${entity}, ${id}, ${name}, ${at}) on conflict (entity, record, action) do update set at = excluded.at`.execute(
    writing.db,
  )
}

/** What is remembered although no row of the action applies any more, so that it can be done again. */
export async function outdated(reader: ReadContext, duties: readonly Duty[]): Promise<string[]> {
  const [first] = duties
  if (!first) return []
  const {entity, name} = first.action
  const still = sql.join(
    duties.map(duty => applies(reader, duty)),
    sql` or `,
  )
  const {rows} = await sql<{
    record: unknown
  }>`select a.record as record from nonet_acted as a where a.entity = ${entity} and a.action = ${name} and not exists (select 1 from ${sql.table(tableOf(reader, entity))} as r where r.id = a.record and (${still})) limit 1000`.execute(
    reader.db,
  )
  return rows.map(row => String(row.record))
}

/** Setbacks of records to which no row of the action applies any more. */
export async function settledSetbacks(reader: ReadContext, duties: readonly Duty[]): Promise<string[]> {
  const [first] = duties
  if (!first) return []
  const {entity, name} = first.action
  const still = sql.join(
    duties.map(duty => sql`(${applies(reader, duty)} and ${notYet(reader, duty)})`),
    sql` or `,
  )
  const {rows} = await sql<{
    record: unknown
  }>`select s.record as record from nonet_setback as s where s.entity = ${entity} and s.action = ${name} and s.record <> '' and not exists (select 1 from ${sql.table(tableOf(reader, entity))} as r where cast(r.id as text) = s.record and (${still})) limit 1000`.execute(
    reader.db,
  )
  return rows.map(row => String(row.record))
}

export async function forget(writing: WriteContext, {entity, name}: Action, ids: readonly string[]): Promise<void> {
  await sql`delete from nonet_acted where entity = ${entity} and action = ${name} and record in (${sql.join(ids)})`.execute(
    writing.db,
  )
}

/** From, When and After, for the row `r`. */
function applies(reader: ReadContext, {action, row}: Duty): Sql {
  const entity = entityOf(reader, action.entity)
  const context = contextOf(reader, {this: {alias: 'r'}})
  const conditions = [fromCore(row, entity), whenCore(row)].map(core => toPredicate(core, context))
  const field = stateFieldOf(entity)
  if (row.after !== null && field !== null) {
    const latest = before(reader.moment, row.after)
    conditions.push(
      latest === null ? sql`1 = 0` : sql`${stateSince(entity.name, field.name)} <= ${instantAt(toMillis(latest))}`,
    )
  }
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Not done yet, or so long ago that it is repeated. */
function notYet({moment}: ReadContext, {action, row}: Duty): Sql {
  const latest = row.every === null ? null : before(moment, row.every)
  const recent = latest === null ? sql`` : sql` and a.at > ${instantAt(toMillis(latest))}`
  return sql`not exists (select 1 from nonet_acted as a where a.entity = ${action.entity} and a.record = r.id and a.action = ${action.name}${recent})`
}

/** Databases know no instants before the first year. */
const beginning = Date.parse('0001-01-01T00:00:00Z')

/** Months are counted on the calendar of the application's own clocks. Null before all times: nothing has waited that long. */
function before({now, zone, workingWeek}: RequestTime, span: NonNullable<Transition['after']>): DateTime | null {
  const right = valueCore(span instanceof DaysDuration ? daysType : monthsType, span)
  const core: Core = {op: 'arithmetic', by: '-', left: valueCore(dateTimeType, now), right, type: dateTimeType}
  const world = {all: () => [], field: () => null}
  const found = evaluate(core, {world, this: null, me: null, old: null, inputs: new Map(), now, zone, workingWeek})
  return found instanceof DateTime && toMillis(found) >= beginning ? found : null
}
