/** Ways through time, as links: earlier, later, back to today, and the same in another way. */
import type {SpanData} from '../../contract/span.ts'
import {type Look, type LookWorld, lookAddress, lookPairs} from './look.ts'

export interface Moving {
  readonly at: LookWorld
  readonly moved: {readonly earlier: number; readonly later: number}
  readonly labels: Readonly<Record<string, string>>
}

export function spanLinks(look: Look, {at, moved, labels}: Moving) {
  const to = (change: Partial<Look>) => lookAddress({...look, ...change}, at)
  const views = at.views.map(view => ({label: labels[view] ?? view, href: to({view}), current: view === look.view}))
  return {
    earlier: to({on: moved.earlier}),
    today: to({on: at.today}),
    later: to({on: moved.later}),
    views: views.length < 2 ? [] : views,
    keep: lookPairs(look, at),
  } satisfies Partial<SpanData>
}
