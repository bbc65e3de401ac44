/**
 * How long an answer stays true. Whatever it is made of that will not last says so here, and whoever watches hears it: one that read the
 * day is true until the day ends, one that read the very moment is true for that moment alone.
 */
import {AsyncLocalStorage} from 'node:async_hooks'

interface Watched {
  until: number
}

const watching = new AsyncLocalStorage<Watched>()

export interface Lasting<T> {
  readonly value: T
  /** In milliseconds; 0 for what was momentary, endless for what nothing of this kind is in. */
  readonly until: number
}

export function watchLasting<T>(work: () => Promise<T>): Promise<Lasting<T>> {
  const watched: Watched = {until: Number.POSITIVE_INFINITY}
  return watching.run(watched, async () => {
    const value = await work()
    return {value, until: watched.until}
  })
}

export function lastsUntil(until: number): void {
  const watched = watching.getStore()
  if (watched && until < watched.until) watched.until = until
}

export const momentary = (): void => lastsUntil(0)

/** A clock of which whoever reads it depends on the very moment. */
export function momentaryClock(clock: () => number): () => number {
  return () => {
    momentary()
    return clock()
  }
}
