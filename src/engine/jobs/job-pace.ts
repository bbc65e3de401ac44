/**
 * The pace of work that nobody waits for. While people use this process, it takes a quarter of the time, so that a long
 * backlog does not slow their pages; otherwise at most half, because other processes may share the database.
 */
import type {Engine} from '../engine.ts'

/** Milliseconds after which nobody is using it. */
const usedFor = 3000
/** How many times as long as it took the work then pauses. */
const pauses = {used: 3, unused: 1} as const
/** Milliseconds, at most. */
const longestPause = 2000

export interface Pace {
  /** After work that took so many milliseconds. */
  readonly pause: (took: number) => Promise<void>
}

export const noPace: Pace = {pause: async () => {}}

/** `wait`: for so many milliseconds. */
export function paceOf(engine: () => Engine, wait: (milliseconds: number) => Promise<void>): Pace {
  return {
    async pause(took) {
      const isUsed = performance.now() - engine().people.asked < usedFor
      await wait(Math.min(longestPause, took * (isUsed ? pauses.used : pauses.unused)))
    },
  }
}

/**
 * Pauses that a stop ends. They keep the process: a stop that waits for the work would otherwise never return once the
 * server has closed, and the database would not be closed.
 */
export function endablePauses() {
  let isEnded = false
  let resume = () => {}
  return {
    wait: (milliseconds: number) =>
      new Promise<void>(done => {
        const timer = setTimeout(done, isEnded ? 0 : milliseconds)
        resume = () => {
          clearTimeout(timer)
          done()
        }
      }),
    end() {
      isEnded = true
      resume()
    },
  }
}
