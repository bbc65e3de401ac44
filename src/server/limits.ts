/** In-memory limits per client and process: requests per minute, and slots for long-running work. */

interface RequestCount {
  readonly since: number
  count: number
}

interface CountedRequest {
  readonly wait: number
  readonly left: number
  readonly over: number
  readonly resets: number
}

const minute = 60_000
/** The number of clients to remember. Above it, clients whose minute is over are forgotten, then the oldest. */
const mostClients = 50_000

/** How many requests a client may send per minute, starting with its first one. */
export class RateLimiter {
  readonly #counts = new Map<string, RequestCount>()
  readonly #now: () => number

  /** `now`: a monotonic clock in milliseconds; a clock that was set back would lock people out until it catches up. */
  constructor({now}: {readonly now: () => number}) {
    this.#now = now
  }

  /** Counts one request. Returns the milliseconds to wait if it exceeds the limit, otherwise 0. */
  wait(client: string, most: number): number {
    return this.count(client, most).wait
  }

  /** The same, with the number left in this minute, the number beyond the limit, and the milliseconds until the next minute. */
  count(client: string, most: number): CountedRequest {
    const now = this.#now()
    const known = this.#counts.get(client)
    if (known && now >= known.since && now - known.since < minute) {
      known.count += 1
      const resets = known.since + minute - now
      const [left, over] = [Math.max(0, most - known.count), Math.max(0, known.count - most)]
      return {wait: over > 0 ? resets : 0, left, over, resets}
    }
    this.#counts.delete(client)
    this.#counts.set(client, {since: now, count: 1})
    this.#forgetOld(now)
    return {wait: most < 1 ? minute : 0, left: Math.max(0, most - 1), over: most < 1 ? 1 : 0, resets: minute}
  }

  #forgetOld(now: number): void {
    for (const [client, {since}] of this.#counts) {
      if (this.#counts.size <= mostClients && now - since < minute) return
      this.#counts.delete(client)
    }
  }
}

export interface SlotLimits {
  readonly each: number
  readonly all: number
  /** How many of one client may wait for a slot; no limit by default. */
  readonly waiting?: number
}

type Release = () => void

/** How many of something a client, and all clients together, may have in progress. Those that wait are served in order. */
export class Slots {
  readonly #limits: SlotLimits
  readonly #held = new Map<string, number>()
  readonly #waiting = new Map<string, Set<(release: Release) => void>>()
  #all = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Null if all are taken; otherwise a function that releases the slot. */
  take(key: string): Release | null {
    const held = this.#held.get(key) ?? 0
    if (held >= this.#limits.each || this.#all >= this.#limits.all) return null
    this.#held.set(key, held + 1)
    this.#all += 1
    let given = false
    return () => {
      if (given) return
      given = true
      this.#release(key)
    }
  }

  #release(key: string): void {
    const wasFull = this.#all >= this.#limits.all
    this.#all -= 1
    const left = (this.#held.get(key) ?? 1) - 1
    if (left > 0) this.#held.set(key, left)
    else this.#held.delete(key)
    // Others wait only where all slots together were taken.
    for (const next of wasFull ? [key, ...this.#waiting.keys()] : [key]) {
      const [first] = this.#waiting.get(next) ?? []
      const release = first ? this.take(next) : null
      if (!first || !release) continue
      first(release)
      return
    }
  }

  /** Waits for a released slot, at most this many milliseconds, and no longer than the client is there. */
  takeWithin(key: string, patience: number, gone: AbortSignal | null = null): Promise<Release | null> {
    const queue = this.#waiting.get(key) ?? new Set()
    const release = queue.size === 0 ? this.take(key) : null
    if (release || gone?.aborted || queue.size >= (this.#limits.waiting ?? Number.POSITIVE_INFINITY))
      return Promise.resolve(release)
    return new Promise(resolve => {
      const end = (given: Release | null) => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', leave)
        queue.delete(end)
        if (queue.size === 0) this.#waiting.delete(key)
        resolve(given)
      }
      const leave = () => end(null)
      const timer = setTimeout(leave, patience)
      gone?.addEventListener('abort', leave)
      queue.add(end)
      this.#waiting.set(key, queue)
    })
  }
}

/** Files and exports being read: each holds a file and memory until its client has read it. */
export const downloadLimits: SlotLimits = {each: 32, all: 1000}
/** Pages, actions and calls of a client that are worked on; the client's others wait, so that its requests take turns with those of other clients. */
export const workLimits: SlotLimits = {each: 4, all: Number.POSITIVE_INFINITY, waiting: 500}
/** The same for exports, which take longer: a client that exports can still open pages. */
export const exportLimits: SlotLimits = {each: 1, all: Number.POSITIVE_INFINITY, waiting: 50}
/** Forms with files being received: each uses disk space before anything is known about it. Its client sends the next ones more slowly. */
export const uploadLimits: SlotLimits = {each: 3, all: 50, waiting: 10}

/** The same bytes; `release` is called when they have been read or reading has stopped. */
export function releasing<Bytes extends Uint8Array>(
  stream: ReadableStream<Bytes>,
  release: () => void,
): ReadableStream<Bytes> {
  const reader = stream.getReader()
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        try {
          const next = await reader.read()
          if (!next.done) return controller.enqueue(next.value)
          controller.close()
        } catch (cause) {
          controller.error(cause)
        }
        release()
      },
      async cancel(reason) {
        release()
        await reader.cancel(reason)
      },
    },
    {highWaterMark: 0},
  )
}
