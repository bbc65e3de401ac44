/**
 * Rows of system actions: which records they apply to, and performing them. A job sweeps all records
 * (`jobs/system-actions.ts`); what becomes due by a change itself is performed here, in the same transaction, so that
 * people see the result at once (decision 088).
 */

import {sql} from 'kysely'
import {DateTime, toMillis} from '../../feel/calendar.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import {evaluate} from '../../feel/index.ts'
import {type Sql, toPredicate} from '../../feel/sql/to-sql.ts'
import {dateTimeType, daysType, monthsType} from '../../feel/type.ts'
import {DaysDuration, isReference, type Value} from '../../feel/value.ts'
import {entityReferredTo, stateFieldOf} from '../../points/entities/lookup.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {columnName} from '../../points/entities/table-names.ts'
import type {Specification} from '../../points/specification.ts'
import type {Action, Transition} from '../../points/states/model.ts'
import {instantAt, limitTo} from '../../store/sql.ts'
import {isTriedAgain} from '../../store/store-error.ts'
import {forgetPerformed, notePerformed} from '../actions/performed-actions.ts'
import {mayBeTried} from '../actions/setbacks.ts'
import {valueCore} from '../base/core-build.ts'
import type {RequestTime} from '../base/request-time.ts'
import {holdsOn} from '../query/hypothetical-record.ts'
import {entityOf, type ReadContext} from '../query/read-context.ts'
import {contextOf, tableOf} from '../query/select.ts'
import {readStored} from '../query/stored.ts'
import {fromCore, whenCore} from '../records/action-conditions.ts'
import {type ActionRequest, type ChangedRecord, ChangeRejected} from '../transaction/change.ts'
import type {WriteContext} from '../transaction/context.ts'
import type {ChangeJournal} from '../transaction/journal.ts'
import {
  mostFollowed,
  type WatchedEntity,
  type WrittenByEntity,
  type WrittenRecords,
  type WrittenValues,
} from '../transaction/written-records.ts'
import {stateSince} from './perform.ts'
import {writeAll} from './write.ts'

/** One row of a system action. */
export interface SystemRow {
  readonly action: Action
  readonly row: Transition
}

export interface SystemRule extends SystemRow {
  /** The references of the record that the condition follows, as in `series.stopped_at`, by the entity that they refer to. */
  readonly through: ReadonlyMap<string, readonly string[]>
  /** The references to such records from those that the condition reads in lists, as in `sum(payments.amount)`, by their entity. */
  readonly back: ReadonlyMap<string, readonly string[]>
}

export function dutiesOf(specification: Specification): SystemRule[] {
  return [...specification.actions.actions.values()].flatMap(actions =>
    [...actions.values()].flatMap(action =>
      action.rows
        .filter(row => row.who.some(({kind}) => kind === 'system'))
        .map(row => ({action, row, ...referencesIn(row, action.entity, specification)})),
    ),
  )
}

/** What these rows need of the records that a change has written; those who invite people ask which ones are new. */
export function watchedBy(duties: readonly SystemRule[]): ReadonlyMap<string, WatchedEntity> {
  const concerned = duties.flatMap(({action, through, back}) => [action.entity, ...through.keys(), ...back.keys()])
  return new Map(
    [userEntity, ...concerned].map(entity => [
      entity,
      {
        isReferred: entity === userEntity || duties.some(({through}) => through.has(entity)),
        references: new Set(duties.flatMap(({back}) => back.get(entity) ?? [])),
      },
    ]),
  )
}

/** Also through computed fields of the record, such as a share that depends on `person.left_on`. */
function referencesIn(
  {when}: Transition,
  own: string,
  {entities: {entities}}: Specification,
): Pick<SystemRule, 'through' | 'back'> {
  const found = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const listed = new Set<string>()
  const visit = (core: Core) => {
    if (core.op === 'field' && core.of.op === 'field' && core.of.of.op === 'this')
      found.set(core.entity, (found.get(core.entity) ?? new Set()).add(core.of.field))
    if (core.op === 'field' && core.of.op === 'this' && !seen.has(core.field)) {
      seen.add(core.field)
      const computed = entities.get(core.entity)?.fields.get(core.field)?.computed?.core
      if (computed) visit(computed)
    }
    if (core.op === 'all') listed.add(core.entity)
    if (core.op === 'relation' && core.type.kind === 'list' && core.type.of.kind === 'reference')
      listed.add(core.type.of.entity)
    for (const part of partsOf(core)) visit(part)
  }
  if (when?.core) visit(when.core)
  const back = [...listed].map(entity => {
    const fields = [...(entities.get(entity)?.fields.values() ?? [])]
    return [
      entity,
      fields.filter(field => entityReferredTo(field) === own && !field.computed).map(({name}) => name),
    ] as const
  })
  return {
    through: new Map([...found].map(([entity, fields]) => [entity, [...fields]])),
    back: new Map(back.filter(([, fields]) => fields.length > 0)),
  }
}

export async function isDue(reader: ReadContext, duty: SystemRow, id: string): Promise<boolean> {
  const {rows} =
    await sql`select 1 from ${sql.table(tableOf(reader, duty.action.entity))} as r where r.id = ${id} and ${applies(reader, duty)} and ${notYet(reader, duty)}`.execute(
      reader.db,
    )
  return rows.length > 0
}

/**
 * Performed once, or once per period of `every`: if its condition still holds afterwards, that is stored for as long as
 * it holds.
 */
async function rememberDone(writing: WriteContext, duty: SystemRow, id: string): Promise<void> {
  const {entity, name: action} = duty.action
  if (await isDue(writing, duty, id)) await notePerformed(writing, {entity, id, action})
}

/** From, When and After, for the row `r`. */
export function applies(reader: ReadContext, {action, row}: SystemRow): Sql {
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

/** Not done yet, or long enough ago to be repeated. */
export function notYet({moment}: ReadContext, {action, row}: SystemRow): Sql {
  const latest = row.every === null ? null : before(moment, row.every)
  const recent = latest === null ? sql`` : sql` and a.at > ${instantAt(toMillis(latest))}`
  return sql`not exists (select 1 from nonet_acted as a where a.entity = ${action.entity} and a.record = r.id and a.action = ${action.name}${recent})`
}

/** Databases support no times before the year 1. */
const beginning = Date.parse('0001-01-01T00:00:00Z')

/** Months are counted in the application's time zone. Null if it is before the supported range. */
function before({now, zone, workingWeek}: RequestTime, span: NonNullable<Transition['after']>): DateTime | null {
  const right = valueCore(span instanceof DaysDuration ? daysType : monthsType, span)
  const core: Core = {op: 'arithmetic', by: '-', left: valueCore(dateTimeType, now), right, type: dateTimeType}
  const world = {all: () => [], field: () => null}
  const found = evaluate(core, {world, this: null, me: null, old: null, inputs: new Map(), now, zone, workingWeek})
  return found instanceof DateTime && toMillis(found) >= beginning ? found : null
}

/** Performs it once, also where its condition still holds afterwards. */
export async function performDuty(
  writing: WriteContext,
  duty: SystemRule,
  id: string,
): Promise<readonly ChangedRecord[]> {
  const records = await writeAll(writing, [requestOf(duty, id)])
  await rememberDone(writing, duty, id)
  return records
}

function requestOf({action, row}: SystemRule, id: string): ActionRequest {
  return {kind: 'action', entity: action.entity, id, action: action.name, inputs: new Map(), row}
}

/** Rows whose When reads `old` follow a change, and are performed with it alone. */
export const followsChange = ({row}: SystemRow): boolean => row.when?.readsOld === true

/* What a change makes due. */

/** How often what these records cause is followed. The job does what is left. */
const rounds = 3

export interface DueByChange {
  /** Rows without `After`. */
  readonly duties: readonly SystemRule[]
  readonly written: WrittenRecords
  /** Of the change. */
  readonly journal: ChangeJournal
  /** A context of the engine itself in the transaction of the change. */
  readonly asSystem: (journal: ChangeJournal) => WriteContext
  /** Reports an unexpected error. */
  readonly failed: (cause: unknown) => void
  /** How often the transaction has been attempted. */
  readonly attempt: number
}

/** Returns the records that were acted on, as they are now. */
export async function performDue(request: DueByChange): Promise<readonly ChangedRecord[]> {
  const {duties, written, journal, asSystem} = request
  const acted: ChangedRecord[] = []
  const followed = new Set<string>()
  let recent = written
  const forget = ({byEntity}: WrittenRecords) => forgetEnded({duties, written: byEntity, context: asSystem(journal)})
  await forget(written)
  for (let round = 0; round < rounds && recent.areFollowed; round++) {
    const next = written.next()
    // What an action does may make those after it due, or no longer.
    let found: DueRecords | null = await dueAmong(asSystem(journal), duties, recent.byEntity)
    for (const duty of duties) {
      const follows = followsChange(duty)
      const due = follows
        ? await followedBy(asSystem(journal), duty, recent.byEntity)
        : ((found ?? (await dueAmong(asSystem(journal), [duty], recent.byEntity))).get(duty) ?? [])
      for (const id of due) {
        // A row follows the same record once with each change.
        const key = `${duty.row.file}:${duty.row.line} ${id}`
        if (follows && followed.has(key)) continue
        followed.add(key)
        if (acted.length >= mostFollowed) return acted
        found = null
        const nested = journal.nested()
        const context = {...asSystem(nested), written: next}
        const old = recent.byEntity.get(duty.action.entity)?.get(id)?.before
        // What follows a change belongs to it: if it is refused, so is the change.
        const records =
          follows && old
            ? await writeAll(context, [{...requestOf(duty, id), old}])
            : await inSavepoint(context, request, () => performDuty(context, duty, id))
        if (records.length > 0) journal.join(nested)
        acted.push(...records)
      }
    }
    await forget(next)
    recent = next
  }
  return acted
}

export interface EndedByChange {
  readonly duties: readonly SystemRule[]
  readonly written: WrittenByEntity
  readonly context: WriteContext
}

/** As many ids as one statement takes. */
const idsAtOnce = 500

/**
 * What the system did once is due again when its condition becomes true again, however soon: a change after which no
 * row of the action applies any more ends the time for which it is remembered. The job finds what other records and
 * time end.
 */
export async function forgetEnded({duties, written, context}: EndedByChange): Promise<void> {
  const remembered = duties.filter(
    duty => !followsChange(duty) && !leavesItsState(duty) && duty.action.rows.every(({after}) => after === null),
  )
  const asked = [...Map.groupBy(remembered, duty => duty.action)].flatMap(([{entity, name: action}, rows]) => {
    const table = sql.table(tableOf(context, entity))
    return rows
      .flatMap(duty => placesOf(duty, changedOnly(written, entity)))
      .map(place => ({
        entity,
        action,
        rows,
        acted: sql`select a.record from nonet_acted as a where a.entity = ${entity} and a.action = ${action}
          and a.record in (select r.id from ${table} as r where ${place})`,
      }))
  })
  for (let start = 0; start < asked.length; start += questionsAtOnce)
    await forgetAmong(context, asked.slice(start, start + questionsAtOnce))
}

interface EndedQuestion {
  readonly entity: string
  readonly action: string
  readonly rows: readonly SystemRule[]
  /** The records among those written on which the system has acted. */
  readonly acted: Sql
}

async function forgetAmong(context: WriteContext, asked: readonly EndedQuestion[]): Promise<void> {
  const exists = asked.map(({acted}, at) => sql`select ${sql.lit(at)} as n where exists (${acted})`)
  // Most changes concern no record that the system has acted on: then no condition is written out.
  const found = await sql<{n: unknown}>`${sql.join(exists, sql` union all `)}`.execute(context.db)
  for (const {n} of found.rows) {
    const question = asked[Number(n)]
    if (!question) continue
    const {entity, action, rows, acted} = question
    const still = sql.join(
      rows.map(duty => applies(context, duty)),
      sql` or `,
    )
    const table = sql.table(tableOf(context, entity))
    const ended = await sql<{record: unknown}>`${acted}
      and not exists (select 1 from ${table} as r where r.id = a.record and (${still}))`.execute(context.db)
    for (const {record} of ended.rows) await forgetPerformed(context, {entity, id: String(record)}, [action])
  }
}

/** About records that a change has written, in one statement. */
const questionsAtOnce = 20

/** It never applies right after it was performed. */
const leavesItsState = ({row: {from, to}}: SystemRule): boolean => from !== null && to !== null && !from.includes(to)

/** The system has not acted yet on a record that is new. */
function changedOnly(written: WrittenByEntity, entity: string): WrittenByEntity {
  const own = written.get(entity)
  return own ? new Map([...written, [entity, new Map([...own].filter(([, {before}]) => before !== null))]]) : written
}

/** Conditions for the row `r`: the written records, those that refer to one, and those to which one refers or referred. */
function placesOf({action: {entity}, through, back}: SystemRule, written: WrittenByEntity): Sql[] {
  const among = (column: string, ids: readonly string[]): Sql[] => {
    const places: Sql[] = []
    for (let start = 0; start < ids.length; start += idsAtOnce)
      places.push(sql`${sql.ref(`r.${column}`)} in (${sql.join(ids.slice(start, start + idsAtOnce))})`)
    return places
  }
  const referred = [...back].flatMap(([other, fields]) =>
    [...(written.get(other)?.values() ?? [])].flatMap(({before, after}) =>
      [before, after].flatMap(values => fields.flatMap(name => idIn(values?.get(name) ?? null))),
    ),
  )
  const own = [...(written.get(entity)?.keys() ?? [])]
  return [
    ...among('id', [...new Set([...own, ...referred])]),
    ...[...through].flatMap(([other, fields]) =>
      fields.flatMap(name => among(columnName(name), [...(written.get(other)?.keys() ?? [])])),
    ),
  ]
}

const idIn = (value: Value): string[] => (value !== null && isReference(value) ? [value.id] : [])

/** Of the changed records, those for which the condition holds on the change; an earlier row may have acted since. */
async function followedBy(reader: ReadContext, duty: SystemRule, written: WrittenByEntity): Promise<string[]> {
  const entity = entityOf(reader, duty.action.entity)
  const {when} = duty.row
  const found: string[] = []
  if (!when?.core) return found
  for (const [id, {before}] of written.get(entity.name) ?? []) {
    const record = before && (await readStored(reader, entity, id, reader.visibility.records(entity.name)))
    if (!before || !record) continue
    const conditions = [fromCore(duty.row, entity), when.core]
    const held = await holdsOn(reader, {entity, id, record, before}, conditions, {owner: when, name: 'follows'})
    if (held.every(Boolean)) found.push(id)
  }
  return found
}

type DueRecords = ReadonlyMap<SystemRule, readonly string[]>

/**
 * Of the written records, of those whose condition follows a reference to one, and of those to which one refers. One
 * statement asks for all duties.
 */
async function dueAmong(
  reader: ReadContext,
  duties: readonly SystemRule[],
  written: WrittenByEntity,
): Promise<DueRecords> {
  const asked = duties.flatMap(duty => {
    const places = followsChange(duty) ? [] : placesOf(duty, mayApplyOnly(reader, duty, written))
    return places.length === 0 ? [] : [{duty, due: dueSql(reader, duty, places)}]
  })
  const due = new Map<SystemRule, string[]>()
  for (let start = 0; start < asked.length; start += questionsAtOnce) {
    const some = asked.slice(start, start + questionsAtOnce)
    const each = some.map(({due: ids}, at) => sql`select ${sql.lit(at)} as n, d.id from (${ids}) as d`)
    const {rows} = await sql<{n: unknown; id: unknown}>`${sql.join(each, sql` union all `)}`.execute(reader.db)
    for (const [at, {duty}] of some.entries())
      due.set(
        duty,
        rows.flatMap(({n, id}) => (Number(n) === at ? [String(id)] : [])),
      )
  }
  return due
}

function mayApplyOnly(reader: ReadContext, {action, row}: SystemRule, written: WrittenByEntity): WrittenByEntity {
  const {entity} = action
  const {from} = row
  const field = stateFieldOf(entityOf(reader, entity))?.name
  const mayApply = ({after}: WrittenValues) =>
    after !== null && (from === null || field === undefined || from.includes(String(after.get(field))))
  const own = new Map([...(written.get(entity) ?? [])].filter(([, values]) => mayApply(values)))
  return new Map([...written, [entity, own]])
}

function dueSql(reader: ReadContext, duty: SystemRule, places: readonly Sql[]): Sql {
  const {entity, name: action} = duty.action
  const tried = mayBeTried({entity, action}, toMillis(reader.moment.now))
  return sql`select r.id from ${sql.table(tableOf(reader, entity))} as r
    where (${sql.join(places, sql` or `)}) and ${applies(reader, duty)} and ${notYet(reader, duty)} and ${tried}
    order by r.id ${limitTo(mostFollowed)}`
}

/**
 * A refusal or an error of the system's action leaves the change as it is, and the job tries again. A refusal is part
 * of the document; an error is reported. After a collision with another transaction the whole change is tried again.
 */
async function inSavepoint(
  {db}: WriteContext,
  {failed, attempt}: Pick<DueByChange, 'failed' | 'attempt'>,
  work: () => Promise<readonly ChangedRecord[]>,
): Promise<readonly ChangedRecord[]> {
  await sql`savepoint nonet_due`.execute(db)
  try {
    const records = await work()
    await sql`release savepoint nonet_due`.execute(db)
    return records
  } catch (error) {
    if (isTriedAgain(error, attempt)) throw error
    await sql`rollback to savepoint nonet_due`.execute(db)
    await sql`release savepoint nonet_due`.execute(db)
    if (!(error instanceof ChangeRejected)) failed(error)
    return []
  }
}
