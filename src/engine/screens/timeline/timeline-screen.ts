/**
 * The timeline screen: one row per record or choice, with bars over days or hours. The address holds the whole query.
 */
import type {TimelineData} from '../../../contract/timeline.ts'
import {booleanType} from '../../../feel/type.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {no, parameterCore} from '../../core-build.ts'
import {subscribeLink} from '../../feeds/subscribe.ts'
import {localeOf} from '../../lookup.ts'
import {screenProse} from '../../prose.ts'
import {readListQuery} from '../../query/list-address.ts'
import type {CompiledList, Narrowing} from '../../query/list-plan.ts'
import type {ListDefinition} from '../../query/list-query.ts'
import type {ReadContext} from '../../read-context.ts'
import type {PageReply, Visit} from '../../reply.ts'
import {dayOf} from '../../request-time.ts'
import {aboutOf, listFilters, titleOf} from '../list/filters.ts'
import {listScreen} from '../list/list-definition.ts'
import {noActions, type RecordContext, withRecords} from '../screen-context.ts'
import {closedPeriods, markedDays} from '../span/marked-days.ts'
import {legendOf, recordsInRange, type SpanFields, spanFields, spanList} from '../span/records-in-range.ts'
import {readSpanView, type SpanView, type SpanViewContext, spanAddress, spanLinks} from '../span/span-address.ts'
import {compileSpanFeed} from '../span/span-feed.ts'
import {type Bar, type BarWorld, barOf, headsWith, laidOut, marksOfRows} from './bars.ts'
import {perOf, type TimelineRows, timelineRows} from './rows.ts'
import {dayScale, weeksScale} from './scale.ts'

export const compileTimeline = withRecords((screen, context) => {
  const shown = listScreen(screen, context.specification)
  const fields = spanFields(screen, context.specification)
  const list = spanList(screen, shown, fields)
  const above = screenProse(screen, context.specification)
  return {
    actions: noActions,
    async load(visit): Promise<PageReply> {
      const data = await context.engine.read(visit.actor, async reader => {
        const about = await aboutOf(reader, screen, {visit, context})
        const timeline = {screen, shown, list, narrowed: about.narrowed, fields, visit}
        return {...above(), ...(await timelineData(reader, timeline, context)), heading: titleOf(screen, about)}
      })
      return {kind: 'page', status: 200, title: data.heading, screen: 'timeline', data}
    },
    ...compileSpanFeed({screen, shown, list, fields, per: perOf(screen)}, context),
  }
})

interface Timeline {
  readonly screen: Screen
  readonly shown: ListDefinition
  readonly list: CompiledList
  readonly narrowed: readonly Narrowing[]
  readonly fields: SpanFields
  readonly visit: Visit
}

/** Moments are looked at by the hour, or as days. */
const viewsOf = ({timed}: SpanFields): readonly string[] => (timed ? ['day', 'weeks'] : ['weeks'])

async function timelineData(reader: ReadContext, timeline: Timeline, context: RecordContext): Promise<TimelineData> {
  const {screen, shown, fields, visit} = timeline
  const {moment} = reader
  const {asked} = readListQuery(visit.query, {screen: shown, visibility: reader.visibility, locale: localeOf(moment)})
  const views = viewsOf(fields)
  const look = readSpanView(visit.query, {views, today: dayOf(moment)})
  const scale = look.view === 'day' ? dayScale(look.on, moment) : weeksScale(look.on, moment, fields.timed)
  const per = perOf(screen)
  const rows = await timelineRows(reader, {screen, per, asked, visit}, context)
  const found = await recordsInRange(
    reader,
    {
      ...timeline,
      asked: rows.searched ? {...asked, search: ''} : asked,
      days: scale.days,
      narrowed: [...timeline.narrowed, ofRows(reader, timeline, rows)],
      more: [per, ...(screen.details.time.halfDays ?? [])],
      per,
    },
    context,
  )
  const marks = await markedDays(reader, screen, scale.days)
  const timed = fields.timed
  const bars: BarWorld = {screen, columns: found.columns, scale, moment, words: context.words, marks, timed}
  const rowOf = ({placed}: Bar) => String(found.columns.cell(placed.row, per).value)
  const laid = laidOut(
    found.placed.map(placed => barOf(placed, bars)),
    {rows, bars, rowOf},
  )
  const at: SpanViewContext = {visit, asked, views, today: dayOf(moment)}
  const moved = {earlier: look.on - scale.step, later: look.on + scale.step}
  return {
    ...spanLinks(look, {at, moved, labels: context.words.timelines.views}),
    period: scale.text,
    heading: screen.name,
    filterBar: {
      search: shown.search.length > 0 ? {text: asked.search} : null,
      filters: await listFilters(reader, shown, {asked, visit}),
      filtered: asked.search !== '' || asked.filters.length > 0,
    },
    legend: legendOf(found.placed, context, shown.entity),
    more: found.more,
    subscribe: subscribeLink(screen, {visit, asked}, context.words),
    empty: rows.rows.length === 0 ? (screen.details.empty ?? context.words.lists.nothingYet) : null,
    closed: closedPeriods(marksOfRows(marks, rows.rows), moment),
    heads: headsWith(laid.cut.heads, marks, scale),
    groups: laid.groups,
    people: rows.people,
    count: rows.count,
    entityName: rows.called,
    page: pageLinks(rows, {...at, look}),
  }
}

/** Only what is in a row of this page. */
function ofRows({visibility}: ReadContext, {shown, screen}: Timeline, {rows}: TimelineRows): Narrowing {
  const seen = visibility.visibleField(shown.entity, perOf(screen))
  if (!seen || rows.length === 0) return {shape: 'no rows', where: no}
  const {type} = seen.value
  const value = (id: string) => (type.kind === 'reference' ? {entity: type.entity, id} : id)
  const name = (index: number) => `row ${index}`
  const tests = rows.map((_, index) => ({test: 'equals', with: parameterCore(name(index), type)}) as const)
  return {
    shape: `${rows.length} rows`,
    where: {op: 'in', value: seen.value, tests, type: booleanType},
    parameters: new Map(rows.map(({id}, index) => [name(index), value(id)])),
  }
}

function pageLinks(
  {next, previous}: TimelineRows,
  {look, ...at}: SpanViewContext & {readonly look: SpanView},
): TimelineData['page'] {
  const beside = (side: 'after' | 'before', cursor: string | null) =>
    cursor === null ? null : spanAddress(look, {...at, asked: {...at.asked, place: {side, cursor}}})
  return {next: beside('after', next), previous: beside('before', previous)}
}
