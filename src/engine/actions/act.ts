/** Actions as requests ask for them: one transaction, one outcome. */
import type {Actor} from '../actor.ts'
import type {Outcome} from '../change.ts'
import type {Engine, WithinOptions} from '../engine.ts'
import type {Step} from '../gate.ts'
import type {WriteContext} from '../writing.ts'
import {undone} from './pending-record.ts'
import {type PerformRequest, perform} from './perform.ts'
import {type ChangedRequest, performOnChanged} from './perform-on-changed.ts'

export type Once = Pick<WithinOptions, 'repeatable'>

/** Performs an action on a record. */
export function act(engine: Engine, actor: Actor, request: PerformRequest & Once): Promise<Outcome> {
  return whole(engine, actor, request, writing => perform(writing, request))
}

export interface Located extends Omit<PerformRequest, 'id'> {
  /** The record's id, in the same transaction. */
  readonly locate: (writing: WriteContext) => Promise<string>
}

/** The same on a record that is still to be found. */
export function actOnFound(engine: Engine, actor: Actor, {locate, ...request}: Located & Once): Promise<Outcome> {
  return whole(engine, actor, request, async writing => perform(writing, {...request, id: await locate(writing)}))
}

/** Creates or changes a record and performs an action on it. */
export function actOnChanged(engine: Engine, actor: Actor, request: ChangedRequest & Once): Promise<Outcome> {
  return whole(engine, actor, request, writing => performOnChanged(writing, request))
}

function whole(
  engine: Engine,
  actor: Actor,
  {repeatable}: Once,
  work: (writing: WriteContext) => Promise<Step>,
): Promise<Outcome> {
  return engine.within(
    actor,
    async writing => {
      const step = await work(writing)
      if (step.record === null) throw undone(step.problems)
      return [step.record]
    },
    {together: true, ...(repeatable && {repeatable})},
  )
}
