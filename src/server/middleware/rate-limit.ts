/**
 * REQUESTS_PER_MINUTE: how often one person, or one address that has not signed in, may ask for pages and send actions. Counted in
 * memory, by each process for itself; scripts, styles and files are not counted.
 */

import type {Actor} from '../../engine/actor.ts'
import type {Application} from '../../engine/application.ts'
import {type PageReply, Refused} from '../../engine/reply.ts'
import {addressKey, clientAddress} from '../client-address.ts'
import type {Incoming} from '../request.ts'
import {refused} from '../screens.ts'

export interface PaceOptions {
  /** Milliseconds of a clock that nobody can put back: one that was would keep people out until it has caught up. */
  readonly now: () => number
  /** Whether a proxy of ours stands in front and says where requests come from. */
  readonly trustProxy: boolean
}

export interface Asking {
  readonly actor: Actor
  readonly request: Incoming
  readonly peer: string | null
}

interface Counted {
  readonly since: number
  count: number
}

const minute = 60_000
/** So many are remembered; then those whose minute is over are forgotten, and at last the oldest. */
const mostKept = 50_000

export class RateLimiter {
  private readonly counted = new Map<string, Counted>()
  private readonly options: PaceOptions

  constructor(options: PaceOptions) {
    this.options = options
  }

  /** Counts the request. Milliseconds until the next one may come, where this one is too many; else 0. */
  wait(asking: Asking, most: number): number {
    const now = this.options.now()
    const key = this.keyOf(asking)
    const known = this.counted.get(key)
    if (known && now >= known.since && now - known.since < minute) {
      known.count += 1
      return known.count > most ? known.since + minute - now : 0
    }
    this.counted.delete(key)
    this.counted.set(key, {since: now, count: 1})
    this.bound(now)
    return most < 1 ? minute : 0
  }

  private keyOf({actor, request, peer}: Asking): string {
    if (actor.kind === 'person') return `person ${actor.id}`
    const forwarded = request.headers.get('x-forwarded-for')
    return addressKey(clientAddress(peer, forwarded, this.options.trustProxy))
  }

  private bound(now: number): void {
    for (const [key, {since}] of this.counted) {
      if (this.counted.size <= mostKept && now - since < minute) return
      this.counted.delete(key)
    }
  }
}

/** The page that asks to wait, in the document's own words where it has them. */
export function tooMany(application: Application, actor: Actor, millis: number): PageReply {
  const wait = application.words.people.minutes(Math.ceil(millis / minute))
  const page = refused(application, actor, new Refused('TOO_MANY_REQUESTS', {wait}))
  return {...page, headers: {...page.headers, 'retry-after': String(Math.ceil(millis / 1000))}}
}
