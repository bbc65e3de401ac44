/**
 * Changes made in calendars and timelines: a new record in a free slot, and the dates of a bar that is moved or
 * resized.
 */

import type {RequestTime} from '../../engine/base/request-time.ts'
import {screenThat} from '../../engine/base/screens-that.ts'
import {clockOf, isoOf, type LocalTime, readDay, wallOf} from '../../engine/display/dates.ts'
import {type AnsweredText, confirmedOptions} from '../../engine/links/confirmation.ts'
import {recordPlace} from '../../engine/links/record-address.ts'
import type {Problem} from '../../engine/page/common.ts'
import {cameFromKey} from '../../engine/page/frame.ts'
import type {Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {value} from '../../engine/records/properties.ts'
import {recordLink} from '../../engine/records/record-links.ts'
import {records} from '../../engine/records/records.ts'
import {type ActionHandler, type Form, type PageReply, Refused, type Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Input} from '../../engine/transaction/change.ts'
import {changesOf} from '../../engine/transaction/history.ts'
import {changesText} from '../../engine/transaction/history-text.ts'
import {toDays} from '../../feel/calendar.ts'
import type {Json} from '../../feel/core.ts'
import {isEditable} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import {fieldsOfForm, offeredFields} from '../forms/fields.ts'
import {problemsFor, versionIn} from '../forms/form-input.ts'
import {filledRecord} from '../forms/preview.ts'
import {rowThatFollows} from '../records/approval-preview.ts'
import type {CreateData} from './period-data.ts'
import type {RecordInRange, SpanFields} from './records-in-range.ts'

// New records: the form of the entity, with dates and row in its address.

interface NewRecordForms {
  readonly data: CreateData
  /**
   * The address of the form for a day, and for a row if it has a field for that; with times, in a free slot of the row.
   */
  readonly href: (day: number, row?: {readonly id: string; readonly taken: readonly TakenSpan[]}) => string
  /** Whether a row may get a new record. */
  readonly takes: (row: {readonly own: boolean}) => boolean
}

interface NewIn {
  readonly fields: SpanFields
  /** The field of the rows; null in a calendar. */
  readonly per: Path | null
  readonly visit: Visit
}

/** Null if the viewer has no form for it, or the form lacks the dates. */
export function newRecords(
  reader: ReadContext,
  {fields, per, visit}: NewIn,
  context: RecordContext,
): NewRecordForms | null {
  const entity = context.specification.entities.entities.get(fields.entity)
  const form = screenThat(context.screens, 'create', {entity: fields.entity, actor: visit.actor})
  if (!entity || !form || !context.engine.abilities(visit.actor, entity.name).ever('create')) return null
  const inForm = offeredFields(reader, {entity, fields: fieldsOfForm(form, entity)})
  const offered = new Set(inForm.map(({name}) => name))
  const [from, to, row] = [only(fields.from), only(fields.to), only(per)]
  if (from === null || !offered.has(from) || (fields.to !== null && (to === null || !offered.has(to)))) return null
  const asksRow = row !== null && offered.has(row)
  const isOwn = row !== null && entity.fields.get(row)?.default?.text.text.trim() === 'me'
  if (per !== null && !asksRow && !isOwn) return null
  const text = inForm.find(field => field.required && field.default === null && field.type.type.kind === 'text')
  const data: CreateData = {
    href: form.route.path,
    label: form.name,
    from,
    to,
    row: asksRow ? row : null,
    timed: fields.timed,
    ...(text ? {text: {name: text.name, label: text.label}} : {}),
  }
  return {
    data,
    takes: ({own}) => asksRow || own,
    href: (day, inRow) => {
      const [begins, ends] = fields.timed
        ? freeTimes(day, inRow?.taken ?? [], reader.moment).map(
            ({day: on, second}) => `${isoOf(on)}T${clockOf(second)}`,
          )
        : [isoOf(day), isoOf(day)]
      const values = new URLSearchParams([
        [from, begins ?? ''],
        ...(to === null ? [] : [[to, ends ?? '']]),
        ...(asksRow && row !== null && inRow ? [[row, inRow.id]] : []),
        [cameFromKey, visit.url],
      ])
      return `${form.route.path}?${values}`
    },
  }
}

interface TakenSpan {
  readonly from: LocalTime
  readonly to: LocalTime
}

const quarter = 900
const hour = 4 * quarter
const [earliest, usual, latest] = [8 * hour, 9 * hour, 18 * hour]
const toQuarter = (second: number): number => Math.ceil(second / quarter) * quarter

/**
 * The next free quarter of an hour and, if free, the hour from there: from now on today, from nine on other days. In
 * the evening, on the next day.
 */
function freeTimes(
  day: number,
  taken: readonly TakenSpan[],
  {local}: Pick<RequestTime, 'local'>,
): readonly [LocalTime, LocalTime] {
  const isToday = day === toDays(local.date)
  const at = (wall: LocalTime) => (wall.day - day) * 24 * hour + wall.second
  const spans = taken.map(({from, to}) => ({begins: at(from), ends: at(to)})).toSorted((a, b) => a.begins - b.begins)
  let begins = isToday ? Math.max(earliest, toQuarter(local.time.second)) : usual
  for (const span of spans) if (span.begins < begins + quarter && span.ends > begins) begins = toQuarter(span.ends)
  if (begins >= latest)
    return isToday
      ? freeTimes(day + 1, taken, {local})
      : [
          {day, second: usual},
          {day, second: usual + hour},
        ]
  const next = spans.find(span => span.begins >= begins + quarter)?.begins ?? Number.POSITIVE_INFINITY
  return [
    {day, second: begins},
    {day, second: Math.min(begins + hour, next)},
  ]
}

const only = (path: Path | null): string | null => (path?.length === 1 ? (path[0] ?? null) : null)

// Moving and resizing.

/** The records whose dates the viewer may change, in one query. */
export async function movableRecords(
  reader: ReadContext,
  {entity, from, to}: SpanFields,
  placed: readonly RecordInRange[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(placed.map(({id}) => id))]
  const declared = reader.visibility.entity(entity)
  const paths = to ? [from, to] : [from]
  const fields = paths.flatMap(path => {
    const field = declared?.fields.get(only(path) ?? '')
    return field && isEditable(field) ? [field.name] : []
  })
  const may = abilities(reader, entity)
  if (fields.length < paths.length || !may.ever('update')) return new Set()
  const movable = await may.canEach(ids, [{act: 'update', fields}])
  return new Set(ids.filter(id => movable.get(id)?.length))
}

const moveAction = 'move'

/** The request of a screen: the record, the minutes it is moved by, and which end if it is resized. */
interface MoveRequest {
  readonly id: string
  readonly minutes: number
  readonly edge: 'both' | 'start' | 'end'
  /** Another row. */
  readonly row: string | null
}

const mostMinutes = 10 * 366 * 1440

function readMove(form: Form): MoveRequest {
  const id = readId(form.text('_record') ?? '')
  const minutes = Number(form.text('_minutes') ?? Number.NaN)
  const edge = (['both', 'start', 'end'] as const).find(each => each === form.text('_edge'))
  if (id === null) throw new Refused('NOT_FOUND')
  if (!Number.isInteger(minutes) || Math.abs(minutes) > mostMinutes || !edge) throw new Refused('BAD_INPUT')
  return {id, minutes, edge, row: form.text('_row')}
}

interface MoveContext {
  readonly entity: Entity
  readonly fields: SpanFields
  readonly per: Path | null
  readonly context: RecordContext
}

export interface RefusedMove {
  readonly problems: readonly Problem[]
  readonly status: number
}

/** The action of a screen: shows the screen again, with the reason if the change is rejected. */
export function moveActions(
  world: MoveContext,
  show: (visit: Visit, refused: RefusedMove) => Promise<PageReply>,
): ReadonlyMap<string, ActionHandler> {
  const action: ActionHandler = async (visit, form) => {
    const moved = await moveRecord(world, visit, form)
    return moved.problems.length > 0 ? show(visit, moved) : {kind: 'redirect', to: moved.to ?? visit.url}
  }
  return new Map([[moveAction, action]])
}

interface Moved extends RefusedMove {
  /** The form where the person confirms it; null if it was moved. */
  readonly to: string | null
}

async function moveRecord({entity, fields, per, context}: MoveContext, visit: Visit, form: Form): Promise<Moved> {
  const {engine} = context
  const move = readMove(form)
  const {from, to} = fields
  const dates = records(entity, {from: value(from), to: value(to ?? from)})
  const {zone} = engine.moment()
  const found = await engine.read(visit.actor, reader => dates.byId(reader, move.id))
  if (!found) throw new Refused('NOT_FOUND')
  const shifted = (date: Json): Input | null => {
    const wall = typeof date !== 'string' ? null : fields.timed ? wallOf(date, zone) : startOf(readDay(date))
    return wall && {form: [textOf(later(wall, move.minutes), fields.timed)]}
  }
  const named = only(per)
  const changes = [
    move.edge === 'end' ? null : ([only(from), shifted(found.from)] as const),
    move.edge === 'start' || to === null ? null : ([only(to), shifted(found.to)] as const),
    move.row === null || named === null ? null : ([named, {form: [move.row]}] as const),
  ]
  const values = new Map<string, Input>()
  for (const change of changes) if (change?.[0] && change[1]) values.set(change[0], change[1])
  const confirmed = await confirmedAt(values, {entity, context, visit, id: move.id})
  if (confirmed !== null) return {problems: [], status: 303, to: confirmed}
  const update = {kind: 'update', entity: entity.name, id: move.id, version: versionIn(form), fields: values} as const
  // The fields are those that the person has read and moved, not those that followed.
  const changed: AnsweredText = (reader, net) =>
    changesText(
      reader,
      entity,
      changesOf(net).filter(({field}) => values.has(field)),
    )
  const outcome = await engine.change(visit.actor, [update], confirmedOptions(visit, visit.url, {changed}))
  if (outcome.ok) return {problems: [], status: 200, to: null}
  if (outcome.code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  const {problems, status} = problemsFor(context.specification, entity, outcome)
  // In local time: an hour skipped by a clock change has no effect.
  return {problems: problems.map(each => ({...each, field: null})), status, to: null}
}

interface MovedRecord {
  readonly entity: Entity
  readonly id: string
  readonly context: RecordContext
  readonly visit: Visit
}

/**
 * A move that leads to another state, such as one that needs approval again, is confirmed on the form of the record: it
 * says what follows.
 */
async function confirmedAt(
  values: ReadonlyMap<string, Input>,
  {entity, id, context, visit}: MovedRecord,
): Promise<string | null> {
  return context.engine.read(visit.actor, async reader => {
    const all = [...entity.fields.values()]
    const filled = await filledRecord(reader, {entity, fields: all, actions: [], id}, values)
    if (!filled || !(await rowThatFollows(reader, filled, context.specification))) return null
    const page = recordLink(context.screens, entity.name, visit.actor)
    const place = page && (await recordPlace({context, entity, visit}, id, reader))
    const given = [...values].flatMap(([name, value]) =>
      'form' in value ? value.form.map((text): [string, string] => [name, text]) : [],
    )
    return place && `${place}?${new URLSearchParams([['edit', ''], ...given, [cameFromKey, visit.url]])}`
  })
}

const startOf = (day: number | null): LocalTime | null => (day === null ? null : {day, second: 0})

const secondsOfDay = 86_400

/** By the clocks of the zone: an hour that is left out moves nothing. */
function later({day, second}: LocalTime, minutes: number): LocalTime {
  const seconds = second + minutes * 60
  const days = Math.floor(seconds / secondsOfDay)
  return {day: day + days, second: seconds - days * secondsOfDay}
}

const textOf = ({day, second}: LocalTime, timed: boolean): string =>
  timed ? `${isoOf(day)}T${clockOf(second)}` : isoOf(day)
