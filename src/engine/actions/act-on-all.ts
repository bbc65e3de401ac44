/** The same action on several records: whether it fits is asked of all of them first, and either all of them happen or none. */
import type {Actor} from '../actor.ts'
import {type Input, type Outcome, Undone} from '../change.ts'
import type {Engine} from '../engine.ts'
import type {WriteContext} from '../writing.ts'
import type {Once} from './act.ts'
import {undone} from './pending-record.ts'
import {perform} from './perform.ts'
import {misfitsOf, type OnSeveral} from './standing.ts'

export interface ActOnAll extends OnSeveral, Once {
  readonly inputs: ReadonlyMap<string, Input>
}

export function actOnAll(engine: Engine, actor: Actor, request: ActOnAll): Promise<Outcome> {
  const {entity, action, inputs, repeatable} = request
  const work = async (writing: WriteContext) => {
    const misfits = await misfitsOf(writing, request)
    const [first] = misfits
    if (first) throw new Undone(misfits.find(({code}) => code === 'NOT_FOUND')?.code ?? first.code, misfits)
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
