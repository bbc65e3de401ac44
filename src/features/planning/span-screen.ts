/**
 * The frame of the screens that show records over time, a calendar and a timeline: what is requested, the action that
 * moves a bar, and the view and day in the address, `?view=week&on=2026-11-16`, with the links that change them.
 */

import {screenProse} from '../../engine/base/prose.ts'
import {isoOf, readDay} from '../../engine/display/dates.ts'
import {writeListQuery} from '../../engine/lists/list-address.ts'
import type {Narrowing} from '../../engine/lists/list-plan.ts'
import type {ScreenContent} from '../../engine/page/frame.ts'
import type {ListDefinition, ListQuery, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {PageReply, Visit} from '../../engine/reply.ts'
import {noActions, type RecordContext, withRecords} from '../../engine/screen-context.ts'
import type {Screen} from '../../points/screens/model.ts'
import {aboutOf, titleOf} from '../collections/filters.ts'
import {listDefinition} from '../collections/list-definition.ts'
import type {CalendarData} from './calendar-data.ts'
import type {PeriodData} from './period-data.ts'
import {moveActions, type RefusedMove} from './plan-changes.ts'
import {type CompiledSpan, compileSpan} from './records-in-range.ts'
import {compileSpanFeed} from './span-feed.ts'

export interface SpanRequest {
  readonly span: CompiledSpan
  readonly shown: ListDefinition
  readonly narrowed: readonly Narrowing[]
  readonly visit: Visit
  /** What is shown above the records. */
  readonly head: Pick<CalendarData, 'html' | 'heading' | 'back' | 'problems'>
}

type LoadSpan = (reader: ReadContext, request: SpanRequest, context: RecordContext) => Promise<ScreenContent>

/** `perOf`: the field whose records are the rows; null without rows. */
export const compileSpanScreen = (perOf: (screen: Screen) => Path | null, load: LoadSpan) =>
  withRecords((screen, context) => {
    const shown = listDefinition(screen, context.specification)
    const per = perOf(screen)
    const span = compileSpan(screen, context, {per})
    const above = screenProse(screen, context.specification)
    const entity = context.specification.entities.entities.get(shown.entity)
    const show = (visit: Visit, refused: RefusedMove | null): Promise<PageReply> =>
      context.engine.read(visit.actor, async reader => {
        const about = await aboutOf(reader, screen, visit)
        const heading = titleOf(screen, about)
        const head = {...above(), heading, back: about.back, problems: refused?.problems ?? []}
        const content = await load(reader, {span, shown, narrowed: about.narrowed, visit, head}, context)
        return {kind: 'page', status: refused?.status ?? 200, title: heading, ...content}
      })
    return {
      load: visit => show(visit, null),
      actions: entity ? moveActions({entity, fields: span.fields, per, context}, show) : noActions,
      ...compileSpanFeed(screen, {shown, per}, context),
    }
  })

// Parsing and formatting. An invalid value is ignored.

export interface SpanView {
  readonly view: string
  readonly on: number
  /** Whether requested, undecided records are shown. */
  readonly requested: boolean
  /** Collapsed groups, by key. */
  readonly folded: readonly string[]
}

export interface SpanViewContext {
  readonly visit: Visit
  readonly asked: ListQuery
  readonly views: readonly string[]
  /** The default if the address names no view; otherwise the first view. */
  readonly usual?: string
  readonly today: number
}

type SpanDefaults = Pick<SpanViewContext, 'views' | 'usual' | 'today'>

const usualOf = ({views, usual}: SpanDefaults): string => usual ?? views[0] ?? ''

const mostFolded = 100

export function readSpanView(query: URLSearchParams, defaults: SpanDefaults): SpanView {
  const asked = query.get('view') ?? ''
  const folded = (query.get('folded') ?? '').split(',').filter(key => key !== '')
  return {
    view: defaults.views.includes(asked) ? asked : usualOf(defaults),
    on: readDay(query.get('on')) ?? defaults.today,
    requested: query.get('requested') !== 'no',
    folded: [...new Set(folded)].slice(0, mostFolded),
  }
}

/** The address of the same records for another period or view. */
export function spanAddress(look: SpanView, context: SpanViewContext): string {
  const pairs = spanPairs(look, context).map(({name, value}) => `${name}=${encodeURIComponent(value)}`)
  const query = [...pairs, writeListQuery(context.asked)].filter(part => part !== '').join('&')
  return query === '' ? context.visit.path : `${context.visit.path}?${query}`
}

/** Only parameters that differ from the defaults. */
function spanPairs({view, on, requested, folded}: SpanView, defaults: SpanDefaults) {
  return [
    ...(view === usualOf(defaults) ? [] : [{name: 'view', value: view}]),
    ...(on === defaults.today ? [] : [{name: 'on', value: isoOf(on)}]),
    ...(requested ? [] : [{name: 'requested', value: 'no'}]),
    ...(folded.length === 0 ? [] : [{name: 'folded', value: folded.join(',')}]),
  ]
}

// Links: earlier, later, today, and the other views.

interface SpanMove {
  readonly at: SpanViewContext
  readonly moved: {readonly earlier: number; readonly later: number}
  readonly labels: Readonly<Record<string, string>>
}

export function spanLinks(look: SpanView, {at, moved, labels}: SpanMove) {
  const to = (change: Partial<SpanView>) => spanAddress({...look, ...change}, at)
  const views = at.views.map(view => ({label: labels[view] ?? view, href: to({view}), current: view === look.view}))
  return {
    earlier: to({on: moved.earlier}),
    today: to({on: at.today}),
    later: to({on: moved.later}),
    views: views.length < 2 ? [] : views,
    keep: spanPairs(look, at),
    requested: {shown: look.requested, href: to({requested: !look.requested})},
  } satisfies Partial<PeriodData>
}
