/**
 * A calendar or timeline as a feed: the records of the screen with the reader's permissions and the filters of the
 * address, from some months ago to a year from now.
 */

import {compared, fieldCore, parameterCore, thisCore} from '../../engine/base/core-build.ts'
import {dayOf} from '../../engine/base/request-time.ts'
import type {Columns} from '../../engine/display/record-names.ts'
import type {CalendarFeed, FeedEvent} from '../../engine/feeds/feed.ts'
import {readListQuery} from '../../engine/lists/list-address.ts'
import {expressionShape, type Narrowing} from '../../engine/lists/list-plan.ts'
import {emptyQuery, type ListDefinition, type Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {ScreenFeed, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {DAY, localToEpoch} from '../../feel/calendar.ts'
import {standingAt} from '../../feel/core.ts'
import {textType} from '../../feel/type.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {hiddenAs} from '../../points/screens/bullets/texts.ts'
import {fieldAt} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {feedFormatsOf} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {aboutOf, titleOf} from '../collections/filters.ts'
import {listDefinition} from '../collections/list-definition.ts'
import {rows as rowsBullet} from './bullets.ts'
import {type RecordInRange, recordsInRange, type SpanFields, spanFields, spanList} from './records-in-range.ts'

interface SpanScreen {
  readonly screen: Screen
  readonly shown: ListDefinition
  readonly list: ListDefinition
  readonly fields: SpanFields
  /** The field of the rows; null in a calendar. */
  readonly per: Path | null
}

const daysBefore = 92
const daysAfter = 366
const mostEvents = 5000

export function compileSpanFeed(span: SpanScreen, context: RecordContext): {readonly feed?: ScreenFeed} {
  const formats = feedFormatsOf(span.screen)
  if (formats.length === 0) return {}
  const rows = rowCondition(span, context.specification)
  return {feed: {name: span.screen.name, formats, load: visit => spanFeed({...span, rows}, visit, context)}}
}

interface SpanSource extends SpanScreen {
  readonly rows: Narrowing | null
}

function spanFeed(span: SpanSource, visit: Visit, context: RecordContext): Promise<CalendarFeed> {
  return context.engine.read(visit.actor, async reader => {
    const {screen, shown, fields, per, rows} = span
    const {moment, visibility} = reader
    const about = await aboutOf(reader, screen, {visit, context})
    const {asked} = readListQuery(visit.query, {screen: shown, visibility, locale: localeOf(moment)})
    const today = dayOf(moment)
    const found = await recordsInRange(
      reader,
      {
        screen,
        list: span.list,
        fields,
        visit,
        asked,
        days: {first: today - daysBefore, last: today + daysAfter},
        narrowed: [...about.narrowed, ...(rows ? [{shape: rows.shape, where: visibility.condition(rows.where)}] : [])],
        more: [['created'], ['updated']],
        ...(per ? {per} : {}),
        most: mostEvents,
      },
      context,
    )
    const label = reader.entities.entities.get(fields.entity)?.label ?? ''
    const all = visit.query.get('requested') !== 'no'
    const shownPlaced = found.placed.filter(({look}) => all || !look.requested)
    const events = shownPlaced.flatMap(placed => {
      // A record whose row is hidden from the reader is in no row of the screen.
      const row = per ? found.columns.text(placed.row, per) : null
      return row === ''
        ? []
        : [eventOf(placed, {screen, columns: found.columns, fields, zone: moment.zone, row, label})]
    })
    return {kind: 'calendar', title: titleOf(screen, about), zone: moment.zone, events}
  })
}

/** Whether the record's row is in the timeline, as a condition on the record; null if all rows are. */
function rowCondition({screen, shown, per}: SpanScreen, {entities}: Specification): Narrowing | null {
  const rows = bulletOf(screen, rowsBullet)
  if (!rows || !per) return null
  let [at, entity] = [thisCore(shown.entity), shown.entity]
  for (const name of per) {
    const field = fieldAt(entities, entity, [name])
    if (!field) return null
    const {type} = field.type
    at = fieldCore(at, entity, {name: field.name, type})
    if (type.kind === 'reference') entity = type.entity
  }
  return {shape: `rows ${per.join('.')} ${expressionShape(rows)}`, where: standingAt(rows.core, at)}
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
  const {specification} = context
  const shown = listDefinition(screen, specification)
  const fields = spanFields(screen, specification)
  const {placed, columns} = await recordsInRange(
    reader,
    {
      screen,
      list: spanList(screen, shown, fields),
      fields,
      visit: {actor: reader.actor},
      asked: emptyQuery,
      days: {first: dayOf(reader.moment) - daysBefore, last: dayOf(reader.moment) + 10 * daysAfter},
      narrowed: [onlyRecord(fields.entity, record)],
      more: [['created'], ['updated']],
      most: 1,
    },
    context,
  )
  const found = placed.find(({also}) => also === null)
  const label = reader.entities.entities.get(fields.entity)?.label ?? ''
  return found ? eventOf(found, {screen, columns, fields, zone: reader.moment.zone, row: null, label}) : null
}

interface EventWorld {
  readonly screen: Screen
  readonly columns: Columns
  readonly fields: SpanFields
  readonly zone: string
  readonly row: string | null
  readonly label: string
}

function eventOf(placed: RecordInRange, world: EventWorld): FeedEvent {
  const {columns, row, label} = world
  const {text, look, href} = placed
  const said = placed.said.filter(each => each !== '')
  const name = text || said.find(each => each !== row) || (bulletOf(world.screen, hiddenAs) ?? label)
  const instant = (path: string): string | null => {
    const {value} = columns.cell(placed.row, [path])
    return typeof value === 'string' ? value : null
  }
  return {
    id: placed.key.replace(' ', '-'),
    version: placed.row.version,
    title: row === null ? name : `${row}: ${name}`,
    lines: said.filter(each => each !== name && each !== row),
    state: look.state?.label ?? '',
    href,
    tentative: placed.look.requested,
    created: instant('created'),
    updated: instant('updated'),
    when: whenOf(placed, world),
  }
}

const midday = DAY / 2

/** A half day turns days into times: it starts or ends at midday in the application's time zone. */
function whenOf(placed: RecordInRange, {columns, fields, zone}: EventWorld): FeedEvent['when'] {
  const {row, from, to, halves} = placed
  const instant = (path: Path): number => Date.parse(String(columns.cell(row, path).value))
  if (fields.timed) {
    const [start, end] = placed.also ? [[placed.also.from], [placed.also.to]] : [fields.from, fields.to]
    const begins = instant(start)
    const ends = end ? instant(end) : begins
    return {kind: 'moments', begins, ends: Number.isNaN(ends) ? begins : Math.max(begins, ends)}
  }
  const {first, last} = halves
  if (!first && !last) return {kind: 'days', first: from.day, last: to.day}
  const clock = (day: number, second: number): number => localToEpoch(zone, day * DAY + second) * 1000
  const begins = clock(from.day, first ? midday : 0)
  return {kind: 'moments', begins, ends: Math.max(begins, clock(to.day, last ? midday : DAY))}
}
