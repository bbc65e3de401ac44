/** When to try again: after twice as long each time, never in step with others, and about two days long in all. */

const first = 30_000
const longest = 6 * 60 * 60_000

export const mostAttempts = 20

/** Milliseconds until the next attempt, after so many that failed; null: enough. `chance` is from 0 to 1. */
export function pauseAfter(attempts: number, chance: number): number | null {
  if (attempts >= mostAttempts) return null
  const most = Math.min(longest, first * 2 ** Math.min(attempts - 1, 20))
  return Math.round(most / 2 + (most / 2) * chance)
}
