/** The records within a range of days that the actor may see, with their times, captions and tones. */

import {atOnce} from '../../engine/base/at-once.ts'
import {compared, conjunction, either, isYes, no, parameterCore} from '../../engine/base/core-build.ts'
import {dayNumberOf, type RequestTime} from '../../engine/base/request-time.ts'
import {
  beginningOf,
  type Days,
  dateOfDay,
  daysText,
  dayText,
  type LocalTime,
  readDay,
  secondText,
  wallOf,
} from '../../engine/display/dates.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import type {Narrowing} from '../../engine/lists/list-plan.ts'
import type {Visibility} from '../../engine/permissions/visibility.ts'
import type {Cell, ListDefinition, ListQuery, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {caption, cell, cellAt, cells, recordHref, value} from '../../engine/records/properties.ts'
import {type RecordIn, type RecordProperty, records} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Json} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Messages} from '../../messages/index.ts'
import {datesOfSpan} from '../../points/entities/lookup.ts'
import type {Entity, Span} from '../../points/entities/model.ts'
import {dateFormat} from '../../points/entities/values/formats.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {columns as columnsBullet, filters, sort as sortBullet} from '../../points/screens/bullets/shared.ts'
import {spread} from '../../points/screens/bullets/spread.ts'
import {hiddenAs} from '../../points/screens/bullets/texts.ts'
import {fieldPath, kindAt} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {listDefinition} from '../collections/list-definition.ts'
import {lookOn, type RecordLook} from './bar-look.ts'
import {halfDays as halfDaysBullet} from './bullets.ts'
import type {BarDrawing} from './period-data.ts'
import {referencesBy} from './timeline-rows.ts'

// The fields that place records in time, and the condition of a range, if the actor sees these fields.

export interface SpanFields {
  readonly entity: string
  readonly from: Path
  /** Null if everything is on one day or at one point in time. */
  readonly to: Path | null
  /** Times rather than whole days. */
  readonly timed: boolean
  /** The span of the entity between these dates. */
  readonly span: Span | null
  /** Its other spans that are taken as well, such as approved dates while new ones are requested. */
  readonly also: readonly Span[]
}

function spanFields(screen: Screen, {entities}: Specification): SpanFields {
  const at = bulletOf(screen, spread)
  if (!at) throw new Error(`${screen.name} does not lie in time`)
  const entity = entityShown(screen)
  const from = fieldPath(at.from)
  const to = at.to === null ? null : fieldPath(at.to)
  const timed = kindAt(entities, entity, from) === 'date and time'
  const spans = [...(entities.entities.get(entity)?.spans.values() ?? [])]
  const span = spans.find(each => each.from === from.join('.') && each.to === to?.join('.')) ?? null
  const also = span === null || span.alsoBooked ? [] : spans.filter(({alsoBooked}) => alsoBooked)
  return {entity, from, to, timed, span, also}
}

/** Records without a date are not shown. */
function within(
  visibility: Visibility,
  fields: Pick<SpanFields, 'entity' | 'from' | 'to' | 'timed'>,
  {days, zone}: {days: Days; zone: string},
): Narrowing {
  const from = visibility.visibleField(fields.entity, fields.from)?.value
  const to = fields.to === null ? null : (visibility.visibleField(fields.entity, fields.to)?.value ?? null)
  if (from === undefined) return {shape: 'never', where: no}
  const [low, high] = fields.timed
    ? [beginningOf(days.first, zone), beginningOf(days.last + 1, zone)]
    : [dateOfDay(days.first), dateOfDay(days.last)]
  const [start, end] = [parameterCore('range start', from.type), parameterCore('range end', from.type)]
  const begins = compared(from, fields.timed ? '<' : '<=', end)
  const ends = to === null ? [] : [compared(to, fields.timed ? '>' : '>=', start)]
  return {
    shape: `within ${[fields.from, fields.to ?? []].map(path => path.join('.'))}`,
    where: conjunction([begins, either([...ends, compared(from, '>=', start)])]),
    parameters: new Map<string, Value>([
      ['range start', low],
      ['range end', high],
    ]),
  }
}

/** A screen whose records lie in time, from its document. */
export interface CompiledSpan {
  readonly screen: Screen
  readonly fields: SpanFields
  /** The field shown by the record's row; null without rows. */
  readonly per: Path | null
  /** By start, unless the document defines an order. */
  readonly list: ListDefinition
  readonly records: SpanRecords
}

/** `dated`: feeds say when a record was created and changed. */
export function compileSpan(
  screen: Screen,
  context: Pick<RecordContext, 'specification' | 'display'>,
  {per = null, dated = false}: {readonly per?: Path | null; readonly dated?: boolean} = {},
): CompiledSpan {
  const {specification} = context
  const fields = spanFields(screen, specification)
  const entity = specification.entities.entities.get(fields.entity)
  if (!entity) throw new Error(`there is no entity ${fields.entity}`)
  const sort = bulletOf(screen, sortBullet)
  const list = {
    ...listDefinition(screen, specification),
    sort: sort.length > 0 ? sort : [{path: fields.from, descending: false}],
    groupBy: null,
  }
  const look = lookOn(screen, context)
  return {screen, fields, per, list, records: spanRecords({screen, entity, fields, per, look, dated})}
}

type SpanRecords = ReturnType<typeof spanRecords>

interface SpanShape extends Pick<CompiledSpan, 'screen' | 'fields' | 'per'> {
  readonly entity: Entity
  readonly look: RecordProperty<RecordLook>
  readonly dated: boolean
}

function spanRecords({screen, entity, fields, per, look, dated}: SpanShape) {
  const {from, to, span, also} = fields
  const [others, halfDays] = [also.flatMap(datesOfSpan), bulletOf(screen, halfDaysBullet) ?? []]
  const measures = [span, ...also].flatMap(each => [each?.count, each?.hours]).flatMap(name => (name ? [[name]] : []))
  return records(entity, {
    href: recordHref,
    look,
    // The row of a timeline already shows whose its records are.
    caption: caption([from, ...optional(to), ...optional(per)], {forOwner: per === null}),
    per: cell(per),
    columns: cells(bulletOf(screen, columnsBullet)),
    at: cellAt([from, to, ...halfDays, ...measures, ...others.map(name => [name])]),
    created: value(dated ? ['created'] : null),
    updated: value(dated ? ['updated'] : null),
  })
}

type SpanRecord = RecordIn<SpanRecords>

/** One record in time, in the time zone of the application. A record that is also booked on other dates has two of them. */
export interface RecordInRange
  extends Pick<SpanRecord, 'id' | 'version' | 'href' | 'per' | 'created' | 'updated' | 'look'> {
  /** Distinguishes the two. */
  readonly key: string
  /** The span of the other dates; null for the dates of the screen, which may be moved. */
  readonly also: Span | null
  readonly halves: HalfDays
  /** The days or hours of its span; null if hidden, undefined if the span has none. */
  readonly length: {readonly days: number} | {readonly hours: number} | null | undefined
  readonly from: LocalTime
  /** The day and second at which it ends; for whole days, the end of the last day. */
  readonly to: LocalTime
  /** Both as they are stored. */
  readonly stored: {readonly from: Json; readonly to: Json}
  /** Its caption, without the parts that its position already shows. */
  readonly text: string
  /** The columns of the screen, and as text, including empty ones. */
  readonly columns: readonly Cell[]
  readonly said: readonly string[]
}

interface RangeRequest {
  readonly asked: ListQuery
  readonly days: Days
  readonly narrowed?: readonly Narrowing[]
  /** The maximum number of records; by default, as many as a page shows. */
  readonly most?: number
  /** Those of few rows, or of few days. */
  readonly few?: boolean | undefined
}

interface RecordsInRange {
  readonly placed: readonly RecordInRange[]
  readonly more: boolean
  /** If there are more: the day of the last record, so that all that begin before it are here. Null if they have another order. */
  readonly until: number | null
}

/** At most this many records on one page: a year of two hundred people. */
const mostPlaced = 3000
/** Up to so many are found and sorted; of more, the index is scanned from the oldest record on. */
const mostSorted = 20_000

export async function recordsInRange(
  reader: ReadContext,
  compiled: CompiledSpan,
  {asked, days, narrowed = [], most = mostPlaced, few}: RangeRequest,
): Promise<RecordsInRange> {
  const {screen, fields, list} = compiled
  const {zone} = reader.moment
  const placedBy = async (dates: PlacedBy): Promise<RecordsInRange> => {
    const {rows, next} = await compiled.records.page(reader, {
      list,
      size: most,
      asked: {...asked, place: null},
      // In the order of their beginning, the index starts with the oldest records: those in the range are collected.
      stop: mostSorted,
      most,
      few,
      narrowed: [within(reader.visibility, {...fields, ...dates}, {days, zone}), ...narrowed],
    })
    const placed = rows.flatMap(record => placedOf(record, dates, {...compiled, zone}) ?? [])
    const isByBeginning = bulletOf(screen, sortBullet).length === 0
    return {
      placed,
      more: next !== null,
      until: next === null || !isByBeginning ? null : (placed.at(-1)?.from.day ?? null),
    }
  }
  const halfDays = bulletOf(screen, halfDaysBullet)
  const spans = await atOnce([
    placedBy({from: fields.from, to: fields.to, halfDays, span: fields.span, also: null}),
    ...fields.also.map(span =>
      placedBy({
        from: [span.from],
        to: [span.to],
        halfDays: span.halfDays && [[span.halfDays[0]], [span.halfDays[1]]],
        span,
        also: span,
      }),
    ),
  ])
  const [main] = spans
  if (fields.also.length === 0) return main
  const placed = spans.flatMap(each => each.placed)
  const until = spans.flatMap(each => each.until ?? [])
  return {
    // Like the records of one query, in the order of their beginning.
    placed: bulletOf(screen, sortBullet).length > 0 ? placed : placed.toSorted((a, b) => a.from.day - b.from.day),
    more: spans.some(({more}) => more),
    until: until.length === 0 ? null : Math.min(...until),
  }
}

interface MoreContext {
  readonly days: Days
  readonly moment: RequestTime
  readonly words: Messages
}

/** Says from which day on records may be missing. */
export function moreText({until}: Pick<RecordsInRange, 'until'>, {days, moment, words}: MoreContext): string {
  const {more, moreFrom} = words.calendars
  if (until === null || until < days.first) return more
  return moreFrom(dayText(until, moment.language, withYear([until], moment)))
}

/** The dates by which records are placed. */
interface PlacedBy {
  readonly from: Path
  readonly to: Path | null
  readonly halfDays: readonly [Path, Path] | null
  readonly span: Span | null
  readonly also: Span | null
}

/** Half a year on both sides: who or what occurs in it occurs in the months around it. */
const around = 183
/** More records than this are not read to leave out a few options. */
const mostReferring = 1000

/**
 * What the visible records around these days refer to, by filter: a person who may read only the records of one team is
 * not offered the others. Null if the person may read all records.
 */
export async function referencesInRange(
  reader: ReadContext,
  {screen, list, fields, records: {entity}}: CompiledSpan,
  {days, narrowed}: {readonly days: Days; readonly narrowed: readonly Narrowing[]},
): Promise<ReadonlyMap<string, ReadonlySet<string>> | null> {
  const {visibility, moment, entities} = reader
  if (isYes(visibility.records(fields.entity).where)) return null
  const paths = bulletOf(screen, filters).filter(
    path => fieldAtPath(entities, fields.entity, path)?.field.type.type.kind === 'reference',
  )
  if (paths.length === 0) return null
  const wide = {first: days.first - around, last: days.last + around}
  const {rows, next} = await records(entity, {references: cells(paths)}).page(reader, {
    list,
    size: mostReferring,
    most: mostReferring,
    narrowed: [within(visibility, fields, {days: wide, zone: moment.zone}), ...narrowed],
  })
  return next
    ? null
    : referencesBy(
        paths,
        rows.map(({references}) => references),
      )
}

const optional = <Item>(item: Item | null | undefined): Item[] => (item === null || item === undefined ? [] : [item])

interface PlacingContext extends CompiledSpan {
  readonly zone: string
}

function placedOf(record: SpanRecord, dates: PlacedBy, compiled: PlacingContext): RecordInRange | null {
  const {id, version, href, per, look, created, updated, columns, at} = record
  const stored = {from: at(dates.from).value, to: at(dates.to ?? dates.from).value}
  const from = wallAt(stored.from, compiled, 'begins')
  if (!from) return null
  const to = wallAt(stored.to, compiled, 'ends')
  // The document's own word for hidden records takes the place of the entity's name.
  const isHidden = bulletOf(compiled.screen, hiddenAs) !== null && record.caption.isHidden
  return {
    ...{id, version, href, per, created, updated, columns},
    key: dates.also ? `${id} ${dates.also.name}` : id,
    also: dates.also,
    halves: halvesOf(at, dates.halfDays),
    length: lengthOf(at, dates.span),
    from,
    to: to && isAfter(to, from) ? to : (wallAt(stored.from, compiled, 'ends') ?? from),
    stored,
    text: isHidden ? '' : record.caption.text,
    said: columns.map(({text}) => text),
    look: dates.also ? bookedLook(look, dates.also) : look,
  }
}

/** Dates that are also booked have been decided, whatever the state of the record says about its other dates. */
function bookedLook({tone, category, state}: RecordLook, {label}: Span): RecordLook {
  const badge = state && {label, tone: 'good'}
  return {tone: category === null && state ? 'good' : tone, requested: false, category, state: badge}
}

function lengthOf(at: SpanRecord['at'], span: Span | null): RecordInRange['length'] {
  if (!span?.count) return undefined
  const numberAt = (name: string | null) => {
    const {value} = at(name === null ? null : [name])
    return typeof value === 'number' || typeof value === 'string' ? Number(value) : null
  }
  const [hours, days] = [numberAt(span.hours), numberAt(span.count)]
  return hours !== null ? {hours} : days !== null ? {days} : null
}

const isAfter = (a: LocalTime, b: LocalTime): boolean => a.day > b.day || (a.day === b.day && a.second >= b.second)

const wholeDay = 86_400

function wallAt(value: unknown, {fields, zone}: PlacingContext, end: 'begins' | 'ends'): LocalTime | null {
  if (typeof value !== 'string') return null
  if (fields.timed) return wallOf(value, zone)
  const day = readDay(value)
  return day === null ? null : {day, second: end === 'begins' ? 0 : wholeDay}
}

// Half days.

export interface HalfDays {
  readonly first: boolean
  readonly last: boolean
}

export const noHalves: HalfDays = {first: false, last: false}

/** Whether the first day starts at midday, and the last one ends at midday. */
function halvesOf(at: SpanRecord['at'], halfDays: PlacedBy['halfDays']): HalfDays {
  const [first = null, last = null] = halfDays ?? []
  const says = (path: Path | null) => at(path).value === true
  return {first: says(first), last: says(last)}
}

/** Which half of a single day it is. */
export function halfOf({from, to}: TimeExtent, {first, last}: HalfDays): BarDrawing['half'] {
  if (from.day !== to.day || first === last) return null
  return first ? 'afternoon' : 'morning'
}

// Time ranges as text.

type TimeExtent = Pick<RecordInRange, 'from' | 'to'>

/** `3–5 Dec`, with the year if it is not the current one. */
export function wholeDaysText({from, to}: TimeExtent, moment: RequestTime): string {
  return daysText({first: from.day, last: to.day}, moment.language, withYear([from.day, to.day], moment))
}

interface HalfDayTexts {
  readonly halves: HalfDays
  readonly moment: RequestTime
  readonly words: Messages['timelines']
}

/** `3 Dec, afternoon`, `3 Dec (from noon) – 5 Dec`, `3–5 Dec (until noon)`, as spans are written elsewhere. */
export function halfDaysText(placed: TimeExtent, {halves, moment, words}: HalfDayTexts): string {
  const {from, to} = placed
  const half = halfOf(placed, halves)
  if (halves.first && !halves.last && half === null) {
    const options = withYear([from.day, to.day], moment)
    const isOneYear = dateOfDay(from.day).year === dateOfDay(to.day).year
    const first = dayText(from.day, moment.language, isOneYear ? {...options, year: undefined} : options)
    return `${first} (${words.fromMidday}) – ${dayText(to.day, moment.language, options)}`
  }
  const until = halves.last && half === null ? (halves.first ? words.noonToNoon : words.untilMidday) : ''
  const days = wholeDaysText(placed, moment)
  if (half !== null) return `${days}, ${words.parts[half]}`
  return until === '' ? days : `${days} (${until})`
}

/** `16 Nov, 09:00–10:30`. */
export function momentsText({from, to}: TimeExtent, moment: RequestTime): string {
  const options = {
    ...withYear([from.day, to.day], moment),
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  } as const
  const format = dateFormat(moment.language, options)
  return format.formatRange(wallMillis(from), wallMillis(to))
}

/** `09:00–10:30`. */
export function clocksText({from, to}: TimeExtent, language: string): string {
  const [begins, ends] = [secondText(from.second, language), secondText(to.second % 86_400, language)]
  return from.second === to.second ? begins : `${begins}–${ends}`
}

/** Local times formatted as UTC, because the zone is already applied. */
const wallMillis = ({day, second}: TimeExtent['from']): number => (day * 86_400 + second) * 1000

function withYear(days: readonly number[], moment: RequestTime): Intl.DateTimeFormatOptions {
  const year = dateOfDay(dayNumberOf(moment)).year
  const other = days.some(day => dateOfDay(day).year !== year)
  return {day: 'numeric', month: 'short', ...(other ? {year: 'numeric'} : {})}
}
