/**
 * The view and day in the address of a calendar or timeline, `?view=week&on=2026-11-16`, and the links that change
 * them.
 */
import type {PeriodData} from '../../../contract/period.ts'
import {writeListQuery} from '../../query/list-address.ts'
import type {ListQuery} from '../../query/list-query.ts'
import type {Visit} from '../../reply.ts'
import {isoOf, readDay} from './dates.ts'

// Reading and writing. An invalid value is ignored.

export interface SpanView {
  readonly view: string
  readonly on: number
}

export interface SpanViewContext {
  readonly visit: Visit
  readonly asked: ListQuery
  /** The first is the default. */
  readonly views: readonly string[]
  readonly today: number
}

export function readSpanView(
  query: URLSearchParams,
  {views, today}: Pick<SpanViewContext, 'views' | 'today'>,
): SpanView {
  const asked = query.get('view') ?? ''
  return {view: views.includes(asked) ? asked : (views[0] ?? ''), on: readDay(query.get('on')) ?? today}
}

/** The address of the same records at another time or in another way. */
export function spanAddress(look: SpanView, context: SpanViewContext): string {
  const pairs = spanPairs(look, context).map(({name, value}) => `${name}=${value}`)
  const query = [...pairs, writeListQuery(context.asked)].filter(part => part !== '').join('&')
  return query === '' ? context.visit.path : `${context.visit.path}?${query}`
}

/** Only what differs from the defaults. */
function spanPairs({view, on}: SpanView, {views, today}: Pick<SpanViewContext, 'views' | 'today'>) {
  return [
    ...(view === views[0] ? [] : [{name: 'view', value: view}]),
    ...(on === today ? [] : [{name: 'on', value: isoOf(on)}]),
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
  } satisfies Partial<PeriodData>
}
