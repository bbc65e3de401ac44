/** Updates a record. Permission is checked on the record before and after the change. */

import {isReference, type Value} from '../../feel/value.ts'
import {commentFieldsOf} from '../../points/entities/lookup.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {personOf} from '../base/actor.ts'
import type {ReadContext} from '../query/read-context.ts'
import type {FieldValues} from '../query/stored.ts'
import {abilities, type CoveredFields} from '../records/abilities.ts'
import {endAccess} from '../transaction/access.ts'
import {type AddressChange, addressChange, askForAddress, noteNewAddress} from '../transaction/addresses.ts'
import {type ChangeRequest, passed, problem, refusedWrite, type WriteProblem} from '../transaction/change.ts'
import {isTrusted} from '../transaction/context.ts'
import {insertFiles, type NewFile} from '../transaction/file-records.ts'
import {conflictWith, type ExistingRecord, findRecord} from '../transaction/find-record.ts'
import {isSame} from '../transaction/history.ts'
import {type ChangePart, changeParts, placeLast} from '../transaction/parts.ts'
import {touched, updateRow} from '../transaction/rows.ts'
import {takenUniques} from '../transaction/unique.ts'
import type {WriteOperation} from './pipeline.ts'
import {validateInput} from './validate-input.ts'

export interface UpdateOptions {
  /** The stored record, if it was already read in this transaction with the same permission. */
  readonly known?: FieldValues
  /** One of several writes of an action. */
  readonly partOfAction?: boolean
}

interface ValidUpdate extends ExistingRecord {
  /** The changed values. */
  readonly changed: Map<string, Value>
  readonly files: readonly NewFile[]
  /** If the person's address changes. */
  readonly address: Exclude<AddressChange, {readonly kind: 'refused'}> | null
  readonly to: string
}

export function update(
  request: ChangeRequest,
  {known, partOfAction = false}: UpdateOptions,
  changePart: ChangePart,
): WriteOperation<ExistingRecord, ExistingRecord, ValidUpdate> {
  const names = [...request.fields.keys()]

  async function forbidden(context: ReadContext, {entity, id}: ExistingRecord): Promise<readonly WriteProblem[]> {
    return uncovered(await abilities(context, entity.name).on(id, 'update'), names)
  }

  return {
    find: context => findRecord(context, request, known),

    async may(context, found) {
      const problems = [...(await forbidden(context, found)), ...commentOfOthers(context, found, names)]
      return problems.length === 0 ? passed(found) : refusedWrite(...problems)
    },

    async validate(context, found) {
      const {entity, id, before} = found
      const {values, problems, files} = await validateInput(context, entity, {fields: request.fields, before})
      const changed = new Map([...values].filter(([name, value]) => !isSame(value, before.get(name) ?? null)))
      const to = String(changed.get('email') ?? '')
      const address = entity.name === userEntity && to !== '' ? await addressChange(context, {id, before}) : null
      if (address?.kind === 'refused') return refusedWrite(...problems, problem(address.code, 'email'))
      // Whether another person has it is not revealed before it is proved.
      if (address?.kind === 'later') changed.delete('email')
      const record = {values: new Map([...before, ...values]), id}
      const taken = await takenUniques(context, entity, record, new Set(changed.keys()))
      return problems.length + taken.length === 0
        ? passed({...found, changed, files, address, to})
        : refusedWrite(...problems, ...taken)
    },

    async change(context, valid) {
      const {entity, id, before, changed, files, address, to} = valid
      const from = String(before.get('email'))
      if (address?.kind === 'later') askForAddress(context, {person: id, from, to, ...address})
      const version = Number(before.get('version'))
      if (changed.size === 0 && !request.parts?.size && !request.order?.size)
        return passed([{record: {entity: entity.name, id, version, values: before}, change: null}])
      await insertFiles(context, files)
      if (entity.partOf && changed.has(entity.partOf.field)) await placeLast(context, entity, changed)
      const values = new Map([...changed, ...touched(context, version, changed)])
      if (!(await updateRow(context, entity, {id, version, before, values})))
        throw await conflictWith(context, valid, request.fields)
      if (address?.kind === 'now')
        await noteNewAddress(context, {person: id, from, to, action: request.action, ...address})
      if (entity.name === userEntity) {
        if (changed.get('active') === false) await endAccess(context, id, 'deactivation')
        else if (changed.has('email')) await endAccess(context, id, 'new address')
      }
      const problems = await forbidden(context, valid)
      if (problems.length > 0) return refusedWrite(...problems)
      const after = new Map([...before, ...values])
      const parts = await changeParts(context, entity, {id, request, change: changePart})
      if (!parts.ok) return parts
      const {ordered} = parts.value
      const written = {entity, id, version: version + 1, before, after, ordered, partOfAction}
      return passed([
        {
          record: {entity: entity.name, id, version: version + 1, values: after},
          change: {kind: 'update', action: request.action ?? null, ...written},
        },
      ])
    },
  }
}

/** What a person has written in a comment is changed by that person alone, whatever point 6 lets others do. */
function commentOfOthers(
  context: ReadContext,
  {entity, before}: ExistingRecord,
  names: readonly string[],
): readonly WriteProblem[] {
  const comment = entity.partOf ? commentFieldsOf(entity, entity.partOf.field) : null
  if (!comment?.by || isTrusted(context) || !names.includes(comment.text.name)) return []
  const author = before.get(comment.by.name) ?? null
  const isOwn = author !== null && isReference(author) && author.id === personOf(context.actor)?.id
  return isOwn ? [] : [problem('FORBIDDEN', comment.text.name)]
}

export function uncovered({any, covers}: CoveredFields, fields: readonly string[]): WriteProblem[] {
  if (!any) return [problem('FORBIDDEN')]
  return fields.filter(field => !covers(field)).map(field => problem('FORBIDDEN', field))
}
