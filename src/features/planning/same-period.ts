/**
 * Other entries in the days of a form: records of others, own records, days off and closed days that the person may
 * read.
 */

import {personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {todayOf} from '../../engine/base/request-time.ts'
import {type Days, dateOfDay, daysText, dayText, isoOf, todayIn, weekdayAt} from '../../engine/display/dates.ts'
import {presentAs} from '../../engine/display/record-names.ts'
import {type Cell, emptyQuery, type Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Span} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {CalendarDayData, PeriodCalendarData, SamePeriodData} from '../forms/panel-data.ts'
import {markLabel} from './bar-look.ts'
import {closedDays as closedDaysBullet, daysOff as daysOffBullet} from './bullets.ts'
import {isOn, markedDays} from './marked-days.ts'
import {type RecordInRange, recordsInRange, wholeDaysText} from './records-in-range.ts'
import {type CompiledStrip, queryFor} from './strip.ts'
import {marksRow} from './timeline-bars.ts'
import {timelineRows} from './timeline-rows.ts'

export interface PeriodRequest {
  readonly screen: Screen
  readonly strip: CompiledStrip | null
  /** The cell of the prospective record at a path. */
  readonly cell: (path: Path) => Cell
  readonly days: Days
  readonly visit: Visit
  readonly context: RecordContext
}

export interface SamePeriod {
  readonly records: readonly PeriodRecord[]
  /** The names of days off and closed days in the record's own row. */
  readonly off: ReadonlyMap<number, string>
  readonly closed: ReadonlyMap<number, string>
  /** The name of the person of the record, unless it is the viewer. */
  readonly otherPerson: string | null
}

interface PeriodRecord {
  readonly id: string
  readonly row: {readonly id: string; readonly name: string}
  readonly own: boolean
  readonly placed: RecordInRange
}

export async function samePeriod(reader: ReadContext, request: PeriodRequest): Promise<SamePeriod> {
  const {strip} = request
  const [records, marked] = await atOnce([
    strip ? recordsOf(reader, strip, request) : [],
    markedDaysOf(reader, request),
  ])
  return {records, ...marked, otherPerson: otherPersonIn(request)}
}

/** The days off and closed days of the record's own row. */
export async function markedDaysOf(
  reader: ReadContext,
  request: PeriodRequest,
): Promise<Pick<SamePeriod, 'off' | 'closed'>> {
  const {strip, days} = request
  const screen = strip?.screen ?? request.screen
  const own = strip ? request.cell(strip.paths.per).value : null
  const [shared, all] = await atOnce([
    strip && typeof own === 'string' ? sharedOf(reader, strip, own, request) : null,
    markedDays(reader, screen, days),
  ])
  const marks = all.filter(mark => (shared ? marksRow(mark, {shared}) : mark.shared === null))
  const named = (kind: 'off' | 'closed') => {
    const found = new Map<number, string>()
    for (let day = days.first; day <= days.last; day += 1) {
      const mark = marks.find(each => each.kind === kind && isOn(each, day))
      if (mark) found.set(day, mark.text)
    }
    return found
  }
  return {off: named('off'), closed: named('closed')}
}

function otherPersonIn({strip, screen, cell, visit, context}: PeriodRequest): string | null {
  if (!strip || !('entity' in screen.shows)) return null
  const {value, text} = cell(strip.paths.per)
  const isPerson = context.display.field(screen.shows.entity, strip.per)?.display === 'person'
  return isPerson && value !== null && value !== personOf(visit.actor)?.id ? text : null
}

/** The values that determine the days off and closed days of the record's row. */
async function sharedOf(
  reader: ReadContext,
  {screen, per}: CompiledStrip,
  own: string,
  {visit, context}: PeriodRequest,
) {
  const asked = {...emptyQuery, filters: [{path: per, by: {filter: 'record', ids: [own], none: false}} as const]}
  const {rows} = await timelineRows(reader, {screen, per, asked, visit}, context)
  return rows.find(({id}) => id === own)?.shared ?? {off: null, closed: null}
}

async function recordsOf(
  reader: ReadContext,
  strip: CompiledStrip,
  {cell, days}: PeriodRequest,
): Promise<PeriodRecord[]> {
  const own = cell(strip.paths.per).value
  if (own === null) return []
  const asked = queryFor(reader, strip, {cell})
  const found = await recordsInRange(reader, strip, {asked, days, few: true})
  return found.placed.map(placed => {
    const {value, text} = placed.per
    return {id: placed.key, row: {id: String(value), name: text}, own: value === own, placed}
  })
}

const isIn = ({placed}: PeriodRecord, day: number): boolean => placed.from.day <= day && day <= placed.to.day

// The summary: who else has entries on these days.

const mostDays = 5
const mostRecords = 5

interface OthersRequest {
  readonly days: Days
  readonly note: string
  readonly people: boolean
  readonly context: RecordContext
}

export function othersData(
  reader: ReadContext,
  period: SamePeriod,
  {days, note, people, context}: OthersRequest,
): SamePeriodData {
  const {moment} = reader
  const {forms} = context.words
  const others = period.records.filter(record => !record.own && overlaps(record, days))
  const working = workingDays(days, reader, period)
  const dayData = (day: number) => ({
    key: isoOf(day),
    label: dayText(day, moment.language, {weekday: 'short', day: 'numeric'}),
    people: [...new Map(others.filter(each => isIn(each, day)).map(({row}) => [row.id, row])).values()],
  })
  const left = others.length - mostRecords
  return {
    label: forms.sameDays,
    note,
    days: working.length <= mostDays && others.length > 0 ? working.map(dayData) : [],
    records: others
      .slice(0, mostRecords)
      .map(({id, row, placed}) => ({id, person: row, when: wholeDaysText(placed, moment)})),
    more: left > 0 ? forms.andMore(left) : null,
    empty: people ? forms.noOnesDays : forms.noOthersDays,
    people,
  }
}

const overlaps = ({placed}: PeriodRecord, {first, last}: Days): boolean =>
  placed.from.day <= last && placed.to.day >= first

/** Days of the working week that are not days off. */
export function workingDays(
  {first, last}: Days,
  {moment}: Pick<ReadContext, 'moment'>,
  {off}: Pick<SamePeriod, 'off'>,
): number[] {
  const all = Array.from({length: Math.max(0, last - first + 1)}, (_, index) => first + index)
  return all.filter(day => moment.workingWeek.includes(weekdayAt(day)) && !off.has(day))
}

interface MostAtOnce {
  /** Including the record of the form. */
  readonly count: number
  /** The others of them that are only requested. */
  readonly open: number
  readonly days: Days
}

/** The maximum number of entries on one day, including this record, and the days with that number. */
export function busiestDay(period: SamePeriod, days: readonly number[]): MostAtOnce | null {
  const byDay = days.map(day => {
    const others = period.records.filter(each => !each.own && isIn(each, day))
    const confirmed = new Set(others.filter(({placed}) => !placed.look.requested).map(({row}) => row.id))
    const count = new Set(others.map(({row}) => row.id)).size
    return {count, open: count - confirmed.size}
  })
  const count = Math.max(0, ...byDay.map(each => each.count))
  if (count === 0) return null
  const first = byDay.findIndex(each => each.count === count)
  const open = byDay[first]?.open ?? 0
  const end = byDay.findIndex((each, index) => index > first && (each.count < count || each.open !== open))
  return {count: count + 1, open, days: {first: days[first] ?? 0, last: days[(end < 0 ? byDay.length : end) - 1] ?? 0}}
}

// The calendar of the form, with the details of each day.

/** From the first day of this month to the end of the third month. */
export function monthsFrom(day: number): Days {
  const {year, month} = dateOfDay(day)
  const at = (months: number) => Math.floor(Date.UTC(year, month - 1 + months, 1) / 86_400_000)
  return {first: at(0), last: at(4) - 1}
}

interface CalendarDays {
  readonly span: Span
  readonly days: Days
  readonly lookup: string
  readonly context: RecordContext
  readonly screen: Screen
  /** Whether the other records are those of people. */
  readonly people: boolean
  /** Of records on one day. */
  readonly limit: number | null
}

export function calendarData(
  reader: ReadContext,
  period: SamePeriod,
  {span, days, lookup, context, screen, people, limit}: CalendarDays,
): PeriodCalendarData {
  const {forms} = context.words
  const ownDays = period.otherPerson ?? forms.ownDays
  const today = todayIn(reader)
  const working = new Set(workingDays(days, reader, period))
  const entity = 'entity' in screen.shows ? context.specification.entities.entities.get(screen.shows.entity) : undefined
  const kind = inSentence(entity?.label ?? '', reader.moment.language)
  const as = presentAs(context.screens, entity?.name ?? '')
  const known: [string, CalendarDayData][] = []
  for (let day = days.first; day <= days.last; day += 1) {
    const [off, closed] = [period.off.get(day), period.closed.get(day)]
    const records = period.records.filter(record => isIn(record, day))
    const own = records.find(record => record.own)
    const others = [...new Map(records.filter(record => !record.own).map(({row}) => [row.id, row.name])).values()]
    const count = others.length + 1
    const isFull = limit !== null && others.length > 0 && !own && day >= today && working.has(day) && count >= limit
    const data: CalendarDayData = {
      ...(off === undefined ? {} : {off}),
      ...(closed === undefined ? {} : {closed}),
      ...(own ? {own: own.placed.look.state?.label ?? ownDays} : {}),
      ...(own?.placed.look.requested ? {requested: true} : {}),
      ...(others.length > 0 ? {others: [...new Set(others)]} : {}),
      ...(isFull ? {full: forms.reachesLimit(count, limit, {kind, as})} : {}),
    }
    if (Object.keys(data).length > 0) known.push([isoOf(day), data])
  }
  const {allDay, morning, afternoon, daysOff, closedDays, othersDays, colleaguesDays, fullDays, extend, noDay} = forms
  const {previousMonth, nextMonth, months} = forms.pickers
  const closed = markLabel(context, bulletOf(screen, closedDaysBullet)?.entity, closedDays)
  return {
    from: span.from,
    to: span.to,
    halfDays: span.halfDays,
    first: isoOf(days.first),
    last: isoOf(days.last),
    lookup,
    today: todayOf(reader.moment),
    workingWeek: reader.moment.workingWeek,
    days: Object.fromEntries(known),
    closed: closedText(reader, period, closed),
    texts: {
      part: forms.partOfDay,
      allDay,
      morning,
      afternoon,
      own: ownDays,
      off: markLabel(context, bulletOf(screen, daysOffBullet)?.entity, daysOff),
      closed,
      others: people ? colleaguesDays : othersDays,
      full: fullDays,
      extend,
      today: forms.today,
      previousMonth,
      nextMonth,
      months,
      noDay,
      names: forms.dateNames,
    },
  }
}

/** `Blackout period: 10–11 Dec Year-end release`. */
function closedText({moment}: ReadContext, {closed}: SamePeriod, label: string): string {
  const byText = Map.groupBy(closed, ([, text]) => text)
  const texts = [...byText].map(([text, days]) => {
    const [first = 0, last = first] = [days[0]?.[0], days.at(-1)?.[0]]
    return `${daysText({first, last}, moment.language, {day: 'numeric', month: 'short'})} ${text}`
  })
  return texts.length === 0 ? '' : `${label}: ${texts.join(', ')}`
}
