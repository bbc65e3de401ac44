/** The same action on several records: each is asked for by itself, and either all of them happen or none. */
import type {Actor} from '../actor.ts'
import type {Outcome} from '../change.ts'
import type {Engine} from '../engine.ts'
import {recallAnswer, rememberAnswer} from '../remembered.ts'
import type {Once} from './act.ts'
import {undone} from './pending-record.ts'
import {type PerformRequest, perform} from './perform.ts'

export function actOnAll(
  engine: Engine,
  actor: Actor,
  {requests, once}: {readonly requests: readonly PerformRequest[]} & Once,
): Promise<Outcome> {
  return engine.within(actor, async writing => {
    const earlier = once === undefined ? null : await recallAnswer(writing, once)
    if (earlier) return earlier
    const records = []
    for (const [at, request] of requests.entries()) {
      const step = await perform(writing, request)
      if (step.record === null) throw undone(step.problems, at)
      records.push(step.record)
    }
    if (once !== undefined) await rememberAnswer(writing, once, records)
    return records
  })
}
