/** A calendar of records: a month, a week, or what is ahead. Everything asked stands in the address. */

import type {CalendarData, CalendarItem} from '../../contract/calendar.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Reader} from '../engine.ts'
import {readAsked} from '../list/address.ts'
import type {ListScreen} from '../list/request.ts'
import {localeOf} from '../lookup.ts'
import {dayOf} from '../moment.ts'
import type {PageReply, Visit} from '../reply.ts'
import {calendarDays, calendarViews, type Stretch, stretchOf} from './calendar-days.ts'
import {calendarHours, minutesOf} from './calendar-hours.ts'
import type {Columns} from './columns.ts'
import {daysOff} from './days-off.ts'
import {listFilters} from './list-filters.ts'
import {listScreen} from './list-screen.ts'
import {type LookWorld, lookAddress, readLook} from './look.ts'
import {legendOf, type Placed, placedRecords} from './placed.ts'
import {aboutOf, narrowedTo, titleOf} from './route-filters.ts'
import {shownField} from './shown-field.ts'
import {type SpanFields, spanFields} from './span-fields.ts'
import {spanLinks} from './span-links.ts'
import {clocksText, momentsText, wholeDaysText} from './span-text.ts'
import {noActions, type RecordWorld, withRecords} from './world.ts'

export const compileCalendar = withRecords((screen, world) => {
  const calendar = {
    screen,
    shown: listScreen(screen, world.specification),
    fields: spanFields(screen, world.specification),
  }
  return {
    actions: noActions,
    async load(visit): Promise<PageReply> {
      const data = await world.engine.read(visit.actor, async reader => {
        const about = await aboutOf(reader, screen, {visit, world})
        const shown = narrowedTo(calendar.shown, about)
        return {...(await calendarData(reader, {...calendar, shown, visit}, world)), heading: titleOf(screen, about)}
      })
      return {kind: 'page', status: 200, title: data.heading, screen: 'calendar', data}
    },
  }
})

interface Calendar {
  readonly screen: Screen
  readonly shown: ListScreen
  readonly fields: SpanFields
  readonly visit: Visit
}

async function calendarData(reader: Reader, calendar: Calendar, world: RecordWorld): Promise<CalendarData> {
  const {screen, shown, fields, visit} = calendar
  const {moment, sight} = reader
  const {asked} = readAsked(visit.query, {screen: shown, sight, locale: localeOf(moment)})
  const at: LookWorld = {visit, asked, views: calendarViews, today: dayOf(moment)}
  const look = readLook(visit.query, at)
  const view = calendarViews.find(each => each === look.view) ?? 'month'
  const stretch = stretchOf[view](look.on, moment.language)
  const found = await placedRecords(reader, {...calendar, asked, days: stretch.days}, world)
  const off = await daysOff(reader, screen, stretch.days)
  const href = (day: number) => lookAddress({view: 'agenda', on: day}, at)
  const items = found.placed.map(placed =>
    itemOf(placed, {reader, screen, columns: found.columns, stretch, fields}, world),
  )
  return {
    ...spanLinks(look, {at, moved: stretch.moved, labels: world.words.calendars.views}),
    heading: screen.name,
    span: stretch.text,
    narrow: {
      search: shown.search.length > 0 ? {text: asked.search} : null,
      filters: await listFilters(reader, shown, {asked, visit}),
      narrowed: asked.search !== '' || asked.filters.length > 0,
    },
    legend: legendOf(found.placed, world, shown.entity),
    more: found.more,
    empty: items.length === 0 ? (screen.details.empty ?? world.words.calendars.nothing) : null,
    view,
    days: calendarDays(stretch, {moment, off, href}),
    items: items.toSorted((a, b) => a.first - b.first || b.last - a.last || a.time.localeCompare(b.time)),
    columns: screen.details.columns.flatMap(path => shownField(world.specification, shown.entity, path) ?? []),
    hours: view === 'week' && fields.timed ? calendarHours(items, {days: stretch.days, moment}) : null,
  }
}

interface ItemWorld {
  readonly reader: Reader
  readonly screen: Screen
  readonly columns: Columns
  readonly stretch: Stretch
  readonly fields: SpanFields
}

function itemOf(placed: Placed, world: ItemWorld, {specification}: RecordWorld): CalendarItem {
  const {reader, screen, columns, stretch, fields} = world
  const {moment} = reader
  const {from, to, state} = placed
  const label = specification.entities.entities.get(fields.entity)?.label ?? ''
  const text = placed.text || placed.said[0] || label
  const when = fields.timed ? momentsText(placed, moment) : wholeDaysText(placed, moment)
  // What ends at midnight is not on the day that begins then.
  const last = fields.timed && to.second === 0 && to.day > from.day ? to.day - 1 : to.day
  const oneDay = fields.timed && last === from.day
  return {
    id: placed.row.id,
    href: placed.href,
    first: from.day - stretch.days.first,
    last: last - stretch.days.first,
    time: oneDay ? clocksText({from, to: from}, moment.language) : '',
    times: oneDay ? clocksText(placed, moment.language) : last > from.day ? when : '',
    minutes: fields.timed ? minutesOf(placed, stretch.days.first) : null,
    text,
    label: [text, when, ...placed.said.filter(each => each !== text), state?.text ?? ''].filter(Boolean).join(', '),
    tone: state?.tone ?? 'plain',
    state: state?.text ?? '',
    cells: screen.details.columns.map(path => columns.cell(placed.row, path)),
  }
}
