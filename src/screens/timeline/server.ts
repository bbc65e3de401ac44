/**
 * The timeline screen: one row per record or choice, with bars over days or hours. The address contains the whole
 * query.
 */

import {atOnce} from '../../engine/base/at-once.ts'
import {dayNumberOf, type RequestTime} from '../../engine/base/request-time.ts'
import {presentOn} from '../../engine/display/record-names.ts'
import {emptyText} from '../../engine/links/first-run.ts'
import {subscribeLink} from '../../engine/links/subscribe.ts'
import {readListQuery} from '../../engine/lists/list-address.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {filterBar} from '../../features/collections/filters.ts'
import {legendOf} from '../../features/planning/bar-look.ts'
import {closedPeriods, markedDays, shutDays} from '../../features/planning/marked-days.ts'
import {movableRecords, newRecords} from '../../features/planning/plan-changes.ts'
import {moreText, recordsInRange} from '../../features/planning/records-in-range.ts'
import {
  compileSpanScreen,
  readSpanView,
  type SpanRequest,
  type SpanView,
  type SpanViewContext,
  spanAddress,
  spanLinks,
} from '../../features/planning/span-screen.ts'
import {laidOut, marksOfRows, marksRow, namedDays} from '../../features/planning/timeline-bars.ts'
import type {TimelineData} from '../../features/planning/timeline-data.ts'
import {
  ofRows,
  perOf,
  referencesOfRows,
  type TimelineRows,
  timelineRows,
} from '../../features/planning/timeline-rows.ts'
import {
  nowIn,
  originOf,
  type Scale,
  scaleOf,
  type TimelineView,
  timelineViews,
  type UnitRange,
} from '../../features/planning/timeline-scale.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {columns} from '../../points/screens/bullets/shared.ts'

export const compileTimeline = compileSpanScreen(perOf, async (reader, request, context) => ({
  screen: 'timeline',
  data: await timelineData(reader, request, context),
}))

async function timelineData(reader: ReadContext, timeline: SpanRequest, context: RecordContext): Promise<TimelineData> {
  const {span, shown, visit, head} = timeline
  const {screen, fields} = span
  const {moment} = reader
  const {asked} = readListQuery(visit.query, {screen: shown, visibility: reader.visibility, locale: localeOf(moment)})
  const offered = timelineViews(fields.timed)
  const today = dayNumberOf(moment)
  const at: SpanViewContext = {visit, asked, ...offered, today}
  const look = readSpanView(visit.query, at)
  const view = offered.views.find(each => each === look.view) ?? offered.usual
  const {timed} = fields
  const scale = scaleOf(view, look.on, {moment, timed})
  const per = perOf(screen)
  const shownRows = async () => {
    const rows = await timelineRows(reader, {screen, per, asked, visit, ...rowsIn(view)}, context)
    const found = await recordsInRange(reader, span, {
      asked: rows.searched ? {...asked, search: ''} : asked,
      days: scale.days,
      narrowed: [...timeline.narrowed, ofRows(reader, {fields, per}, rows)],
    })
    return {rows, found}
  }
  const shut = {days: scale.days, text: context.words.timelines.closedDay}
  const [{rows, found}, marked, closed, bar] = await atOnce([
    shownRows(),
    markedDays(reader, screen, scale.days),
    scale.hourly ? shutDays(reader, screen, shut) : [],
    filterBar(reader, shown, {asked, visit, context}, () => referencesOfRows(reader, {screen, per})),
  ])
  const placed = found.placed.filter(each => look.requested || !each.look.requested)
  const marks = marksOfRows([...marked, ...closed], rows.rows)
  const creating = newRecords(reader, {fields, per, visit}, context)
  const createDay = today >= scale.days.first && today <= scale.days.last ? today : scale.days.first
  const takenIn = (id: string) => found.placed.filter(each => String(each.per.value) === id)
  const laid = laidOut(placed, {
    rows,
    screen,
    scale,
    moment,
    words: context.words,
    marks,
    timed,
    movable: await movableRecords(reader, fields, placed),
    createIn: row =>
      creating?.takes(row) && !(scale.hourly && marks.some(mark => marksRow(mark, row)))
        ? creating.href(createDay, {id: row.id, taken: takenIn(row.id)})
        : null,
    pinned: rows.rows.length > 1,
    folding: {folded: look.folded, href: key => spanAddress({...look, folded: toggled(look.folded, key)}, at)},
    now: nowUnits(scale, moment),
  })
  const links = spanLinks(look, {at, moved: scale.moved, labels: context.words.timelines.views})
  return {
    ...head,
    ...links,
    requested: found.placed.some(each => each.look.requested) ? links.requested : null,
    view,
    period: scale.text,
    filterBar: bar,
    legend: legendOf(
      placed.map(each => each.look),
      {
        screen,
        context,
        per,
        half: laid.bars.some(({half}) => half !== null),
        marks: scale.hourly ? [] : marks,
      },
    ),
    more: found.more ? moreText(found, {days: scale.days, moment, words: context.words}) : null,
    subscribe: subscribeLink(screen, {visit, asked}, context.words),
    empty:
      rows.rows.length === 0 ? await emptyText(reader, screen, context.words.lists.noneYet(rows.called.several)) : null,
    closed: closedPeriods(marks, moment),
    create: creating?.data ?? null,
    bands: laid.cut.bands,
    heads: laid.heads,
    named: namedDays(marks, rows.rows, scale),
    now: nowIn(laid.cut, scale, moment),
    origin: originOf(scale, laid.cut),
    own: laid.own,
    groups: laid.groups,
    columns: bulletOf(screen, columns).flatMap(path => context.display.field(shown.entity, path) ?? []),
    people: rows.people,
    count: rows.count,
    entityName: rows.called,
    presentAs: presentOn(screen),
    // Of all rows, not of those on this page.
    present: rows.next === null && rows.previous === null ? laid.present : null,
    page: pageLinks(rows, {...at, look}),
  }
}

/** A row of a year has dozens of bars and days off: hundreds of such rows take a browser seconds. */
const rowsIn = (view: TimelineView): {readonly size?: number} =>
  view === 'year' ? {size: 50} : view === 'quarter' ? {size: 100} : {}

const toggled = (keys: readonly string[], key: string): string[] =>
  keys.includes(key) ? keys.filter(each => each !== key) : [...keys, key]

/** The units of today, or of the current time. */
function nowUnits(scale: Scale, moment: RequestTime): UnitRange | null {
  const today = dayNumberOf(moment)
  if (today < scale.days.first || today > scale.days.last) return null
  const {second} = moment.local.time
  const start = scale.start({day: today, second: scale.hourly ? second : 0})
  return {start, end: scale.hourly ? start + 1 : scale.start({day: today + 1, second: 0})}
}

function pageLinks(
  {next, previous}: TimelineRows,
  {look, ...at}: SpanViewContext & {readonly look: SpanView},
): TimelineData['page'] {
  const beside = (side: 'after' | 'before', cursor: string | null) =>
    cursor === null ? null : spanAddress(look, {...at, asked: {...at.asked, place: {side, cursor}}})
  return {next: beside('after', next), previous: beside('before', previous)}
}
