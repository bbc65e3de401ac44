/**
 * Finds the record of a write, and compares its version with the version the client has seen, so that no change is
 * overwritten by accident.
 */

import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {localeOf} from '../query/lookup.ts'
import type {ReadContext} from '../query/read-context.ts'
import {type FieldValues, readStored} from '../query/stored.ts'
import {abilities} from '../records/abilities.ts'
import {
  ChangeRejected,
  type ChangeRequest,
  type Conflict,
  type Input,
  passed,
  problem,
  refusedWrite,
  type StepResult,
} from './change.ts'
import {isTrusted} from './context.ts'

export interface ExistingRecord {
  readonly entity: Entity
  readonly id: string
  readonly before: FieldValues
}

/**
 * For updates and deletions. A record the actor may not read is reported as missing, even if they may never change such
 * records. `known` is the stored record, if it was already read in this transaction with the same permission.
 */
export async function findRecord(
  context: ReadContext,
  request: ChangeRequest,
  known: FieldValues | null = null,
): Promise<StepResult<ExistingRecord>> {
  const {kind, id} = request
  const entity = context.entities.entities.get(request.entity)
  if (!entity || id === undefined) return refusedWrite(problem('NOT_FOUND'))
  const before = known ?? (await readStored(context, entity, id, context.visibility.records(entity.name)))
  if (!before) return refusedWrite(problem('NOT_FOUND'))
  if (!abilities(context, entity.name).ever(kind)) return refusedWrite(problem('FORBIDDEN'))
  await checkVersion(context, {entity, id, before}, request)
  return passed({entity, id, before})
}

export interface SeenVersion {
  readonly version?: number
  /** The submitted values, shown beside the current ones. */
  readonly fields: ReadonlyMap<string, Input>
}

/** Only the engine and operators may write without a version. */
export async function checkVersion(context: ReadContext, found: ExistingRecord, seen: SeenVersion): Promise<void> {
  if (seen.version === undefined && isTrusted(context)) return
  if (seen.version === Number(found.before.get('version')) || !(await seesVersion(context, found))) return
  throw await conflictWith(context, found, seen.fields)
}

/** People who see only some fields do not see how often a record has changed, so they cannot name its version. */
async function seesVersion(context: ReadContext, {entity: {name}, id}: ExistingRecord): Promise<boolean> {
  return abilities(context, name).can(id, {act: 'read', fields: ['version']})
}

/** Two people changed one record: the second one sees the current values of the fields they may read. */
export async function conflictWith(
  context: ReadContext,
  {entity, id, before}: ExistingRecord,
  fields: SeenVersion['fields'],
): Promise<ChangeRejected> {
  const {covers} = await abilities(context, entity.name).on(id, 'read')
  const locale = localeOf(context.moment)
  const differing = [...fields].flatMap(([name, input]): Conflict['fields'][number][] => {
    const field = fieldOf(entity, name)
    if (!field || field.computed !== null || !covers(name)) return []
    const value = before.get(name) ?? null
    const now = value === null ? '' : field.type.toForm(value, locale).join(', ')
    const yours = inputText(input)
    return now === yours ? [] : [{field: name, now, yours}]
  })
  return new ChangeRejected('CONFLICT', [], {version: Number(before.get('version')), fields: differing})
}

function inputText(input: Input): string {
  if ('files' in input) return input.files.add.map(({name}) => name).join(', ')
  if ('form' in input) return input.form.join(', ')
  if ('csv' in input) return input.csv
  if ('json' in input) return typeof input.json === 'string' ? input.json : JSON.stringify(input.json)
  return String(('place' in input ? input.place : input.value) ?? '')
}
