/** The forms on a record's page, each with its own address: edit, delete, an action, adding a related record. */

import {personOf} from '../../engine/base/actor.ts'
import {confirmedOptions} from '../../engine/links/confirmation.ts'
import {addressWith, cameFrom, type FoundRecord, recordAt} from '../../engine/links/record-address.ts'
import {hiddenReferences, withoutHidden} from '../../engine/query/hidden-references.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {type FieldValues, readStored} from '../../engine/query/stored.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {type Form, Refused} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {ChangeRequest, Outcome} from '../../engine/transaction/change.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {mayOpen} from '../../points/screens/run.ts'
import type {FormScreenData} from '../forms/data.ts'
import type {FormTexts} from '../forms/fields.ts'
import {problemsFor, versionIn} from '../forms/form-input.ts'
import {type FormReply, formPage, type SentForm} from '../forms/form-page.ts'
import {datesOf} from '../forms/periods.ts'
import type {Hinted} from '../forms/preview.ts'
import type {FormPanel, RecordForm} from '../forms/record-form.ts'
import type {RecordOnPage, RecordVisit} from './compiled-record.ts'

/** The form requested by the address; null for the record itself. */
export type Mode =
  | {readonly mode: 'edit' | 'delete'}
  | {readonly mode: 'action'; readonly name: string}
  | {readonly mode: 'add'; readonly name: string}
  | {readonly mode: 'remove' | 'change'; readonly name: string; readonly id: string}
  | {readonly mode: 'mentions'; readonly name: string}

export function modeOf({screen, visit: {query}}: RecordVisit): Mode | null {
  if (screen.kind.can.edit || query.has('edit')) return {mode: 'edit'}
  if (query.has('delete')) return {mode: 'delete'}
  const action = query.get('action')
  if (action !== null) return {mode: 'action', name: action}
  const remove = query.get('remove')
  if (remove !== null) return {mode: 'remove', name: remove, id: query.get('record') ?? ''}
  const change = query.get('change')
  if (change !== null) return {mode: 'change', name: change, id: query.get('record') ?? ''}
  const mentions = query.get('mentions')
  if (mentions !== null) return {mode: 'mentions', name: mentions}
  const add = query.get('add')
  return add === null ? null : {mode: 'add', name: add}
}

export type ActionPreview = Pick<FormScreenData, 'facts' | 'about' | 'aboutMore' | 'aboutText' | 'seen'>

/** A submission that was rejected or never arrived, to be shown again. */
export interface Tried extends SentForm {
  readonly action: string
  /** The version that it was made for, if someone else changed the record first. */
  readonly stale: number | null
  /** What the action would do: it is performed once the person has seen it. */
  readonly preview?: ActionPreview
}

export interface OnRecord extends RecordVisit {
  readonly reader: ReadContext
  readonly record: FoundRecord
  readonly tried: Tried | null
}

/** A visit to the record itself, rather than to a form. */
export interface OnShownRecord extends OnRecord {
  readonly record: RecordOnPage
}

/** The parts that all forms of a record share. */
export function recordForm(
  at: OnRecord,
  data: Pick<FormScreenData, 'heading' | 'actions'> & Partial<FormScreenData>,
): FormReply {
  const {record, tried} = at
  const here = addressWith(at, '')
  const back = {label: record.name, href: here}
  return formPage(at.visit, {back, version: record.version, cancel: cameFrom(at.visit) ?? here, ...data}, tried)
}

/** Changes what a form of the record is about, and leads to an address. `request`: what it changes, null if it is gone. */
export async function sendForm(
  at: RecordVisit,
  to: string,
  request: (on: OnRecord) => ChangeRequest | null | Promise<ChangeRequest | null>,
): Promise<Outcome> {
  const {engine} = at.context
  const change = await engine.read(at.visit.actor, async reader => {
    const record = await recordAt(reader, at)
    return record && request({...at, reader, record, tried: null})
  })
  if (!change) throw new Refused('NOT_FOUND')
  return engine.change(at.visit.actor, [change], confirmedOptions(at.visit, to))
}

export type RefusedOutcome = Extract<Outcome, {ok: false}>

/** Edits let people choose between two versions; actions only show the current record. */
export function refusedAttempt(
  {specification, words}: Pick<RecordContext, 'specification' | 'words'>,
  entity: Entity,
  {action, form, outcome}: {readonly action: string; readonly form: Form; readonly outcome: RefusedOutcome},
): Tried {
  if (outcome.code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  const isConflict = outcome.code === 'CONFLICT'
  const {problems, status} = problemsFor(specification, entity, outcome)
  const isOvertaken = isConflict && action !== 'update' && !specification.errors.declared.has('CONFLICT')
  const overtaken = [{field: null, message: words.records.overtaken}]
  return {
    action,
    form,
    status,
    problems: isOvertaken ? overtaken : problems,
    stale: isConflict ? versionIn(form) : null,
  }
}

/** The fields of this record that the person may both see and change. */
export async function changeableFields(at: OnRecord): Promise<Field[]> {
  const {reader, entity, record} = at
  const may = abilities(reader, entity.name)
  const update = await may.on(record.id, 'update')
  if (!update.any) return []
  const read = await may.on(record.id, 'read')
  return at.editable.filter(({name}) => update.covers(name) && read.covers(name))
}

/** The fields that the person may change on other records of this kind, or in another state, but not now. */
export async function lockedFields(at: OnRecord, changeable: readonly Field[]): Promise<Field[]> {
  const {reader, entity, record} = at
  const may = abilities(reader, entity.name)
  const read = await may.on(record.id, 'read')
  return at.editable.filter(
    field => !changeable.includes(field) && may.ever('update', field.name) && read.covers(field.name),
  )
}

export function mayDelete(at: Pick<OnRecord, 'reader' | 'entity' | 'record'>): Promise<boolean> {
  return abilities(at.reader, at.entity.name).can(at.record.id, {act: 'delete'})
}

/** A form of this record: to change it, or with the inputs of an action. */
export function formOnRecord(at: OnRecord, hinted: Omit<Hinted, 'entity' | 'id'>): RecordForm {
  const {entity, record, visit} = at
  const panel = panelAt(at, hinted.asked ? hinted.actions : [])
  return {...hinted, entity, id: record.id, visit, panel, span: datesOf(panel.screen, entity, hinted.fields)}
}

/** Of the first form that this person may open; for the inputs of an action, with the rules of that action. */
export function panelAt({panels, visit}: OnRecord, [action = '']: readonly string[]): FormPanel {
  const panel = panels.summaries.find(({screen}) => mayOpen(screen, personOf(visit.actor)))
  return panel?.ofActions.get(action) ?? panel ?? panels.plain
}

/** The values of the record, in the format of the form. */
export async function textsOfRecord(at: OnRecord, fields: readonly Field[]): Promise<FormTexts> {
  const stored = fields.length === 0 ? null : await storedIn(at)
  return stored ? formTexts(at.reader, fields, stored) : new Map()
}

/** Null if the record is gone. */
export function storedIn({reader, entity, record}: OnRecord): Promise<FieldValues | null> {
  return readStored(reader, entity, record.id, reader.visibility.records(entity.name))
}

/** Without references to records that the person may not read. */
export async function formTexts(
  reader: ReadContext,
  fields: readonly Field[],
  stored: FieldValues,
): Promise<FormTexts> {
  const locale = localeOf(reader.moment)
  const hidden = await hiddenReferences(reader, fields, stored)
  return new Map(
    fields.map(({name, type}) => {
      const value = withoutHidden(stored.get(name) ?? null, hidden.get(name))
      return [name, value === null ? [] : type.toForm(value, locale)]
    }),
  )
}
