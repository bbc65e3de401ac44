/** Creates or changes a record and performs an action on it in one step; the rules of both are judged together at the end. */
import type {ChangeRequest, Input} from '../change.ts'
import {changeRecord, type Step} from '../gate.ts'
import type {WriteContext} from '../writing.ts'
import {DeferredRules} from './deferred-rules.ts'
import {performDeferring} from './perform.ts'

export interface ChangedRequest {
  readonly change: ChangeRequest
  readonly action: string
  readonly inputs: ReadonlyMap<string, Input>
}

export async function performOnChanged(writing: WriteContext, {change, action, inputs}: ChangedRequest): Promise<Step> {
  const rules = new DeferredRules(writing)
  const made = await changeRecord(rules.during(writing), change)
  if (made.record === null) return made
  const {entity, id, version} = made.record
  const request = {entity, id, version, action, inputs}
  return performDeferring(writing, request, {rules, created: change.kind === 'create'})
}
