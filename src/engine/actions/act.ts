/** The door to actions from outside: one transaction, one answer; the same token twice has one effect and the first answer. */
import type {Actor} from '../actor.ts'
import type {Outcome} from '../change.ts'
import type {Engine} from '../engine.ts'
import type {Step} from '../gate.ts'
import {recallAnswer, rememberAnswer} from '../remembered.ts'
import type {Writing} from '../writing.ts'
import {undone} from './pending-record.ts'
import {type PerformRequest, perform} from './perform.ts'
import {type ChangedRequest, performOnChanged} from './perform-on-changed.ts'

export interface Once {
  readonly once?: string
}

/** Performs an action on a record. */
export function act(engine: Engine, actor: Actor, request: PerformRequest & Once): Promise<Outcome> {
  return whole(engine, actor, {once: request.once, work: writing => perform(writing, request)})
}

export interface Located extends Omit<PerformRequest, 'id'> {
  /** The record's id, in the same transaction. */
  readonly locate: (writing: Writing) => Promise<string>
}

/** The same on a record that is still to be found. */
export function actOnFound(engine: Engine, actor: Actor, {locate, ...request}: Located & Once): Promise<Outcome> {
  const work = async (writing: Writing) => perform(writing, {...request, id: await locate(writing)})
  return whole(engine, actor, {once: request.once, work})
}

/** Creates or changes a record and performs an action on it. */
export function actOnChanged(engine: Engine, actor: Actor, request: ChangedRequest & Once): Promise<Outcome> {
  return whole(engine, actor, {once: request.once, work: writing => performOnChanged(writing, request)})
}

interface Work {
  readonly once: string | undefined
  readonly work: (writing: Writing) => Promise<Step>
}

function whole(engine: Engine, actor: Actor, {once, work}: Work): Promise<Outcome> {
  return engine.within(
    actor,
    async writing => {
      const earlier = once === undefined ? null : await recallAnswer(writing, once)
      if (earlier) return earlier
      const step = await work(writing)
      if (step.record === null) throw undone(step.problems)
      if (once !== undefined) await rememberAnswer(writing, once, [step.record])
      return [step.record]
    },
    {together: true},
  )
}
