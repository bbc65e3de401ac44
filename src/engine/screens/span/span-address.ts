/**
 * The view and day in the address of a calendar or timeline, `?view=week&on=2026-11-16`, and the links that change
 * them.
 */
import type {PeriodData} from '../../../contract/period.ts'
import {writeAsked} from '../../list/address.ts'
import type {Asked} from '../../list/request.ts'
import type {Visit} from '../../reply.ts'
import {isoOf, readDay} from './dates.ts'

// What an address asks of time: `?view=week&on=2026-11-16`. What cannot be read is as if it were not there.

export interface Look {
  readonly view: string
  readonly on: number
}

export interface LookWorld {
  readonly visit: Visit
  readonly asked: Asked
  /** The first is the one that is shown where nothing is asked. */
  readonly views: readonly string[]
  readonly today: number
}

export function readLook(query: URLSearchParams, {views, today}: Pick<LookWorld, 'views' | 'today'>): Look {
  const asked = query.get('view') ?? ''
  return {view: views.includes(asked) ? asked : (views[0] ?? ''), on: readDay(query.get('on')) ?? today}
}

/** The address of the same records at another time or in another way. */
export function lookAddress(look: Look, world: LookWorld): string {
  const pairs = lookPairs(look, world).map(({name, value}) => `${name}=${value}`)
  const query = [...pairs, writeAsked(world.asked)].filter(part => part !== '').join('&')
  return query === '' ? world.visit.path : `${world.visit.path}?${query}`
}

/** What differs from what is shown where nothing is asked. */
function lookPairs({view, on}: Look, {views, today}: Pick<LookWorld, 'views' | 'today'>) {
  return [
    ...(view === views[0] ? [] : [{name: 'view', value: view}]),
    ...(on === today ? [] : [{name: 'on', value: isoOf(on)}]),
  ]
}

// Ways through time, as links: earlier, later, back to today, and the same in another way.

interface Moving {
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
  } satisfies Partial<PeriodData>
}
