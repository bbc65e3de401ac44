import type {Actor} from '../../actor.ts'
import type {Engine, WithinOptions} from '../../engine.ts'
import {ChangeRejected, type ChangeRequest, type Input, type Outcome} from '../change.ts'
import {changeRecord, type Step} from '../change-record.ts'
import type {WriteContext} from '../context.ts'
import {DeferredRules} from '../deferred-rules.ts'
import {misfitsOf, type OnSeveral} from './conditions.ts'
import {undone} from './pending-record.ts'
import {type PerformRequest, perform, performDeferring} from './perform.ts'

/** Creates or changes a record and performs an action on it in one step; the rules of both are judged together at the end. */

interface ChangedRequest {
  readonly change: ChangeRequest
  readonly action: string
  readonly inputs: ReadonlyMap<string, Input>
}

async function performOnChanged(writing: WriteContext, {change, action, inputs}: ChangedRequest): Promise<Step> {
  const rules = new DeferredRules(writing)
  const made = await changeRecord(rules.during(writing), change)
  if (made.record === null) return made
  const {entity, id, version} = made.record
  const request = {entity, id, version, action, inputs}
  return performDeferring(writing, request, {rules, created: change.kind === 'create'})
}

/** Actions as requests ask for them: one transaction, one outcome. */

type Once = Pick<WithinOptions, 'repeatable'>

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

/** The same action on several records: whether it fits is asked of all of them first, and either all of them happen or none. */

interface ActOnAll extends OnSeveral, Once {
  readonly inputs: ReadonlyMap<string, Input>
}

export function actOnAll(engine: Engine, actor: Actor, request: ActOnAll): Promise<Outcome> {
  const {entity, action, inputs, repeatable} = request
  const work = async (writing: WriteContext) => {
    const misfits = await misfitsOf(writing, request)
    const [first] = misfits
    if (first) throw new ChangeRejected(misfits.find(({code}) => code === 'NOT_FOUND')?.code ?? first.code, misfits)
    const records = []
    for (const [at, {id, version}] of request.records.entries()) {
      const step = await perform(writing, {entity, id, action, inputs, ...(version === undefined ? {} : {version})})
      if (step.record === null) throw undone(step.problems, at)
      records.push(step.record)
    }
    return records
  }
  return engine.within(actor, work, repeatable ? {repeatable} : {})
}
