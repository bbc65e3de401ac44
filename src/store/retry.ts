/** Doing work again when somebody else was faster, with growing pauses and a bound. Knows nothing of databases. */

export type Verdict = 'again' | 'stop'

export interface Patience {
  /** How often the work is done at most. */
  readonly attempts: number
  /** Milliseconds after which no further attempt is begun. */
  readonly within: number
  readonly judge: (error: unknown) => Verdict
  /** Given for tests; real time and real chance otherwise. */
  readonly wait?: (milliseconds: number) => Promise<void>
  readonly random?: () => number
  readonly now?: () => number
}

export async function retry<T>(work: (attempt: number) => Promise<T>, patience: Patience): Promise<T> {
  const {wait = sleep, random = Math.random, now = Date.now} = patience
  const begun = now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      const over = attempt >= patience.attempts || now() - begun >= patience.within
      if (over || patience.judge(error) === 'stop') throw error
      await wait(pause(attempt, random()))
    }
  }
}

/** Twice as long each time, up to a quarter of a second, and never in step with others. */
function pause(attempt: number, chance: number): number {
  const most = Math.min(250, 4 * 2 ** Math.min(attempt, 6))
  return 1 + most * chance
}

const sleep = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))
