/**
 * The day strip of a form with times: the taken and free times in the chosen row, such as a room, and the time of the
 * new record.
 */
import type {ChosenTimeData, DayStripData, FreeGap, TakenTime} from '../../../contract/form.ts'
import type {Entity} from '../../../points/entities/model.ts'
import type {Cell, Path} from '../../query/list-query.ts'
import type {ReadContext} from '../../read-context.ts'
import type {Visit} from '../../reply.ts'
import {dayOf} from '../../request-time.ts'
import {type CompiledStrip, queryOfRow} from '../inbox/strip.ts'
import type {RecordContext} from '../screen-context.ts'
import {clockText, dayText, isoOf, type Wall, wallOf} from '../span/dates.ts'
import {calendarHours} from '../span/hours.ts'
import {clocksText, type RecordInRange, recordsInRange} from '../span/records-in-range.ts'

export interface DayStripRequest {
  readonly strip: CompiledStrip
  readonly entity: Entity
  /** The record being edited: it does not conflict with itself. */
  readonly id: string
  readonly cell: (path: Path) => Cell
  readonly visit: Visit
  readonly context: RecordContext
}

const minutesOfDay = 1440
const usualLength = 60
/** A form has less space than a calendar. */
const usual = {first: 8, last: 18}
/** Shorter gaps are not offered. */
const shortestGap = 15

export async function dayStripData(
  reader: ReadContext,
  request: DayStripRequest,
): Promise<DayStripData | {readonly prompt: string}> {
  const {strip, entity, id, cell, visit, context} = request
  const {moment} = reader
  const {forms} = context.words
  const {from, to, per} = strip.paths
  const [begin, end] = [from, to].map(path => wallIn(cell(path), moment.zone))
  const row = cell(per)
  if (row.value === null) return {prompt: forms.chooseForDay(entity.fields.get(per[0] ?? '')?.label ?? '')}
  // Shows today until a time is filled in.
  const day = begin?.day ?? dayOf(moment)
  const days = {first: day, last: day}
  const found = await recordsInRange(
    reader,
    {
      screen: strip.screen,
      list: strip.list,
      fields: strip.fields,
      visit,
      asked: queryOfRow(reader, strip, row),
      days,
      narrowed: [],
      per: strip.per,
    },
    context,
  )
  const taken = found.placed
    .filter(placed => placed.row.id !== id)
    .map(placed => takenTime(placed, day, request, reader))
  const chosen =
    begin && end && minuteOn(end, day) > minuteOn(begin, day) ? chosenTime({begin, end}, taken, request, reader) : null
  const known = [...taken, ...(chosen ? [chosen] : [])]
  const hours = calendarHours(
    known.map(minutes => ({minutes})),
    {days, moment, usual},
  )
  return {
    label: row.text,
    day: dayText(day, moment.language, {weekday: 'short', day: 'numeric', month: 'short'}),
    date: isoOf(day),
    hours,
    taken,
    free: day < dayOf(moment) ? [] : freeTimes(taken, hours, request, reader),
    chosen,
    fields: {from: from.join('.'), to: to.join('.')},
    length: chosen ? chosen.ends - chosen.begins : usualLength,
  }
}

const wallIn = ({value}: Cell, zone: string): Wall | null => (typeof value === 'string' ? wallOf(value, zone) : null)

/** Clipped to the day. */
function minuteOn({day, second}: Wall, on: number): number {
  if (day !== on) return day < on ? 0 : minutesOfDay
  return Math.floor(second / 60)
}

function takenTime(placed: RecordInRange, day: number, {context}: DayStripRequest, {moment}: ReadContext): TakenTime {
  const {look, text, from, to} = placed
  return {
    id: placed.row.id,
    begins: minuteOn(from, day),
    ends: minuteOn(to, day),
    when: clocksText(placed, moment.language),
    text: text || context.words.forms.taken,
    requested: look.requested,
  }
}

function chosenTime(
  {begin, end}: {readonly begin: Wall; readonly end: Wall},
  taken: readonly TakenTime[],
  {context}: DayStripRequest,
  {moment}: ReadContext,
): ChosenTimeData {
  const {forms} = context.words
  const [begins, ends] = [minuteOn(begin, begin.day), minuteOn(end, begin.day)]
  const clashes = taken.some(other => other.begins < ends && other.ends > begins)
  return {
    begins,
    ends,
    when: clocksText({from: begin, to: end}, moment.language),
    text: clashes ? forms.clashes : forms.yourTime,
    clashes,
  }
}

/** The gaps within the hours shown, from now on. */
function freeTimes(
  taken: readonly TakenTime[],
  {first, labels, now}: DayStripData['hours'],
  {context}: DayStripRequest,
  {moment}: ReadContext,
): FreeGap[] {
  const {language} = moment
  const clock = (minute: number) => clockText((minute % minutesOfDay) * 60, language)
  const last = (first + labels.length) * 60
  const free: FreeGap[] = []
  let at = Math.max(first * 60, now === null ? 0 : Math.ceil(now / shortestGap) * shortestGap)
  for (const {begins, ends} of [...taken.toSorted((a, b) => a.begins - b.begins), {begins: last, ends: last}]) {
    if (begins - at >= shortestGap)
      free.push({begins: at, ends: begins, text: context.words.forms.freeTime(`${clock(at)}–${clock(begins)}`)})
    at = Math.max(at, ends)
  }
  return free
}
