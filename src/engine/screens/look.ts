/** What an address asks of time: `?view=week&on=2026-11-16`. What cannot be read is as if it were not there. */
import {writeAsked} from '../list/address.ts'
import type {Asked} from '../list/request.ts'
import type {Visit} from '../reply.ts'
import {isoOf, readDay} from './days.ts'

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
export function lookPairs({view, on}: Look, {views, today}: Pick<LookWorld, 'views' | 'today'>) {
  return [
    ...(view === views[0] ? [] : [{name: 'view', value: view}]),
    ...(on === today ? [] : [{name: 'on', value: isoOf(on)}]),
  ]
}
