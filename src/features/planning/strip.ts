/** The strip of an inbox: a timeline of the same entity around the record, with totals: weeks of days, or the hours of one day. */

import {atOnce} from '../../engine/base/at-once.ts'
import {daysText, dayText, type LocalTime, readDay, wallOf, weekStart} from '../../engine/display/dates.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {presentAs} from '../../engine/display/record-names.ts'
import {type Cell, emptyQuery, type FilterBy, type ListQuery, type Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {listInLanguage} from '../../messages/languages.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {fieldPath} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import {legendOf} from './bar-look.ts'
import {inTime} from './bullets.ts'
import {markedDays} from './marked-days.ts'
import {type CompiledSpan, compileSpan, recordsInRange, type SpanFields} from './records-in-range.ts'
import type {InboxStrip} from './strip-bullets.ts'
import {strip as stripBullet, stripWhere} from './strip-bullets.ts'
import {laidOut} from './timeline-bars.ts'
import type {StripData, TimelineRow} from './timeline-data.ts'
import {type TimelineRows, timelineRows} from './timeline-rows.ts'
import {dayScale, type Scale, type UnitRange, weeksScale} from './timeline-scale.ts'

/** Derived from the document. */
export interface CompiledStrip extends CompiledSpan {
  readonly strip: InboxStrip
  readonly per: Path
  /** The paths read from the record, in this order. */
  readonly paths: {
    readonly from: Path
    readonly to: Path
    readonly per: Path
    readonly same: Path
    readonly limit: Path
    readonly opens: Path
    readonly closes: Path
  }
}

/** Its screen is the timeline that the strip is taken from. */
export function compileStrip(screen: Screen, context: RecordContext): CompiledStrip | null {
  const strip = bulletOf(screen, stripBullet)
  if (!strip || !('entity' in screen.shows)) return null
  const timeline: Screen = {...screen, details: {...inTime(screen), where: bulletOf(screen, stripWhere)}}
  const per = fieldPath(strip.per)
  const span = compileSpan(timeline, context, {per})
  const {fields} = span
  return {
    ...span,
    strip,
    per,
    paths: {
      from: fields.from,
      to: fields.to ?? fields.from,
      per,
      same: strip.same ?? [],
      limit: strip.limit ?? [],
      opens: strip.open?.from ?? [],
      closes: strip.open?.to ?? [],
    },
  }
}

export interface StripRecord {
  readonly id: string
  readonly name: string
  readonly cell: (path: Path) => Cell
}

interface StripReading {
  readonly record: StripRecord
  readonly visit: Pick<Visit, 'actor'>
  readonly context: RecordContext
}

const mostRows = 12
const fewestWeeks = 2
const mostWeeks = 4

interface Fullest {
  /** Including the record itself. */
  readonly count: number
  /** The others of them that are only requested. */
  readonly open: number
  readonly days: Scale['days']
}

/** The strip, and the totals of its fullest days within the record's dates. */
export interface StripResult extends StripData {
  readonly fullest: Fullest | null
}

export async function stripData(
  reader: ReadContext,
  compiled: CompiledStrip,
  {record, visit, context}: StripReading,
): Promise<StripResult | null> {
  const {screen, fields, per, paths} = compiled
  const span = spanOf(compiled, record, reader)
  const own = record.cell(paths.per)
  if (!span || own.value === null) return null
  const {moment} = reader
  const scale = scaleFor(span, fields, moment)
  const asked = queryFor(reader, compiled, record)
  const [found, marks, known] = await atOnce([
    recordsInRange(reader, compiled, {asked, days: scale.days, few: true}),
    markedDays(reader, screen, scale.days),
    timelineRows(reader, {screen, per, asked, visit}, context),
  ])
  const rows = withOwn(known, {id: String(own.value), name: own.text})
  const laid = laidOut(found.placed, {rows, screen, scale, moment, words: context.words, marks, timed: fields.timed})
  const {heads} = laid
  const all = ordered(
    laid.groups.flatMap(group => group.rows),
    String(own.value),
  )
  const units = unitsOf(heads)
  const start = scale.start(span.from) - laid.cut.start
  const covered = {start, end: Math.max(scale.end(span.to) - laid.cut.start, start + 1)}
  const covers = units.map(unit => overlap(unit, covered))
  const limit = compiled.strip.limit ? numberIn(record.cell(paths.limit)) : null
  const totals = totalsOf(all, {heads, units, limit})
  const fullest = indexesOfFullest(totals, covers)
  const away = fullest.flatMap(index => {
    const unit = units[index]
    return unit ? all.filter(row => row.id !== String(own.value) && isWithin(row, unit)).map(({name}) => name) : []
  })
  return {
    period: [compiled.strip.same ? record.cell(paths.same).text : '', scale.text]
      .filter(text => text !== '')
      .join(', '),
    hourly: scale.hourly,
    heads,
    rows: all.slice(0, mostRows),
    more: Math.max(0, all.length - mostRows),
    people: rows.people,
    legend: legendOf(
      laid.bars.map(({placed}) => placed.look),
      {
        screen,
        context,
        half: laid.bars.some(({half}) => half !== null),
        marks,
        per,
      },
    ),
    own: String(own.value),
    totals,
    limit,
    presentAs: 'entity' in screen.shows ? presentAs(context.screens, screen.shows.entity) : '',
    covers,
    fullest: scale.hourly
      ? null
      : fullestDays(totals, covers, {
          first: scale.days.first,
          open: units.map(unit => openRows(all, unit, String(own.value))),
        }),
    warning:
      fullest.length === 0
        ? null
        : {
            days: scale.hourly
              ? listInLanguage(
                  fullest.map(index => heads[index]?.label ?? ''),
                  moment.language,
                )
              : daysInText(
                  fullest.map(index => scale.days.first + index),
                  moment.language,
                ),
            count: totals[fullest[0] ?? 0]?.count ?? 0,
            names: [...new Set(away)],
          },
  }
}

/** Of the days that the record covers and on which the limit is reached, those with the most records. */
function indexesOfFullest(totals: StripData['totals'], covers: readonly boolean[]): number[] {
  const counts = totals.map((total, index) => (covers[index] && total?.reached ? total.count : 0))
  const most = Math.max(0, ...counts)
  return most === 0 ? [] : counts.flatMap((count, index) => (count === most ? [index] : []))
}

/** `Wed 23 Dec`, or `23–24 Dec and 28 Dec`. */
function daysInText(days: readonly number[], language: string): string {
  const runs: {first: number; last: number}[] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.last === day - 1) run.last = day
    else runs.push({first: day, last: day})
  }
  const isOne = days.length === 1
  const options = {...(isOne ? {weekday: 'short' as const} : {}), day: 'numeric', month: 'short'} as const
  const texts = runs.map(run =>
    run.first === run.last ? dayText(run.first, language, options) : daysText(run, language, options),
  )
  return listInLanguage(texts, language)
}

/** When the record begins and ends, in the time zone of the application; dates are whole days. */
interface StripSpan {
  readonly from: LocalTime
  readonly to: LocalTime
}

function spanOf({fields, paths}: CompiledStrip, record: StripRecord, {moment}: ReadContext): StripSpan | null {
  const wallAt = (path: Path): LocalTime | null => {
    const {value} = record.cell(path)
    if (typeof value !== 'string') return null
    if (fields.timed) return wallOf(value, moment.zone)
    const day = readDay(value)
    return day === null ? null : {day, second: 0}
  }
  const from = wallAt(paths.from)
  const to = wallAt(paths.to) ?? from
  if (!from || !to) return null
  const last = to.day < from.day ? from : to
  return {from, to: fields.timed ? last : {day: last.day + 1, second: 0}}
}

/** Midnight belongs to the day before. */
const lastDayOf = ({from, to}: StripSpan): number => Math.max(from.day, to.second === 0 ? to.day - 1 : to.day)

/** The hours of the day if the record has times within one day; otherwise whole weeks from its first day on. */
function scaleFor(span: StripSpan, {timed}: SpanFields, moment: ReadContext['moment']): Scale {
  const {from} = span
  const last = lastDayOf(span)
  if (timed && from.day === last) return dayScale(from.day, moment)
  const start = weekStart(from.day, moment.language)
  const weeks = Math.min(mostWeeks, Math.max(fewestWeeks, Math.ceil((last - start + 1) / 7)))
  return weeksScale(from.day, moment, {timed, weeks})
}

/** Records that share the value with the record; if it has none, only its own row. */
export function queryFor(
  reader: ReadContext,
  {screen, strip, per}: CompiledStrip,
  record: Pick<StripRecord, 'cell'>,
): ListQuery {
  if (strip.same === null) return emptyQuery
  const filterBy = (path: Path) => sharing(reader, screen, path, record.cell(path))
  const shared = filterBy(strip.same)
  return {...emptyQuery, filters: shared.length > 0 ? shared : filterBy(per)}
}

/** The records of one row. */
export function queryOfRow(reader: ReadContext, {screen, per}: CompiledStrip, own: Cell): ListQuery {
  return {...emptyQuery, filters: sharing(reader, screen, per, own)}
}

function sharing(reader: ReadContext, screen: Screen, path: Path, {value}: Cell): ListQuery['filters'] {
  const by = typeof value === 'string' ? sameValue(reader, entityShown(screen), path, value) : null
  return by ? [{path, by}] : []
}

function sameValue({entities}: ReadContext, entity: string, path: Path, value: string): FilterBy | null {
  const kind = fieldAtPath(entities, entity, path)?.field.type.type.kind
  if (kind === 'reference') return {filter: 'record', ids: [value], none: false}
  return kind === 'choice' ? {filter: 'choice', words: [value], none: false} : null
}

/** Always includes the row of the record. */
function withOwn(known: TimelineRows, {id, name}: {id: string; name: string}): TimelineRows {
  if (known.rows.some(row => row.id === id)) return known
  return {
    ...known,
    rows: [
      {id, name, href: null, group: null, own: false, shared: {off: null, closed: null}, open: null},
      ...known.rows,
    ],
  }
}

/** The record's own row first, then the rows with entries. */
function ordered(rows: readonly TimelineRow[], own: string): TimelineRow[] {
  const rank = (row: TimelineRow) => (row.id === own ? 0 : row.bars.length > 0 ? 1 : 2)
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

/** The position of each header. */
function unitsOf(heads: StripData['heads']): UnitRange[] {
  let at = 0
  return heads.map(({units}) => {
    at += units
    return {start: at - units, end: at}
  })
}

const overlap = (a: UnitRange, b: UnitRange): boolean => a.start < b.end && a.end > b.start

/** A day off of the row, such as a public holiday in its office, is not counted. */
const isWithin = ({bars, marks}: TimelineRow, unit: UnitRange): boolean =>
  bars.some(bar => overlap(bar, unit)) && !marks.some(mark => mark.kind === 'off' && overlap(mark, unit))

interface Totals {
  readonly heads: StripData['heads']
  readonly units: readonly UnitRange[]
  readonly limit: number | null
}

function totalsOf(rows: readonly TimelineRow[], {heads, units, limit}: Totals): StripData['totals'] {
  return units.map((unit, index) => {
    if (heads[index]?.off) return null
    const count = rows.filter(row => isWithin(row, unit)).length
    return {count, reached: limit !== null && count >= limit}
  })
}

/** The other rows whose bars on these days are all requested. */
function openRows(rows: readonly TimelineRow[], unit: UnitRange, own: string): number {
  const isOpen = (row: TimelineRow) => row.bars.every(bar => !overlap(bar, unit) || bar.requested)
  return rows.filter(row => row.id !== own && isWithin(row, unit) && isOpen(row)).length
}

/** The first run of days with the highest total; null if the record covers no counted day. */
function fullestDays(
  totals: StripData['totals'],
  covers: readonly boolean[],
  {first, open}: {readonly first: number; readonly open: readonly number[]},
): Fullest | null {
  const counts = totals.map((total, day) => (total && covers[day] ? total.count : 0))
  const count = Math.max(0, ...counts)
  if (count === 0) return null
  const start = counts.indexOf(count)
  const end = counts.findIndex((each, day) => day > start && (each < count || open[day] !== open[start]))
  return {
    count,
    open: open[start] ?? 0,
    days: {first: first + start, last: first + (end < 0 ? counts.length : end) - 1},
  }
}

export function numberIn({value}: Cell): number | null {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? null : number
}
