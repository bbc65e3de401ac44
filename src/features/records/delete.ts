/** Deletes a record after confirmation on its own page. Rejected while other records refer to it. */

import {personOf} from '../../engine/base/actor.ts'
import {conjunction} from '../../engine/base/core-build.ts'
import {excerptOf} from '../../engine/base/rich-text.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import {addressWith} from '../../engine/links/record-address.ts'
import {plainList} from '../../engine/query/list-query.ts'
import {hasId} from '../../engine/query/stored.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {text, value} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {type Form, Refused} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Outcome} from '../../engine/transaction/change.ts'
import {hasWritten, usersOf} from '../../engine/write/delete.ts'
import type {CommentFields} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {readId} from '../../points/entities/values/id.ts'
import {refusal} from '../../points/errors/run.ts'
import type {DeletionData} from '../forms/data.ts'
import {versionIn} from '../forms/form-input.ts'
import type {FormReply} from '../forms/form-page.ts'
import type {RecordVisit} from './compiled-record.ts'
import {mayDelete, type OnRecord, recordForm, sendForm} from './record-forms.ts'
import {referringTo} from './related.ts'

/** Explains which data remains after a record is deleted. */
export function deletionIntro({words, specification}: DeletionContext, entity: Entity | null): string {
  const {forms} = words
  const labels = (entity?.personal ?? []).flatMap(name => entity?.fields.get(name)?.label ?? [])
  const parts = [...specification.entities.entities.values()].filter(each => each.partOf?.entity === entity?.name)
  const nouns = parts.map(({name}) => entityNouns(specification, name).several)
  const kept = labels.length === 0 ? forms.deletingIntro : forms.deletingPersonal(labels.join(', '))
  return nouns.length === 0 ? kept : `${forms.deletingParts(nouns)} ${kept}`
}

type DeletionContext = Pick<RecordContext, 'words' | 'specification'>

/** The same for one record, which cannot be deleted while others refer to it. */
export async function deletionData(at: OnRecord): Promise<DeletionData> {
  const {context, entity, reader, record} = at
  const {forms} = context.words
  const deleted = {entity: entity.name, id: record.id}
  if (entity.name === userEntity && (await hasWritten(reader, record.id))) {
    const {message} = refusal(context.specification.errors, 'PERSON_IN_USE')
    return {heading: forms.notDeletable(record.name), warning: message, isPossible: false}
  }
  const by = await usersOf(reader, deleted)
  return by === ''
    ? {heading: deletionHeading(at), warning: deletionIntro(context, entity), isPossible: true}
    : {heading: forms.notDeletable(record.name), warning: forms.stillUsed(by), isPossible: false}
}

/** “Delete absence report “1–31 Oct”?”: many records are named by a day or a person alone. */
export const deletionHeading = ({context, entity, record}: Pick<OnRecord, 'context' | 'entity' | 'record'>): string =>
  context.words.forms.deletingRecord(entityNouns(context.specification, entity.name).one, record.name)

export async function deletePage(at: OnRecord): Promise<FormReply> {
  if (!(await mayDelete(at))) throw new Refused('FORBIDDEN')
  const {forms} = at.context.words
  const {heading, warning, isPossible} = await deletionData(at)
  return recordForm(at, {
    heading,
    // A rejected attempt already says why.
    intro: isPossible || at.tried === null ? warning : '',
    actions: isPossible ? [{name: 'delete', label: forms.delete, tone: 'danger'}] : [],
  })
}

/** A comment is deleted on a page of its record. */
export const removeHref = (at: Pick<RecordVisit, 'visit' | 'here'>, entity: string, id: string): string =>
  addressWith(at, `remove=${encodeURIComponent(entity)}&record=${id}`)

export const removeAction = (entity: string): string => `remove ${entity}`

interface WantedComment {
  /** Its entity. */
  readonly name: string
  readonly id: string
  /** The requested act. */
  readonly act: 'update' | 'delete'
}

interface FoundComment {
  readonly comment: {readonly id: string; readonly version: number; readonly text: string}
  readonly fields: CommentFields
}

/** A comment on this record; null for any other record, or if the person lacks the permission. */
export async function findComment(at: OnRecord, {name, id, act}: WantedComment): Promise<FoundComment | null> {
  const {reader, record} = at
  const related = at.related.find(({entity}) => entity.name === name)
  const fields = related?.comment
  if (!related || !fields || readId(id) === null) return null
  const leads = referringTo(related, {entity: at.entity.name, id: record.id})
  const where = conjunction([hasId(name, id), leads])
  const comments = records(related.entity, {text: text([fields.text.name]), by: value(fields.by && [fields.by.name])})
  const [comment] = await comments.first(reader, plainList({entity: name, where, size: 1}))
  if (!comment) return null
  if (act === 'update' && fields.by && comment.by !== personOf(reader.actor)?.id) return null
  const isAllowed = await abilities(reader, name).can(
    comment.id,
    act === 'delete' ? {act} : {act, fields: [fields.text.name]},
  )
  return isAllowed ? {comment, fields} : null
}

export async function removePage(at: OnRecord, {name, id}: {name: string; id: string}): Promise<FormReply> {
  const comment = (await findComment(at, {name, id, act: 'delete'}))?.comment
  if (!comment) throw new Refused('NOT_FOUND')
  const {forms} = at.context.words
  return recordForm(at, {
    heading: forms.deleting(excerptOf(comment.text)),
    intro: deletionIntro(at.context, at.reader.visibility.entity(name)),
    version: comment.version,
    actions: [{name: removeAction(name), label: forms.delete, tone: 'danger'}],
  })
}

/** The address contains the comment. */
export function removeSent(at: RecordVisit, form: Form, name: string): Promise<Outcome> {
  return sendForm(at, addressWith(at, ''), async on => {
    const found = await findComment(on, {name, id: at.visit.query.get('record') ?? '', act: 'delete'})
    return found && {kind: 'delete', entity: name, id: found.comment.id, version: versionIn(form), fields: new Map()}
  })
}

/** `to`: the address to go to. */
export function deleteSent(at: RecordVisit, form: Form, to: string): Promise<Outcome> {
  const {name} = at.entity
  return sendForm(at, to, ({record}) => ({
    kind: 'delete',
    entity: name,
    id: record.id,
    version: versionIn(form),
    fields: new Map(),
  }))
}
