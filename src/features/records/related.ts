/** Records that refer to another record: related records, line items and comments, and the form that adds one. */

import {compared, fieldCore, thisCore, valueCore} from '../../engine/base/core-build.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import {addressWith, mentionsHref} from '../../engine/links/record-address.ts'
import {type Path, plainList, type Sorting} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {cells, recordHref} from '../../engine/records/properties.ts'
import {type RecordIn, type RecordShape, type Records, records} from '../../engine/records/records.ts'
import {type Form, Refused} from '../../engine/reply.ts'
import type {Input, Outcome} from '../../engine/transaction/change.ts'
import type {Core} from '../../feel/core.ts'
import {isEditable, isSerial} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {position, userEntity} from '../../points/entities/own-fields.ts'
import type {FormFieldData} from '../forms/data.ts'
import {initialValues, recordFields} from '../forms/fields.ts'
import {formInputs} from '../forms/form-input.ts'
import {type LinkToForm, linkToForm} from '../forms/form-link.ts'
import {type FormReply, lookupAt} from '../forms/form-page.ts'
import {inOrder, ownerField, partsIn, type RelatedTo} from '../forms/parts.ts'
import {recordToCreate} from '../forms/unwritten-records.ts'
import type {CompiledRelated, RecordVisit} from './compiled-record.ts'
import type {AddData, RelatedData} from './data.ts'
import {type OnRecord, recordForm, sendForm} from './record-forms.ts'

/** The records whose field refers to the record. */
export function referringTo({entity, by}: RelatedTo, owner: {entity: string; id: string}): Core {
  const leads = fieldCore(thisCore(entity.name), entity.name, {name: by.name, type: by.type.type})
  return compared(leads, '=', valueCore(by.type.type, owner))
}

/** In reverse order. */
export const inReverseOrder: readonly Sorting[] = [{path: [position.name], descending: true}]

/** The first records whose field refers to a record, in any order. */
function referringRecords<S extends RecordShape>(
  reader: ReadContext,
  wanted: Records<S>,
  {by, owner, size, where, sort}: ReferringList,
): Promise<readonly RecordIn<Records<S>>[]> {
  const list = plainList({entity: wanted.entity.name, where, size, sort, by: ownerField(by)})
  return wanted.first(reader, list, new Map([['by', owner]]))
}

interface ReferringList {
  readonly by: Field
  readonly owner: {readonly entity: string; readonly id: string}
  readonly size: number
  /** A further condition. */
  readonly where: Core | null
  readonly sort: readonly Sorting[]
}

// Related records: a table, with a small form for people who may add to them.

const mostRelated = 50

/** “No bookings yet.” */
function noneYet({context}: OnRecord, {name}: Entity): string {
  return context.words.lists.noneYet(entityNouns(context.specification, name).several)
}

export async function relatedData(at: OnRecord, related: CompiledRelated): Promise<RelatedData> {
  const {reader, record} = at
  const {entity, by, columns, sort, where} = related
  const shown = records(entity, {href: recordHref, cells: cells(columns)})
  const wanted = {by, owner: {entity: at.entity.name, id: record.id}, size: mostRelated}
  const rows =
    sort === inOrder && where === null
      ? await partsIn(reader, shown, wanted)
      : await referringRecords(reader, shown, {...wanted, where, sort})
  return {
    heading: related.heading,
    empty: noneYet(at, entity),
    columns: related.columnFields,
    records: rows.map(({id, href, cells}) => ({id, href, cells})),
    add: formFor(at, related) ? null : await addData(at, related),
    failed: null,
  }
}

/** As many as are readable from a distance. */
const mostOnDisplay = 3

/** The next records by time, without controls, numbers or states. */
export async function relatedOnDisplay(at: OnRecord, related: CompiledRelated): Promise<RelatedData> {
  const {reader, context, record} = at
  const {entity, by, isSorted, where} = related
  const isSaid = ([name = '', ...more]: Path) => {
    const field = entity.fields.get(name)
    return more.length > 0 || !field || !(field.state || isSerial(field))
  }
  const columns = related.columns.filter(isSaid)
  const fields = columns.map(path => context.display.field(entity.name, path))
  const time = columns.find((_, index) => ['span', 'time'].includes(fields[index]?.display ?? ''))
  const rows = await referringRecords(reader, records(entity, {cells: cells(columns)}), {
    by,
    owner: {entity: at.entity.name, id: record.id},
    size: mostOnDisplay,
    where,
    sort: time && !isSorted ? [{path: time, descending: false}] : related.sort,
  })
  return {
    heading: related.heading,
    empty: noneYet(at, entity),
    columns: fields.flatMap(field => field ?? []),
    records: rows.map(({id, cells}) => ({id, href: null, cells})),
    add: null,
    failed: null,
  }
}

/** The document's form that creates a record and performs an action in one step, which the small form would not do. */
export function formFor({context, visit}: RecordVisit, {entity, by}: RelatedTo): LinkToForm | null {
  const link = linkToForm(context, {entity, actor: visit.actor, names: [by.name]})
  return link?.acts ? link : null
}

export const addAction = (entity: string) => `add ${entity}`

/** The fields that the person may fill in of a new record that belongs to this one; null if they may not add one. */
export async function mayAdd({reader, entity: owner, record}: OnRecord, {entity, by}: RelatedTo) {
  // The small form fills in the reference to this record, which only the engine may set otherwise.
  if (!isEditable(by) && !by.filledBy) return null
  const may = abilities(reader, entity.name)
  if (!may.ever('create')) return null
  const added = await recordToCreate(reader, entity, new Map([[by.name, {entity: owner.name, id: record.id}]]))
  const {covers} = await may.on({entity, id: reader.newId(), record: added, before: null}, 'create')
  return covers(by.name) ? covers : null
}

/** Null for people who may not add to this record; people are added by invitation. */
export async function addData(at: OnRecord, related: CompiledRelated): Promise<AddData | null> {
  const {reader, tried, visit, context} = at
  const {entity} = related
  if (entity.name === userEntity) return null
  const covers = await mayAdd(at, related)
  if (!covers) return null
  const fields = related.asked.filter(({name}) => covers(name))
  if (fields.length === 0) return null
  const action = addAction(entity.name)
  const again = tried?.action === action ? tried : null
  const address = addressWith(at, `add=${encodeURIComponent(entity.name)}`)
  const asked = await recordFields(
    reader,
    {entity: entity.name, fields},
    {
      values: await initialValues(reader, fields),
      sent: again?.form ?? null,
      ...lookupAt(visit, address),
      mentionsAt: mentionsHref(at, entity.name),
    },
  )
  return {
    action,
    several: entity.plural,
    label: context.words.forms.adding(entity.label),
    button: context.words.forms.add,
    fields: addFields(at, related, asked),
    problems: again?.problems ?? [],
    open: again !== null,
  }
}

/** The only text field of a conversation is labelled with the action. */
function addFields(
  {context}: OnRecord,
  {entity, comment}: CompiledRelated,
  fields: readonly FormFieldData[],
): readonly FormFieldData[] {
  const label = context.words.forms.commenting(entity.label)
  return comment ? fields.map(field => ({...field, label, help: ''})) : fields
}

/** The small form as its own page. */
export async function addPage(at: OnRecord, name: string): Promise<FormReply> {
  const related = at.related.find(({entity}) => entity.name === name)
  const add = related && (await addData(at, related))
  if (!add) throw new Refused('FORBIDDEN')
  return recordForm(at, {
    heading: add.label,
    intro: at.record.name,
    version: null,
    fields: add.fields,
    actions: [{name: add.action, label: add.button, tone: 'primary'}],
  })
}

/** The new record always refers to the record of the page, whatever the request contains. */
export function addSent(at: RecordVisit, form: Form, name: string): Promise<Outcome> {
  return sendForm(at, addressWith(at, ''), ({entity, record, related}) => {
    const by = related.find(each => each.entity.name === name)?.by
    if (!by) return null
    const belongs: [string, Input] = [by.name, {value: {entity: entity.name, id: record.id}}]
    return {kind: 'create', entity: name, fields: new Map<string, Input>([...formInputs(form), belongs])}
  })
}
