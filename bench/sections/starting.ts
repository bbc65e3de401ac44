/** From the start of the process to its first response, with nothing else running. */
import {type Contestant, contestants, type Name} from '../contestants.ts'
import type {Measured} from '../figures.ts'
import {freePort, start} from '../server.ts'

export async function starting(
  databaseOf: (contestant: Contestant) => string,
  {rounds, names}: {rounds: number; names: readonly Name[]},
): Promise<Measured[]> {
  const by: Partial<Record<Name, number[]>> = {}
  for (let round = 0; round < rounds; round++)
    for (const contestant of contestants) {
      if (!names.includes(contestant.name)) continue
      const port = await freePort()
      const server = await start(contestant.starting({port, database: databaseOf(contestant)}))
      by[contestant.name] = [...(by[contestant.name] ?? []), server.readyAfter]
      await server.stop()
    }
  return [{what: 'start to first answer', unit: 'ms', more: false, by}]
}
