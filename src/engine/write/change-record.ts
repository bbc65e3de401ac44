/** Creates, updates or deletes one record inside a change. Line items go through the same steps. */
import type {ChangeRequest, StepResult} from '../transaction/change.ts'
import type {ChangeContext} from '../transaction/context.ts'
import {create} from './create.ts'
import {removeRecord} from './delete.ts'
import {runOne, type WrittenRecord} from './pipeline.ts'
import {type UpdateOptions, update} from './update.ts'

export function changeRecord(
  context: ChangeContext,
  request: ChangeRequest,
  options: UpdateOptions = {},
): Promise<StepResult<WrittenRecord>> {
  if (request.kind === 'create') return runOne(context, create(request.entity, [request], changePart))
  if (request.kind === 'update') return runOne(context, update(request, options, changePart))
  return runOne(context, removeRecord(request, changePart))
}

const changePart = (context: ChangeContext, request: ChangeRequest) => changeRecord(context, request)
