/**
 * A calendar or timeline as a feed: the records of the screen with the reader's permissions and the filters of the
 * address, from some months ago to a year from now.
 */

import {compared, fieldCore, parameterCore, thisCore} from '../../engine/base/core-build.ts'
import {dayNumberOf} from '../../engine/base/request-time.ts'
import type {CalendarFeed, FeedEvent} from '../../engine/feeds/feed.ts'
import {readListQuery} from '../../engine/lists/list-address.ts'
import {expressionShape, type Narrowing} from '../../engine/lists/list-plan.ts'
import {emptyQuery, type ListDefinition, type Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {ScreenFeed, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {DAY, localToEpoch} from '../../feel/calendar.ts'
import {type Json, rebase} from '../../feel/core.ts'
import {textType} from '../../feel/type.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {hiddenAs} from '../../points/screens/bullets/texts.ts'
import {fieldAtEnd} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {feedFormatsOf} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {aboutOf, titleOf} from '../collections/filters.ts'
import {rows as rowsBullet} from './bullets.ts'
import {type CompiledSpan, compileSpan, type RecordInRange, recordsInRange} from './records-in-range.ts'

interface SpanRows {
  readonly shown: ListDefinition
  /** The field of the rows; null in a calendar. */
  readonly per: Path | null
}

const daysBefore = 92
const daysAfter = 366
const mostEvents = 5000

export function compileSpanFeed(
  screen: Screen,
  {shown, per}: SpanRows,
  context: RecordContext,
): {readonly feed?: ScreenFeed} {
  const formats = feedFormatsOf(screen)
  if (formats.length === 0) return {}
  const rows = rowCondition(screen, {shown, per}, context.specification)
  const span = compileSpan(screen, context, {per, dated: true})
  return {feed: {name: screen.name, formats, load: visit => spanFeed({span, shown, rows}, visit, context)}}
}

interface SpanSource {
  readonly span: CompiledSpan
  readonly shown: ListDefinition
  readonly rows: Narrowing | null
}

function spanFeed({span, shown, rows}: SpanSource, visit: Visit, context: RecordContext): Promise<CalendarFeed> {
  return context.engine.read(visit.actor, async reader => {
    const {screen, fields, per} = span
    const {moment, visibility} = reader
    const about = await aboutOf(reader, screen, visit)
    const {asked} = readListQuery(visit.query, {screen: shown, visibility, locale: localeOf(moment)})
    const today = dayNumberOf(moment)
    const found = await recordsInRange(reader, span, {
      asked,
      days: {first: today - daysBefore, last: today + daysAfter},
      narrowed: [...about.narrowed, ...(rows ? [{shape: rows.shape, where: visibility.condition(rows.where)}] : [])],
      most: mostEvents,
    })
    const label = reader.entities.entities.get(fields.entity)?.label ?? ''
    const all = visit.query.get('requested') !== 'no'
    const shownPlaced = found.placed.filter(({look}) => all || !look.requested)
    const events = shownPlaced.flatMap(placed => {
      // A record whose row is hidden from the reader is in no row of the screen.
      const row = per ? placed.per.text : null
      return row === '' ? [] : [eventOf(placed, {span, zone: moment.zone, row, label})]
    })
    return {kind: 'calendar', title: titleOf(screen, about), zone: moment.zone, events}
  })
}

/** Whether the record's row is in the timeline, as a condition on the record; null if all rows are. */
function rowCondition(screen: Screen, {shown, per}: SpanRows, {entities}: Specification): Narrowing | null {
  const rows = bulletOf(screen, rowsBullet)
  if (!rows || !per) return null
  let [at, entity] = [thisCore(shown.entity), shown.entity]
  for (const name of per) {
    const field = fieldAtEnd(entities, entity, [name])
    if (!field) return null
    const {type} = field.type
    at = fieldCore(at, entity, {name: field.name, type})
    if (type.kind === 'reference') entity = type.entity
  }
  return {shape: `rows ${per.join('.')} ${expressionShape(rows)}`, where: rebase(rows.core, at)}
}

function onlyRecord(entity: string, id: string): Narrowing {
  const own = fieldCore(thisCore(entity), entity, {name: 'id', type: textType})
  return {
    shape: 'one record',
    where: compared(own, '=', parameterCore('record', textType)),
    parameters: new Map([['record', id]]),
  }
}

/** One record as an event of a calendar: null where the reader does not see it there. */
export async function calendarEvent(
  reader: ReadContext,
  screen: Screen,
  {record, context}: {readonly record: string; readonly context: RecordContext},
): Promise<FeedEvent | null> {
  const span = compileSpan(screen, context, {dated: true})
  const {entity} = span.fields
  const {placed} = await recordsInRange(reader, span, {
    asked: emptyQuery,
    days: {first: dayNumberOf(reader.moment) - daysBefore, last: dayNumberOf(reader.moment) + 10 * daysAfter},
    narrowed: [onlyRecord(entity, record)],
    most: 1,
  })
  const found = placed.find(({also}) => also === null)
  const label = reader.entities.entities.get(entity)?.label ?? ''
  return found ? eventOf(found, {span, zone: reader.moment.zone, row: null, label}) : null
}

interface SpanEventContext {
  readonly span: CompiledSpan
  readonly zone: string
  readonly row: string | null
  readonly label: string
}

function eventOf(placed: RecordInRange, at: SpanEventContext): FeedEvent {
  const {row, label} = at
  const {text, look, href} = placed
  const said = placed.said.filter(each => each !== '')
  const name = text || said.find(each => each !== row) || (bulletOf(at.span.screen, hiddenAs) ?? label)
  const instant = (value: Json): string | null => (typeof value === 'string' ? value : null)
  return {
    id: placed.key.replace(' ', '-'),
    version: placed.version,
    title: row === null ? name : `${row}: ${name}`,
    lines: said.filter(each => each !== name && each !== row),
    state: look.state?.label ?? '',
    href,
    tentative: placed.look.requested,
    created: instant(placed.created),
    updated: instant(placed.updated),
    when: whenOf(placed, at),
  }
}

const midday = DAY / 2

/** A half day turns days into times: it starts or ends at midday in the application's time zone. */
function whenOf({stored, from, to, halves}: RecordInRange, {span, zone}: SpanEventContext): FeedEvent['when'] {
  if (span.fields.timed) {
    const [begins, ends] = [Date.parse(String(stored.from)), Date.parse(String(stored.to))]
    return {kind: 'moments', begins, ends: Number.isNaN(ends) ? begins : Math.max(begins, ends)}
  }
  const {first, last} = halves
  if (!first && !last) return {kind: 'days', first: from.day, last: to.day}
  const clock = (day: number, second: number): number => localToEpoch(zone, day * DAY + second) * 1000
  const begins = clock(from.day, first ? midday : 0)
  return {kind: 'moments', begins, ends: Math.max(begins, clock(to.day, last ? midday : DAY))}
}
