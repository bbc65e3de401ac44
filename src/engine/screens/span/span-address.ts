/**
 * The view and day in the address of a calendar or timeline, `?view=week&on=2026-11-16`, and the links that change
 * them.
 */
import type {PeriodData} from '../../../contract/period.ts'
import {writeListQuery} from '../../query/list-address.ts'
import type {ListQuery} from '../../query/list-query.ts'
import type {Visit} from '../../reply.ts'
import {isoOf, readDay} from './dates.ts'

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
