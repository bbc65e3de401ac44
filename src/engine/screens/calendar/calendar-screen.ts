/** The calendar screen: a month, a week, or an agenda of the coming weeks. The address holds the whole query. */
import type {CalendarData, CalendarDay, CalendarItem} from '../../../contract/calendar.ts'
import {addMonths, toDays} from '../../../feel/calendar.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {subscribeLink} from '../../feeds/subscribe.ts'
import {localeOf} from '../../lookup.ts'
import {screenProse} from '../../prose.ts'
import {readListQuery} from '../../query/list-address.ts'
import type {CompiledList, Narrowing} from '../../query/list-plan.ts'
import type {ListDefinition} from '../../query/list-query.ts'
import type {ReadContext} from '../../read-context.ts'
import type {PageReply, Visit} from '../../reply.ts'
import {dayOf, type RequestTime} from '../../request-time.ts'
import {aboutOf, listFilters, titleOf} from '../list/filters.ts'
import {listScreen} from '../list/list-definition.ts'
import type {Columns} from '../record-names.ts'
import {noActions, type RecordContext, withRecords} from '../screen-context.ts'
import {type Days, dateOf, daysText, dayText, isoOf, weekdayAt, weekStart} from '../span/dates.ts'
import {calendarHours, minutesOf} from '../span/hours.ts'
import {closedPeriods, type DayMark, isOn, markedDays, markTexts} from '../span/marked-days.ts'
import {
  clocksText,
  legendOf,
  momentsText,
  type RecordInRange,
  recordsInRange,
  type SpanFields,
  spanFields,
  spanList,
  wholeDaysText,
} from '../span/records-in-range.ts'
import {readSpanView, type SpanViewContext, spanAddress, spanLinks} from '../span/span-address.ts'
import {compileSpanFeed} from '../span/span-feed.ts'

// Which days are shown: the weeks of a month, one week, or some weeks from a day on; and where the next ones begin.

const calendarViews = ['month', 'week', 'agenda'] as const
type CalendarView = (typeof calendarViews)[number]

interface CalendarRange {
  readonly days: Days
  readonly text: string
  readonly moved: {readonly earlier: number; readonly later: number}
  readonly outside: (day: number) => boolean
}

const agendaDays = 28

/** Each view declares its own days. */
const stretchOf: Readonly<Record<CalendarView, (on: number, language: string) => CalendarRange>> = {
  month(on, language) {
    const {month} = dateOf(on)
    const first = on - dateOf(on).day + 1
    const last = monthsOn(first, 1) - 1
    return {
      days: {first: weekStart(first, language), last: weekStart(last, language) + 6},
      text: dayText(first, language, {month: 'long', year: 'numeric'}),
      moved: {earlier: monthsOn(first, -1), later: monthsOn(first, 1)},
      outside: day => dateOf(day).month !== month,
    }
  },
  week(on, language) {
    const first = weekStart(on, language)
    return plain({first, last: first + 6}, {earlier: on - 7, later: on + 7}, language)
  },
  agenda(on, language) {
    const days = {first: on, last: on + agendaDays - 1}
    return plain(days, {earlier: on - agendaDays, later: on + agendaDays}, language)
  },
}

function plain(days: Days, moved: CalendarRange['moved'], language: string): CalendarRange {
  const text = daysText(days, language, {day: 'numeric', month: 'long', year: 'numeric'})
  return {days, text, moved, outside: () => false}
}

function monthsOn(day: number, months: number): number {
  const moved = addMonths(dateOf(day), months)
  return moved === null ? day : toDays(moved)
}

interface DayContext {
  readonly moment: RequestTime
  readonly marks: readonly DayMark[]
  readonly href: (day: number) => string
}

function calendarDays({days, outside}: CalendarRange, {moment, marks, href}: DayContext): CalendarDay[] {
  const {language, workingWeek} = moment
  return Array.from({length: days.last - days.first + 1}, (_, index) => {
    const day = days.first + index
    const here = marks.filter(mark => isOn(mark, day))
    const off = here.filter(({kind}) => kind === 'off')
    const begins = dateOf(day).day === 1 || index === 0
    return {
      date: isoOf(day),
      text: begins ? dayText(day, language, {day: 'numeric', month: 'short'}) : String(dateOf(day).day),
      weekday: dayText(day, language, {weekday: 'short'}),
      label: dayText(day, language, {weekday: 'long', day: 'numeric', month: 'long'}),
      today: day === dayOf(moment),
      off: !workingWeek.includes(weekdayAt(day)) || off.some(({shared}) => shared === null),
      note: markTexts(off),
      closed: markTexts(here.filter(({kind}) => kind === 'closed')),
      outside: outside(day),
      href: href(day),
    }
  })
}

// The screen.

export const compileCalendar = withRecords((screen, context) => {
  const shown = listScreen(screen, context.specification)
  const fields = spanFields(screen, context.specification)
  const calendar = {screen, shown, fields, list: spanList(screen, shown, fields)}
  const above = screenProse(screen, context.specification)
  return {
    actions: noActions,
    async load(visit): Promise<PageReply> {
      const data = await context.engine.read(visit.actor, async reader => {
        const about = await aboutOf(reader, screen, {visit, context})
        const {narrowed} = about
        const shownData = await calendarData(reader, {...calendar, narrowed, visit}, context)
        return {...above(), ...shownData, heading: titleOf(screen, about)}
      })
      return {kind: 'page', status: 200, title: data.heading, screen: 'calendar', data}
    },
    ...compileSpanFeed({...calendar, per: null}, context),
  }
})

interface Calendar {
  readonly screen: Screen
  readonly shown: ListDefinition
  readonly list: CompiledList
  readonly narrowed: readonly Narrowing[]
  readonly fields: SpanFields
  readonly visit: Visit
}

async function calendarData(reader: ReadContext, calendar: Calendar, context: RecordContext): Promise<CalendarData> {
  const {screen, shown, fields, visit} = calendar
  const {moment, visibility} = reader
  const {asked} = readListQuery(visit.query, {screen: shown, visibility, locale: localeOf(moment)})
  const at: SpanViewContext = {visit, asked, views: calendarViews, today: dayOf(moment)}
  const look = readSpanView(visit.query, at)
  const view = calendarViews.find(each => each === look.view) ?? 'month'
  const stretch = stretchOf[view](look.on, moment.language)
  const found = await recordsInRange(reader, {...calendar, asked, days: stretch.days}, context)
  const marks = await markedDays(reader, screen, stretch.days)
  const href = (day: number) => spanAddress({view: 'agenda', on: day}, at)
  const items = found.placed.map(placed =>
    itemOf(placed, {reader, screen, columns: found.columns, stretch, fields}, context),
  )
  return {
    ...spanLinks(look, {at, moved: stretch.moved, labels: context.words.calendars.views}),
    heading: screen.name,
    period: stretch.text,
    filterBar: {
      search: shown.search.length > 0 ? {text: asked.search} : null,
      filters: await listFilters(reader, shown, {asked, visit}),
      filtered: asked.search !== '' || asked.filters.length > 0,
    },
    legend: legendOf(found.placed, context, shown.entity),
    more: found.more,
    subscribe: subscribeLink(screen, {visit, asked}, context.words),
    empty: items.length === 0 ? (screen.details.empty ?? context.words.calendars.nothing) : null,
    view,
    closed: closedPeriods(marks, moment),
    days: calendarDays(stretch, {moment, marks, href}),
    items: items.toSorted((a, b) => a.first - b.first || b.last - a.last || a.time.localeCompare(b.time)),
    columns: screen.details.columns.flatMap(path => context.display.field(shown.entity, path) ?? []),
    hours: view === 'week' && fields.timed ? calendarHours(items, {days: stretch.days, moment}) : null,
  }
}

interface ItemWorld {
  readonly reader: ReadContext
  readonly screen: Screen
  readonly columns: Columns
  readonly stretch: CalendarRange
  readonly fields: SpanFields
}

function itemOf(placed: RecordInRange, context: ItemWorld, {specification}: RecordContext): CalendarItem {
  const {reader, screen, columns, stretch, fields} = context
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
