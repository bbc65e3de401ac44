/** The calendar screen: a day, a week, a month, a year, or an agenda of the coming weeks. The address holds the whole query. */

import {atOnce} from '../../engine/base/at-once.ts'
import {dayNumberOf, type RequestTime} from '../../engine/base/request-time.ts'
import {
  type Days,
  dateOfDay,
  daysText,
  dayText,
  isoOf,
  monthStart,
  monthsOn,
  weekdayAt,
  weekStart,
} from '../../engine/display/dates.ts'
import {emptyText} from '../../engine/links/first-run.ts'
import {subscribeLink} from '../../engine/links/subscribe.ts'
import {readListQuery} from '../../engine/lists/list-address.ts'
import type {Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {filterBar} from '../../features/collections/filters.ts'
import {legendOf} from '../../features/planning/bar-look.ts'
import {daysOff} from '../../features/planning/bullets.ts'
import type {CalendarData, CalendarDay, CalendarItem} from '../../features/planning/calendar-data.ts'
import {calendarHours, minutesOfRecord} from '../../features/planning/hours.ts'
import {
  appliesTo,
  closedPeriods,
  type DayMark,
  isOn,
  markedDays,
  markTexts,
  ownShared,
} from '../../features/planning/marked-days.ts'
import {movableRecords, newRecords} from '../../features/planning/plan-changes.ts'
import {
  type CompiledSpan,
  clocksText,
  halfDaysText,
  halfOf,
  momentsText,
  moreText,
  noHalves,
  type RecordInRange,
  recordsInRange,
  referencesInRange,
} from '../../features/planning/records-in-range.ts'
import {
  compileSpanScreen,
  readSpanView,
  type SpanRequest,
  type SpanViewContext,
  spanAddress,
  spanLinks,
} from '../../features/planning/span-screen.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {columns as columnsBullet} from '../../points/screens/bullets/shared.ts'
import {hiddenAs} from '../../points/screens/bullets/texts.ts'
import type {Screen} from '../../points/screens/model.ts'

// The days shown, and the start of the next page.

const calendarViews = ['day', 'week', 'month', 'year', 'agenda'] as const
type CalendarView = (typeof calendarViews)[number]

interface CalendarRange {
  readonly days: Days
  readonly text: string
  readonly moved: {readonly earlier: number; readonly later: number}
  readonly outside: (day: number) => boolean
}

const agendaDays = 28
/** On a page of at most some weeks: more cannot be looked through. A year is looked at as a whole. */
const mostShown = 500

/** Each view declares its own days. */
const stretchOf: Readonly<Record<CalendarView, (on: number, language: string) => CalendarRange>> = {
  day(on, language) {
    const text = dayText(on, language, {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'})
    const days = {first: on, last: on}
    return {days, text, moved: {earlier: on - 1, later: on + 1}, outside: () => false}
  },
  year(on, language) {
    const {year} = dateOfDay(on)
    const first = monthsOn(monthStart(on), 1 - dateOfDay(on).month)
    return {
      days: {first, last: monthsOn(first, 12) - 1},
      text: dayText(first, language, {year: 'numeric'}),
      moved: {earlier: monthsOn(first, -12), later: monthsOn(first, 12)},
      outside: day => dateOfDay(day).year !== year,
    }
  },
  month(on, language) {
    const {month} = dateOfDay(on)
    const first = monthStart(on)
    const last = monthsOn(first, 1) - 1
    return {
      days: {first: weekStart(first, language), last: weekStart(last, language) + 6},
      text: dayText(first, language, {month: 'long', year: 'numeric'}),
      moved: {earlier: monthsOn(first, -1), later: monthsOn(first, 1)},
      outside: day => dateOfDay(day).month !== month,
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

interface DayContext {
  readonly moment: RequestTime
  readonly marks: readonly DayMark[]
  /** What the viewer shares with days off, such as an office; null if unknown. */
  readonly own: string | null
  readonly href: (day: number) => string
  readonly create: (day: number) => string | null
}

function calendarDays({days, outside}: CalendarRange, {moment, marks, own, href, create}: DayContext): CalendarDay[] {
  const {language, workingWeek} = moment
  return Array.from({length: days.last - days.first + 1}, (_, index) => {
    const day = days.first + index
    const here = marks.filter(mark => isOn(mark, day))
    const off = here.filter(({kind}) => kind === 'off')
    const begins = dateOfDay(day).day === 1 || index === 0
    return {
      date: isoOf(day),
      text: begins ? dayText(day, language, {day: 'numeric', month: 'short'}) : String(dateOfDay(day).day),
      weekday: dayText(day, language, {weekday: 'short'}),
      label: dayText(day, language, {weekday: 'long', day: 'numeric', month: 'long'}),
      today: day === dayNumberOf(moment),
      off: !workingWeek.includes(weekdayAt(day)) || off.some(({shared}) => shared === null),
      note: markTexts(off),
      ...(own !== null && off.length > 0 && !off.some(mark => appliesTo(mark, own)) ? {elsewhere: true as const} : {}),
      closed: markTexts(here.filter(({kind}) => kind === 'closed')),
      outside: outside(day),
      href: href(day),
      create: create(day),
    }
  })
}

export const compileCalendar = compileSpanScreen(
  () => null,
  async (reader, request, context) => ({
    screen: 'calendar',
    data: await calendarData(reader, request, context),
  }),
)

async function calendarData(reader: ReadContext, calendar: SpanRequest, context: RecordContext): Promise<CalendarData> {
  const {span, shown, narrowed, visit, head} = calendar
  const {screen, fields} = span
  const {moment, visibility} = reader
  const {asked} = readListQuery(visit.query, {screen: shown, visibility, locale: localeOf(moment)})
  const at: SpanViewContext = {visit, asked, views: calendarViews, usual: 'month', today: dayNumberOf(moment)}
  const look = readSpanView(visit.query, at)
  const view = calendarViews.find(each => each === look.view) ?? 'month'
  const stretch = stretchOf[view](look.on, moment.language)
  const [found, marks, bar, own] = await atOnce([
    recordsInRange(reader, span, {asked, days: stretch.days, narrowed, ...(view === 'year' ? {} : {most: mostShown})}),
    markedDays(reader, screen, stretch.days),
    filterBar(reader, shown, {asked, visit, context}, () =>
      referencesInRange(reader, span, {days: stretch.days, narrowed}),
    ),
    ownShared(reader, bulletOf(screen, daysOff)),
  ])
  const placed = found.placed.filter(each => look.requested || !each.look.requested)
  const creating = newRecords(reader, {fields, per: null, visit}, context)
  const movable = await movableRecords(reader, fields, placed)
  const items = placed.map(each => itemOf(each, {reader, span, stretch, movable}, context))
  const links = spanLinks(look, {at, moved: stretch.moved, labels: context.words.calendars.views})
  return {
    ...head,
    ...links,
    requested: found.placed.some(each => each.look.requested) ? links.requested : null,
    period: stretch.text,
    filterBar: bar,
    legend: legendOf(
      placed.map(each => each.look),
      {
        screen,
        context,
        ...ofRecord(screen),
        half: items.some(({half}) => half !== null),
        marks,
      },
    ),
    more: found.more ? moreText(found, {days: stretch.days, moment, words: context.words}) : null,
    subscribe: subscribeLink(screen, {visit, asked}, context.words),
    empty: items.length === 0 ? await emptyText(reader, screen, context.words.calendars.nothing) : null,
    view,
    closed: closedPeriods(marks, moment),
    create: creating?.data ?? null,
    days: calendarDays(stretch, {
      moment,
      marks,
      own,
      href: day => spanAddress({...look, view: fields.timed ? 'day' : 'agenda', on: day}, at),
      create: day => creating?.href(day) ?? null,
    }),
    items: items.toSorted((a, b) => a.first - b.first || b.last - a.last || a.time.localeCompare(b.time)),
    columns: bulletOf(screen, columnsBullet).flatMap(path => context.display.field(shown.entity, path) ?? []),
    hours:
      (view === 'week' || view === 'day') && fields.timed ? calendarHours(items, {days: stretch.days, moment}) : null,
  }
}

/** The bookings of one room all have its colour. */
function ofRecord({address}: Screen): {readonly per?: Path} {
  const [filter] = address.kind === 'some' ? address.filters : []
  return filter ? {per: [filter.field]} : {}
}

interface ItemContext {
  readonly reader: ReadContext
  readonly span: CompiledSpan
  readonly stretch: CalendarRange
  readonly movable: ReadonlySet<string>
}

function itemOf(placed: RecordInRange, context: ItemContext, {specification, words}: RecordContext): CalendarItem {
  const {reader, span, stretch, movable} = context
  const {screen, fields} = span
  const {moment} = reader
  const {from, to, look} = placed
  const halves = fields.timed ? noHalves : placed.halves
  const half = halfOf(placed, halves)
  const label = specification.entities.entities.get(fields.entity)?.label ?? ''
  const said = placed.said.filter(each => each !== '')
  const text = placed.text || said[0] || (bulletOf(screen, hiddenAs) ?? label)
  const when = fields.timed
    ? momentsText(placed, moment)
    : halfDaysText(placed, {halves, moment, words: words.timelines})
  // A booking that ends at midnight does not extend to the next day.
  const last = fields.timed && to.second === 0 && to.day > from.day ? to.day - 1 : to.day
  const oneDay = fields.timed && last === from.day
  return {
    id: placed.key,
    href: placed.href,
    first: from.day - stretch.days.first,
    last: last - stretch.days.first,
    time: oneDay ? clocksText({from, to: from}, moment.language) : '',
    times: oneDay
      ? clocksText(placed, moment.language)
      : last > from.day
        ? when
        : half === null
          ? ''
          : words.timelines.parts[half],
    minutes: fields.timed ? minutesOfRecord(placed, stretch.days.first) : null,
    text,
    label: [text, when, ...said.filter(each => each !== text), look.state?.label ?? ''].filter(Boolean).join(', '),
    tone: look.tone,
    requested: look.requested,
    half,
    state: look.state,
    movable: !placed.also && movable.has(placed.id) ? placed.version : null,
    cells: placed.columns,
  }
}
