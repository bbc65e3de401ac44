/** The records within a range of days that the actor may see, with their times, captions and tones. */

import {both, compared, either, isYes, no, parameterCore} from '../../engine/base/core-build.ts'
import {dayOf, type RequestTime} from '../../engine/base/request-time.ts'
import {
  beginningOf,
  clockText,
  type Days,
  dateOf,
  daysText,
  dayText,
  readDay,
  type Wall,
  wallOf,
} from '../../engine/display/dates.ts'
import {fieldAt} from '../../engine/display/field-display.ts'
import {Columns, captionOf, isOwn, viewerNamingPaths} from '../../engine/display/record-names.ts'
import {type RecordLink, recordLink} from '../../engine/links/record-address.ts'
import {list} from '../../engine/lists/list.ts'
import {filterKey} from '../../engine/lists/list-address.ts'
import type {Narrowing} from '../../engine/lists/list-plan.ts'
import type {Visibility} from '../../engine/permissions/visibility.ts'
import {
  emptyQuery,
  type ListDefinition,
  type ListQuery,
  type ListRow,
  type Path,
} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Value} from '../../feel/value.ts'
import type {Messages} from '../../messages/index.ts'
import {datesOfSpan} from '../../points/entities/lookup.ts'
import type {Span} from '../../points/entities/model.ts'
import {dateFormat} from '../../points/entities/values/formats.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {columns as columnsBullet, filters, sort as sortBullet} from '../../points/screens/bullets/shared.ts'
import {spread} from '../../points/screens/bullets/spread.ts'
import {hiddenAs} from '../../points/screens/bullets/texts.ts'
import {kindAt, pathOf} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {barLooks, type RecordLook} from './bar-look.ts'
import {halfDays as halfDaysBullet} from './bullets.ts'
import type {BarDrawing} from './period-data.ts'

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

export function spanFields(screen: Screen, {entities}: Specification): SpanFields {
  const at = bulletOf(screen, spread)
  if (!at) throw new Error(`${screen.name} does not lie in time`)
  const entity = entityShown(screen)
  const from = pathOf(at.from)
  const to = at.to === null ? null : pathOf(at.to)
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
    : [dateOf(days.first), dateOf(days.last)]
  const [start, end] = [parameterCore('range start', from.type), parameterCore('range end', from.type)]
  const begins = compared(from, fields.timed ? '<' : '<=', end)
  const ends = to === null ? [] : [compared(to, fields.timed ? '>' : '>=', start)]
  return {
    shape: `within ${[fields.from, fields.to ?? []].map(path => path.join('.'))}`,
    where: both([begins, either([...ends, compared(from, '>=', start)])]),
    parameters: new Map<string, Value>([
      ['range start', low],
      ['range end', high],
    ]),
  }
}

/** One record in time, in the time zone of the application. A record that is also booked on other dates has two of them. */
export interface RecordInRange {
  /** Distinguishes the two. */
  readonly key: string
  readonly row: ListRow
  /** The span of the other dates; null for the dates of the screen, which may be moved. */
  readonly also: Span | null
  readonly halves: HalfDays
  /** The days or hours of its span; null if hidden, undefined if the span has none. */
  readonly length: {readonly days: number} | {readonly hours: number} | null | undefined
  readonly href: string | null
  readonly from: Wall
  /** The day and second at which it ends; for whole days, the end of the last day. */
  readonly to: Wall
  /** Its caption, without the parts that its position already shows. */
  readonly text: string
  /** The columns of the screen as text, including empty ones. */
  readonly said: readonly string[]
  readonly look: RecordLook
}

interface RangeRequest {
  readonly screen: Screen
  readonly list: ListDefinition
  readonly fields: SpanFields
  readonly visit: Pick<Visit, 'actor'>
  readonly asked: ListQuery
  readonly days: Days
  /** Further conditions, and further paths to read. */
  readonly narrowed: readonly Narrowing[]
  readonly more?: readonly Path[]
  /** The field shown by the record's row. */
  readonly per?: Path
  /** The maximum number of records; by default, as many as a page shows. */
  readonly most?: number
}

interface RecordsInRange {
  readonly placed: readonly RecordInRange[]
  readonly columns: Columns
  readonly more: boolean
}

/** At most this many records on one page: a year of two hundred people. */
const mostPlaced = 3000

export async function recordsInRange(
  reader: ReadContext,
  placing: RangeRequest,
  context: RecordContext,
): Promise<RecordsInRange> {
  const {fields, days, visit, asked, most = mostPlaced} = placing
  const entity = reader.visibility.entity(fields.entity)
  if (!entity) return {placed: [], columns: new Columns(), more: false}
  const link = recordLink(context.screens, entity.name, visit.actor)
  const caption = captionOf(entity, [fields.from, ...optional(fields.to), ...optional(placing.per)])
  // The row of a timeline already shows whose its records are.
  const ownCaption = placing.per ? caption : captionOf(entity, [fields.from, ...optional(fields.to)], true)
  const isViewers = (row: ListRow) => isOwn(entity, visit.actor, path => columns.cell(row, path))
  const looks = barLooks(placing.screen, context)
  const columns = new Columns([
    fields.from,
    fields.to,
    link ? [link.key] : null,
    ...looks.paths,
    ...caption.paths,
    ...(placing.per ? [placing.per] : viewerNamingPaths(entity)),
    ...bulletOf(placing.screen, columnsBullet),
    ...(bulletOf(placing.screen, halfDaysBullet) ?? []),
    ...measuresOf(fields.span),
    ...fields.also.flatMap(span => [...datesOfSpan(span).map(name => [name]), ...measuresOf(span)]),
    ...(placing.more ?? []),
  ])
  const zone = reader.moment.zone
  const at: PlacingContext = {
    columns,
    fields,
    zone,
    link,
    captionFor: row => (isViewers(row) ? ownCaption : caption),
    looks,
    placing,
  }
  const placedBy = async (dates: PlacedBy): Promise<Pick<RecordsInRange, 'placed' | 'more'>> => {
    const result = await list(reader, reader.visibility, {
      screen: {...placing.list, columns: columns.paths, size: most},
      asked: {...asked, place: null},
      // In the order of their beginning, the index starts with the oldest records: those in the range are collected.
      stop: most,
      most,
      narrowed: [within(reader.visibility, {...fields, ...dates}, {days, zone}), ...placing.narrowed],
    })
    return {placed: result.rows.flatMap(row => placedOf(row, dates, at) ?? []), more: result.next !== null}
  }
  const halfDays = bulletOf(placing.screen, halfDaysBullet)
  const main = await placedBy({from: fields.from, to: fields.to, halfDays, span: fields.span, also: null})
  if (fields.also.length === 0) return {...main, columns}
  const others = []
  for (const span of fields.also)
    others.push(
      await placedBy({
        from: [span.from],
        to: [span.to],
        halfDays: span.halfDays && [[span.halfDays[0]], [span.halfDays[1]]],
        span,
        also: span,
      }),
    )
  const placed = [main, ...others].flatMap(each => each.placed)
  return {
    // Like the records of one query, in the order of their beginning.
    placed:
      bulletOf(placing.screen, sortBullet).length > 0 ? placed : placed.toSorted((a, b) => a.from.day - b.from.day),
    columns,
    more: [main, ...others].some(({more}) => more),
  }
}

/** The dates by which records are placed. */
interface PlacedBy {
  readonly from: Path
  readonly to: Path | null
  readonly halfDays: readonly [Path, Path] | null
  readonly span: Span | null
  readonly also: Span | null
}

/** The paths of the numbers of days and hours. */
const measuresOf = (span: Span | null): Path[] => [span?.count, span?.hours].flatMap(name => (name ? [[name]] : []))

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
  {screen, list: shown, fields, days, narrowed}: Pick<RangeRequest, 'screen' | 'list' | 'fields' | 'days' | 'narrowed'>,
): Promise<ReadonlyMap<string, ReadonlySet<string>> | null> {
  const {visibility, moment, entities} = reader
  if (isYes(visibility.records(fields.entity).where)) return null
  const paths = bulletOf(screen, filters).filter(
    path => fieldAt(entities, fields.entity, path)?.field.type.type.kind === 'reference',
  )
  if (paths.length === 0) return null
  const columns = new Columns(paths)
  const wide = {first: days.first - around, last: days.last + around}
  const {rows, next} = await list(reader, visibility, {
    screen: {...shown, columns: columns.paths, size: mostReferring},
    asked: emptyQuery,
    most: mostReferring,
    narrowed: [within(visibility, fields, {days: wide, zone: moment.zone}), ...narrowed],
  })
  if (next) return null
  const valuesAt = (path: Path) => rows.map(row => columns.cell(row, path).value)
  return new Map(
    paths.map(path => [filterKey(path), new Set(valuesAt(path).filter(value => typeof value === 'string'))]),
  )
}

/** The records of a calendar or timeline, by start unless the document defines an order. */
export function spanList(screen: Screen, shown: ListDefinition, fields: SpanFields): ListDefinition {
  const sort =
    bulletOf(screen, sortBullet).length > 0 ? bulletOf(screen, sortBullet) : [{path: fields.from, descending: false}]
  return {...shown, sort, groupBy: null}
}

const optional = <Item>(item: Item | null | undefined): Item[] => (item === null || item === undefined ? [] : [item])

interface PlacingContext {
  readonly columns: Columns
  readonly fields: SpanFields
  readonly zone: string
  readonly link: RecordLink | null
  readonly captionFor: (row: ListRow) => ReturnType<typeof captionOf>
  readonly looks: ReturnType<typeof barLooks>
  readonly placing: RangeRequest
}

function placedOf(row: ListRow, dates: PlacedBy, at: PlacingContext): RecordInRange | null {
  const {columns, link, placing} = at
  const caption = at.captionFor(row)
  const from = wallAt(columns.cell(row, dates.from).value, at, 'begins')
  if (!from) return null
  const to = wallAt(columns.cell(row, dates.to ?? dates.from).value, at, 'ends')
  const key = link ? columns.cell(row, [link.key]).value : null
  const texts = caption.paths.map(path => columns.text(row, path))
  // The document's own word for hidden records takes the place of the entity's name.
  const isHidden = bulletOf(placing.screen, hiddenAs) !== null && texts.every(text => text === '')
  const look = at.looks.of(row, columns)
  return {
    key: dates.also ? `${row.id} ${dates.also.name}` : row.id,
    row,
    also: dates.also,
    halves: halvesOf(row, dates.halfDays, columns),
    length: lengthOf(row, dates.span, columns),
    href: link && key !== null ? link.href(String(key)) : null,
    from,
    to: to && isAfter(to, from) ? to : (wallAt(columns.cell(row, dates.from).value, at, 'ends') ?? from),
    text: isHidden ? '' : caption.text(texts),
    said: bulletOf(placing.screen, columnsBullet).map(path => columns.text(row, path)),
    look: dates.also ? bookedLook(look, dates.also) : look,
  }
}

/** Dates that are also booked have been decided, whatever the state of the record says about its other dates. */
function bookedLook({tone, category, state}: RecordLook, {label}: Span): RecordLook {
  const badge = state && {label, tone: 'good'}
  return {tone: category === null && state ? 'good' : tone, requested: false, category, state: badge}
}

function lengthOf(row: ListRow, span: Span | null, columns: Columns): RecordInRange['length'] {
  if (!span?.count) return undefined
  const numberAt = (name: string | null) => {
    const {value} = columns.cell(row, name === null ? null : [name])
    return typeof value === 'number' || typeof value === 'string' ? Number(value) : null
  }
  const [hours, days] = [numberAt(span.hours), numberAt(span.count)]
  return hours !== null ? {hours} : days !== null ? {days} : null
}

const isAfter = (a: Wall, b: Wall): boolean => a.day > b.day || (a.day === b.day && a.second >= b.second)

const wholeDay = 86_400

function wallAt(value: unknown, {fields, zone}: PlacingContext, end: 'begins' | 'ends'): Wall | null {
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
function halvesOf(row: ListRow, halfDays: PlacedBy['halfDays'], columns: Columns): HalfDays {
  const [first, last] = halfDays ?? []
  const says = (path: Path | undefined) => path !== undefined && columns.cell(row, path).value === true
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
    const isOneYear = dateOf(from.day).year === dateOf(to.day).year
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
  const [begins, ends] = [clockText(from.second, language), clockText(to.second % 86_400, language)]
  return from.second === to.second ? begins : `${begins}–${ends}`
}

/** Local times formatted as UTC, because the zone is already applied. */
const wallMillis = ({day, second}: TimeExtent['from']): number => (day * 86_400 + second) * 1000

function withYear(days: readonly number[], moment: RequestTime): Intl.DateTimeFormatOptions {
  const year = dateOf(dayOf(moment)).year
  const other = days.some(day => dateOf(day).year !== year)
  return {day: 'numeric', month: 'short', ...(other ? {year: 'numeric'} : {})}
}
