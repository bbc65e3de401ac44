/** Mixed reads and actions for some minutes: no errors, and no memory growth after the first third. */
import type {Runner} from '../arena.ts'
import type {Unit} from '../load.ts'

export interface Soaked {
  readonly answers: number
  readonly seconds: number
  /** Megabytes after the first third and at the end. */
  readonly early: number
  readonly late: number
  readonly held: boolean
}

const pieces = 12
/** Garbage varies; a leak would be far larger than this after a hundred thousand requests. */
const allowed = 1.25

export async function soak(runner: Runner, next: () => Unit, seconds: number): Promise<Soaked> {
  const sizes: number[] = []
  let answers = 0
  for (let piece = 0; piece < pieces; piece++) {
    answers += (await runner.client.flood(next, (seconds * 1000) / pieces)).answers
    sizes.push(runner.server.memory())
  }
  const third = Math.floor(pieces / 3)
  const early = Math.max(...sizes.slice(0, third + 1))
  const late = Math.max(...sizes.slice(-third))
  return {answers, seconds, early, late, held: late <= early * allowed}
}
