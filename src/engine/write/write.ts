/** The entry points for writing: any request, in the transaction of the context, all or nothing. */

import type {Entity} from '../../points/entities/model.ts'
import {abilities, type RecordOfSeveral} from '../records/abilities.ts'
import {
  type ChangedRecord,
  type ChangeProblem,
  ChangeRejected,
  type ChangeRequest,
  type Input,
  passed,
  refusedWrite,
  rejected,
  type StepResult,
  type WriteRequest,
} from '../transaction/change.ts'
import type {ChangeContext, WriteContext} from '../transaction/context.ts'
import {changeRecord} from './change-record.ts'
import {create} from './create.ts'
import {performAction} from './perform.ts'
import {inUnit, runOne, runWrite} from './pipeline.ts'
import {setByFunctions} from './set-by-functions.ts'

/** Throws `ChangeRejected` on any problem; the transaction is then rolled back. */
export async function writeAll(
  context: WriteContext,
  requests: readonly WriteRequest[],
): Promise<readonly ChangedRecord[]> {
  const plain = requests.flatMap(request => (request.kind === 'action' || request.perform ? [] : [request]))
  if (plain.length === requests.length) return accepted(await inUnit(context, inside => changeAll(inside, plain)))
  const records: ChangedRecord[] = []
  for (const [at, request] of requests.entries()) records.push(accepted(await writeOne(context, request), at))
  return records
}

function accepted<T>(step: StepResult<T>, at?: number): T {
  if (step.ok) return step.value
  throw rejected(step.problems, at)
}

/** Performs one request as its own change, and returns its problems so that callers can continue with others. */
export async function writeOne(context: WriteContext, request: WriteRequest): Promise<StepResult<ChangedRecord>> {
  return inUnit(context, async inside => withAt(await written(inside, request)))
}

async function written(context: ChangeContext, request: WriteRequest): Promise<StepResult<ChangedRecord>> {
  if (request.kind === 'action') return runOne(context, performAction(request))
  const changed = await changeRecord(context, request)
  if (!changed.ok || !request.perform) return changed
  // The action reads what functions compute from the change, and not what they had computed before it.
  const uncomputed = await setByFunctions(context)
  if (uncomputed.length > 0) return refusedWrite(...uncomputed)
  const {entity, id, version} = changed.value
  const created = request.kind === 'create'
  return runOne(context, performAction({kind: 'action', entity, id, version, ...request.perform}, {created}))
}

function withAt<T>(step: StepResult<T>, at = 0): StepResult<T, ChangeProblem> {
  return step.ok ? step : refusedWrite(...step.problems.map(each => ({...each, at})))
}

/**
 * Performs several plain changes as one: their problems are reported together, and rules see the records after all of
 * them.
 */
async function changeAll(
  context: ChangeContext,
  requests: readonly ChangeRequest[],
): Promise<StepResult<readonly ChangedRecord[], ChangeProblem>> {
  const records: ChangedRecord[] = []
  const problems: ChangeProblem[] = []
  for (const [at, request] of requests.entries()) {
    const step = withAt(await changeRecord({...context, at}, request), at)
    if (step.ok) records.push(step.value)
    else problems.push(...step.problems)
  }
  return problems.length === 0 ? passed(records) : refusedWrite(...problems)
}

/**
 * Creates many records of one entity with one statement, for callers that `mayCreateMany` permits. On any problem none
 * is created; creating them one at a time then shows the cause.
 */
export function createMany(
  context: WriteContext,
  entity: Entity,
  inputs: readonly ReadonlyMap<string, Input>[],
): Promise<StepResult<readonly ChangedRecord[]>> {
  const records = inputs.map(fields => ({fields}))
  return inUnit(context, async inside => withAt(await runWrite(inside, create(entity.name, records, changeRecord))))
}

export interface PerformOnAll {
  readonly entity: string
  readonly action: string
  readonly records: readonly RecordOfSeveral[]
  readonly inputs: ReadonlyMap<string, Input>
}

/**
 * Performs one action on several records, each as its own change. All records are checked before the first is changed.
 */
export async function performOnAll(context: WriteContext, request: PerformOnAll): Promise<readonly ChangedRecord[]> {
  const {entity, action, inputs, records} = request
  const reasons = await abilities(context, entity).why(action, records)
  const [first] = reasons
  if (first) throw new ChangeRejected(reasons.find(({code}) => code === 'NOT_FOUND')?.code ?? first.code, reasons)
  return writeAll(
    context,
    records.map(record => ({kind: 'action', entity, action, inputs, ...record})),
  )
}
