/** The strip of an inbox: a timeline of the same entity around the dates of the record, with totals per day. */
import type {StripData} from '../../../contract/reasons.ts'
import type {TimelineRow} from '../../../contract/timeline.ts'
import {noDetails} from '../../../points/screens/details.ts'
import type {InboxStrip, Screen} from '../../../points/screens/model.ts'
import {pathOf} from '../../../points/screens/spread.ts'
import type {CompiledList} from '../../query/list-plan.ts'
import {type Cell, emptyQuery, type FilterBy, type ListQuery, type Path} from '../../query/list-query.ts'
import type {ReadContext} from '../../read-context.ts'
import type {Visit} from '../../reply.ts'
import {fieldAt} from '../field-display.ts'
import {listDefinition} from '../list/list-definition.ts'
import type {RecordContext} from '../screen-context.ts'
import {legendOf} from '../span/bar-look.ts'
import {dayText, readDay, wallOf, weekStart} from '../span/dates.ts'
import {markedDays} from '../span/marked-days.ts'
import {type RecordInRange, recordsInRange, type SpanFields, spanFields, spanList} from '../span/records-in-range.ts'
import {type Bar, type BarWorld, barOf, headsWith, laidOut} from '../timeline/bars.ts'
import {type TimelineRows, timelineRows} from '../timeline/rows.ts'
import {type Scale, weeksScale} from '../timeline/scale.ts'

/** Derived from the document. */
export interface CompiledStrip {
  readonly strip: InboxStrip
  /** The timeline that the strip is taken from. */
  readonly screen: Screen
  readonly fields: SpanFields
  readonly per: Path
  readonly list: CompiledList
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

export function compileStrip(screen: Screen, {specification}: RecordContext): CompiledStrip | null {
  const {inbox, time} = screen.details
  const {strip} = inbox
  if (!strip || !('entity' in screen.shows)) return null
  const {from, to, per} = strip
  const timeline: Screen = {
    ...screen,
    shows: {kind: 'timeline', entity: screen.shows.entity, from, to, per},
    details: {...noDetails, where: strip.where, time},
  }
  const fields = spanFields(timeline, specification)
  const path = pathOf(per)
  return {
    strip,
    screen: timeline,
    fields,
    per: path,
    list: spanList(timeline, listDefinition(timeline, specification), fields),
    paths: {
      from: fields.from,
      to: fields.to ?? fields.from,
      per: path,
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

/** The strip, and the totals of its fullest days within the record's dates. */
export interface StripResult extends StripData {
  readonly fullest: {readonly count: number; readonly days: Scale['days']} | null
}

export async function stripData(
  reader: ReadContext,
  compiled: CompiledStrip,
  {record, visit, context}: StripReading,
): Promise<StripResult | null> {
  const {screen, fields, per, list, paths} = compiled
  const days = daysOf(compiled, record, reader)
  const own = record.cell(paths.per)
  if (!days || own.value === null) return null
  const {moment} = reader
  const start = weekStart(days.first, moment.language)
  const weeks = Math.min(mostWeeks, Math.max(fewestWeeks, Math.ceil((days.last - start + 1) / 7)))
  const scale = weeksScale(days.first, moment, {timed: fields.timed, weeks})
  const asked = queryFor(reader, compiled, record)
  const found = await recordsInRange(
    reader,
    {
      screen,
      list,
      fields,
      visit,
      asked,
      days: scale.days,
      narrowed: [],
      more: [per, ...(screen.details.time.halfDays ?? [])],
      per,
    },
    context,
  )
  const rowOf = ({placed}: {placed: RecordInRange}) => String(found.columns.cell(placed.row, per).value)
  const marks = await markedDays(reader, screen, scale.days)
  const bars: BarWorld = {
    screen,
    columns: found.columns,
    scale,
    moment,
    words: context.words,
    marks,
    timed: fields.timed,
  }
  const known = await timelineRows(reader, {screen, per, asked, visit}, context)
  const rows = withOwn(known, {id: String(own.value), name: own.text})
  const drawn = found.placed.map(placed => barOf(placed, bars))
  const laid = laidOut(drawn, {rows, bars, rowOf: (bar: Bar) => rowOf(bar)})
  const heads = headsWith(laid.cut.heads, {marks, rows: rows.rows, scale})
  const all = ordered(
    laid.groups.flatMap(group => group.rows),
    String(own.value),
  )
  const covers = heads.map(
    (_, index) => scale.days.first + index >= days.first && scale.days.first + index <= days.last,
  )
  const limit = compiled.strip.limit ? numberIn(record.cell(paths.limit)) : null
  const totals = totalsOf(all, heads, limit)
  return {
    period: scale.text,
    heads,
    rows: all.slice(0, mostRows),
    more: Math.max(0, all.length - mostRows),
    people: rows.people,
    legend: legendOf(
      drawn.map(({placed}) => placed.look),
      {
        screen,
        context,
        half: drawn.some(({half}) => half !== null),
        off: marks.some(({kind}) => kind === 'off'),
        closed: marks.some(({kind}) => kind === 'closed'),
      },
    ),
    own: String(own.value),
    totals,
    limit,
    covers,
    fullest: fullestDays(totals, covers, scale.days.first),
    warnings: totals.flatMap((total, index) => {
      if (!covers[index] || !total?.reached) return []
      const others = all.filter(row => row.id !== String(own.value) && isOnDay(row, index)).map(({name}) => name)
      return [
        {
          day: dayText(scale.days.first + index, moment.language, {weekday: 'short', day: 'numeric', month: 'short'}),
          names: others,
        },
      ]
    }),
  }
}

/** The days of the record, in the time zone of the application. */
function daysOf({fields, paths}: CompiledStrip, record: StripRecord, {moment}: ReadContext): Scale['days'] | null {
  const dayOf = (path: Path) => {
    const {value} = record.cell(path)
    if (typeof value !== 'string') return null
    return fields.timed ? (wallOf(value, moment.zone)?.day ?? null) : readDay(value)
  }
  const first = dayOf(paths.from)
  const last = dayOf(paths.to) ?? first
  return first === null || last === null ? null : {first, last: Math.max(first, last)}
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

function sharing(reader: ReadContext, {shows}: Screen, path: Path, {value}: Cell): ListQuery['filters'] {
  const entity = 'entity' in shows ? shows.entity : ''
  const by = typeof value === 'string' ? sameValue(reader, entity, path, value) : null
  return by ? [{path, by}] : []
}

function sameValue({entities}: ReadContext, entity: string, path: Path, value: string): FilterBy | null {
  const kind = fieldAt(entities, entity, path)?.field.type.type.kind
  if (kind === 'reference') return {filter: 'record', ids: [value], none: false}
  return kind === 'choice' ? {filter: 'choice', words: [value], none: false} : null
}

/** Always includes the row of the record. */
function withOwn(known: TimelineRows, {id, name}: {id: string; name: string}): TimelineRows {
  if (known.rows.some(row => row.id === id)) return known
  return {
    ...known,
    rows: [{id, name, href: null, group: null, own: false, shared: {off: null, closed: null}}, ...known.rows],
  }
}

/** The record's own row first, then the rows with entries. */
function ordered(rows: readonly TimelineRow[], own: string): TimelineRow[] {
  const rank = (row: TimelineRow) => (row.id === own ? 0 : row.bars.length > 0 ? 1 : 2)
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

const unitsOfDay = 2

function isOnDay({bars}: TimelineRow, day: number): boolean {
  return bars.some(({start, end}) => start < (day + 1) * unitsOfDay && end > day * unitsOfDay)
}

function totalsOf(rows: readonly TimelineRow[], heads: StripData['heads'], limit: number | null): StripData['totals'] {
  return heads.map(({off}, day) => {
    if (off) return null
    const count = rows.filter(row => isOnDay(row, day)).length
    return {count, reached: limit !== null && count >= limit}
  })
}

/** The first run of days with the highest total; null if the record covers no counted day. */
function fullestDays(totals: StripData['totals'], covers: readonly boolean[], first: number): StripResult['fullest'] {
  const counts = totals.map((total, day) => (total && covers[day] ? total.count : 0))
  const count = Math.max(0, ...counts)
  if (count === 0) return null
  const start = counts.indexOf(count)
  const end = counts.findIndex((each, day) => day > start && each < count)
  return {count, days: {first: first + start, last: first + (end < 0 ? counts.length : end) - 1}}
}

export function numberIn({value}: Cell): number | null {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? null : number
}
