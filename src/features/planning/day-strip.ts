/**
 * The day strip of a form with times: the taken and free times in the chosen row, such as a room, and the time of the
 * new record.
 */

import {isYes} from '../../engine/base/core-build.ts'
import {dayNumberOf} from '../../engine/base/request-time.ts'
import {dayText, isoOf, type LocalTime, minuteOf, secondText, wallOf} from '../../engine/display/dates.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {ChosenTimeData, DayStripData, FreeGap, TakenTime} from '../forms/panel-data.ts'
import {calendarHours} from './hours.ts'
import {clocksText, type RecordInRange, recordsInRange} from './records-in-range.ts'
import {type CompiledStrip, queryOfRow} from './strip.ts'

export interface DayStripRequest {
  readonly strip: CompiledStrip
  readonly entity: Entity
  /** The record being edited: it does not conflict with itself. */
  readonly id: string
  readonly cell: (path: Path) => Cell
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
  const {strip, entity, id, cell, context} = request
  const {moment} = reader
  const {forms} = context.words
  const {from, to, per} = strip.paths
  const [begin, end] = [from, to].map(path => wallIn(cell(path), moment.zone))
  const row = cell(per)
  if (row.value === null) {
    const field = entity.fields.get(per[0] ?? '')
    return {
      prompt: forms.chooseForDay(field?.label ?? '', field !== undefined && entityReferredTo(field) === userEntity),
    }
  }
  // Shows today until a time is filled in.
  const day = begin?.day ?? dayNumberOf(moment)
  const days = {first: day, last: day}
  const found = await recordsInRange(reader, strip, {asked: queryOfRow(reader, strip, row), days, few: true})
  const taken = found.placed.filter(placed => placed.id !== id).map(placed => takenTime(placed, day, request, reader))
  const chosen =
    begin && end && minuteOn(end, day) > minuteOn(begin, day) ? chosenTime({begin, end}, taken, request, reader) : null
  const known = [...taken, ...(chosen ? [chosen] : [])]
  const open = strip.strip.open ? openTime(cell(strip.paths.opens), cell(strip.paths.closes)) : allDay
  const hours = calendarHours(
    known.map(minutes => ({minutes})),
    {days, moment, usual: hoursOf(open)},
  )
  return {
    label: row.text,
    day: dayText(day, moment.language, {weekday: 'short', day: 'numeric', month: 'short'}),
    date: isoOf(day),
    hours,
    taken,
    free: day < dayNumberOf(moment) ? [] : freeGaps(taken, {hours, open}, request, reader),
    closed: closedTimes(taken, {hours, open}, forms.closed),
    chosen,
    fields: {from: from.join('.'), to: to.join('.')},
    length: begin && end && chosen ? minutesBetween(begin, end) : usualLength,
  }
}

/** The minutes between which the row can be used; null if it is closed all day. */
type OpenTime = {readonly begins: number; readonly ends: number} | null

const allDay: OpenTime = {begins: 0, ends: minutesOfDay}

function openTime(opens: Cell, closes: Cell): OpenTime {
  const [begins, ends] = [opens, closes].map(({value}) => minuteOf(value))
  return typeof begins === 'number' && typeof ends === 'number' && ends > begins ? {begins, ends} : null
}

/** The hours that are always shown: the opening hours, if the document defines them. */
const hoursOf = (open: OpenTime): typeof usual =>
  open === null || open === allDay ? usual : {first: Math.floor(open.begins / 60), last: Math.ceil(open.ends / 60)}

const wallIn = ({value}: Cell, zone: string): LocalTime | null =>
  typeof value === 'string' ? wallOf(value, zone) : null

/** Also over midnight. */
const minutesBetween = (begin: LocalTime, end: LocalTime): number =>
  (end.day - begin.day) * minutesOfDay + Math.floor(end.second / 60) - Math.floor(begin.second / 60)

/** Clipped to the day. */
function minuteOn({day, second}: LocalTime, on: number): number {
  if (day !== on) return day < on ? 0 : minutesOfDay
  return Math.floor(second / 60)
}

function takenTime(placed: RecordInRange, day: number, {context}: DayStripRequest, {moment}: ReadContext): TakenTime {
  const {look, text, from, to} = placed
  return {
    id: placed.id,
    begins: minuteOn(from, day),
    ends: minuteOn(to, day),
    when: clocksText(placed, moment.language),
    text: text || context.words.forms.taken,
    requested: look.requested,
  }
}

function chosenTime(
  {begin, end}: {readonly begin: LocalTime; readonly end: LocalTime},
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

interface HoursShown {
  readonly hours: DayStripData['hours']
  readonly open: OpenTime
}

const endOf = ({first, labels}: DayStripData['hours']): number => (first + labels.length) * 60

/** The hours shown before it opens and after it closes, or all of them, except what is taken. */
function closedTimes(taken: readonly TakenTime[], {hours, open}: HoursShown, text: string): FreeGap[] {
  const [first, last] = [hours.first * 60, endOf(hours)]
  const {begins, ends} = open ?? {begins: last, ends: last}
  return [
    ...gapsIn(taken, {begins: first, ends: Math.min(begins, last)}),
    ...gapsIn(taken, {begins: Math.max(ends, first), ends: last}),
  ].map(gap => ({...gap, text}))
}

/** The gaps within the hours shown, while it is open, from now on. */
function freeGaps(
  taken: readonly TakenTime[],
  {hours, open}: HoursShown,
  {context, entity}: DayStripRequest,
  {moment, visibility}: ReadContext,
): FreeGap[] {
  const {language} = moment
  const clock = (minute: number) => secondText((minute % minutesOfDay) * 60, language)
  if (open === null) return []
  const {freeTime, unseenTime} = context.words.forms
  // Time may be taken by a record that the reader may not read.
  const told = isYes(visibility.records(entity.name).where) ? freeTime : unseenTime
  const soonest = hours.now === null ? 0 : Math.ceil(hours.now / shortestGap) * shortestGap
  const begins = Math.max(hours.first * 60, soonest, open.begins)
  return gapsIn(taken, {begins, ends: Math.min(endOf(hours), open.ends)}).map(gap => ({
    ...gap,
    text: told(`${clock(gap.begins)}–${clock(gap.ends)}`),
  }))
}

interface OpenGap {
  readonly begins: number
  readonly ends: number
}

/** The free times. */
function gapsIn(taken: readonly TakenTime[], {begins: from, ends: to}: OpenGap): OpenGap[] {
  const gaps: OpenGap[] = []
  let at = from
  for (const {begins, ends} of [...taken.toSorted((a, b) => a.begins - b.begins), {begins: to, ends: to}]) {
    const end = Math.min(begins, to)
    if (end - at >= shortestGap) gaps.push({begins: at, ends: end})
    at = Math.max(at, ends)
  }
  return gaps
}
