/** Requests per second of processor time, and latency at half of each contestant's maximum. */
import type {Runner} from '../arena.ts'
import type {Name} from '../contestants.ts'
import type {Measured} from '../figures.ts'
import {percentile, type Unit} from '../load.ts'

export interface Flooding {
  readonly what: string
  readonly rounds: number
  readonly milliseconds: number
  readonly next: (runner: Runner) => () => Unit
  /** Whether latency is measured too. */
  readonly waits: boolean
}

/**
 * Seconds of its processor that a server is warmed up for, and milliseconds at most: engines optimise code that has run
 * often, and on a busy machine a server runs for a part of the time only.
 */
const [warming, longestWarming] = [4, 20_000]

export async function flooded(
  runners: readonly Runner[],
  {what, rounds, milliseconds, next, waits}: Flooding,
): Promise<Measured[]> {
  const figures = {rate: empty(), half: empty(), late: empty()}
  const units = new Map(runners.map(runner => [runner, next(runner)]))
  for (const runner of runners) await warmUp(runner, units.get(runner) ?? (() => []))
  for (let round = 0; round < rounds; round++)
    for (const runner of runners) {
      const unit = units.get(runner) ?? (() => [])
      const {client, contestant, server} = runner
      const before = server.cpu()
      const load = await client.flood(unit, milliseconds)
      const rate = load.answers / (server.cpu() - before)
      note(figures.rate, contestant.name, rate)
      if (!waits) continue
      const half = await client.steady(unit, {milliseconds, rate: load.answers / load.seconds / 2})
      note(figures.half, contestant.name, percentile(half.waits, 0.5))
      note(figures.late, contestant.name, percentile(half.waits, 0.99))
    }
  const rate = {what, unit: 'per CPU second', more: true, by: figures.rate}
  if (!waits) return [rate]
  return [
    rate,
    {what: `${what}, half load, p50`, unit: 'ms', more: false, by: figures.half},
    {what: `${what}, half load, p99`, unit: 'ms', more: false, by: figures.late},
  ]
}

async function warmUp({client, server}: Runner, unit: () => Unit): Promise<void> {
  const [began, before] = [performance.now(), server.cpu()]
  while (server.cpu() - before < warming && performance.now() - began < longestWarming) await client.flood(unit, 500)
}

type Noted = Partial<Record<Name, number[]>>

function empty(): Noted {
  return {}
}

function note(figures: Noted, name: Name, value: number): void {
  const known = figures[name] ?? []
  known.push(value)
  figures[name] = known
}
