/** Records that live with the one in a form: shown in it row by row. */

import type {PartData, PartsData} from '../../contract/form.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'
import type {Reader} from '../engine.ts'
import type {Act} from '../grants.ts'
import type {Form} from '../reply.ts'
import {type Choices, choicesFor, editableFields, type Filling, formFields} from './form-fields.ts'
import {blankRow, isUntouched, type PartList, type Row, rowKeys, sentRow, storedRows} from './part-rows.ts'
import {filesIn} from './record-files.ts'
import {isMine, talkOf} from './talk.ts'

/** What is a conversation is no part of the form. */
export function partListsOf(entities: ReadonlyMap<string, Entity>, owner: Entity): PartList[] {
  return [...owner.fields.values()].flatMap(list => {
    const {keeps} = list.type
    const entity = keeps.kind === 'other side' ? entities.get(keeps.entity) : undefined
    const by = entity?.partOf?.entity === owner.name ? entity.fields.get(entity.partOf.field) : undefined
    if (!entity || !by || keeps.kind !== 'other side' || keeps.by !== by.name || talkOf(entity, by.name)) return []
    const fields = editableFields(entity).filter(field => field !== by && !isMine(field))
    return [{name: list.name, heading: list.label, entity, by, fields}]
  })
}

const blankRows = 2

/** Nothing of parts that the person may neither make nor change. */
export async function partsData(
  reader: Reader,
  list: PartList,
  at: {owner: {entity: string; id: string} | null; sent: Form | null} & Asking,
): Promise<PartsData[]> {
  const [create, update, remove] = (['create', 'update', 'delete'] as const).map(act => grantsFor(reader, list, act))
  const stored = at.owner && (create || update || remove) ? await storedRows(reader, list, at.owner) : []
  if (!create && (stored.length === 0 || (!update && !remove))) return []
  const blank = await blankRow(reader, list)
  const rows = at.sent ? sentRows(list, {sent: at.sent, stored, blank}) : stored
  const blanks = create ? Array.from({length: blankRows}, () => blank) : []
  const act = create ? 'create' : 'update'
  const fields = list.fields.filter(({name}) =>
    reader.grants(reader.actor, act, list.entity.name).some(grant => grant.fields?.has(name) ?? true),
  )
  const shown = [...rows, ...blanks]
  const choices = await choicesFor(
    reader,
    fields,
    shown.map(({values}) => values),
  )
  const filled: PartData[] = []
  for (const [index, row] of shown.entries())
    filled.push(await partData(reader, list, {row, index, fields, choices, address: at.address, sought: at.sought}))
  return [
    {
      name: list.name,
      heading: list.heading,
      rows: filled,
      mayAdd: create === true,
      mayRemove: remove === true,
      mayMove: at.owner === null ? create === true : mayMove(reader, list),
    },
  ]
}

function grantsFor(reader: Reader, {entity}: PartList, act: Act): boolean {
  return reader.grants(reader.actor, act, entity.name).length > 0
}

/** Parts that are there are changed by moving them; new ones simply come in order. */
function mayMove(reader: Reader, {entity}: PartList): boolean {
  return reader.grants(reader.actor, 'update', entity.name).some(({fields}) => fields?.has(position.name) ?? true)
}

/** Where the form is, and what somebody looks for in it. */
type Asking = Required<Pick<Filling, 'address' | 'sought'>>

interface ShownRow extends Asking {
  readonly row: Row
  readonly index: number
  readonly fields: readonly Field[]
  readonly choices: Choices
}

async function partData(
  reader: Reader,
  list: PartList,
  {row, index, fields, choices, address, sought}: ShownRow,
): Promise<PartData> {
  const key = `${list.name}.${index}`
  const files = row.id === '' ? undefined : await filesIn(reader, {entity: list.entity, id: row.id}, fields)
  const controls = await formFields(reader, fields, {
    values: row.values,
    address,
    choices,
    // Those that fit are the same in every row.
    sought: index === 0 ? sought : null,
    lookedUpAs: name => `${list.name}.${name}`,
    ...(files ? {files} : {}),
  })
  const named = controls.map(control => ({...control, name: `${key}.${control.name}`}))
  return {key, id: row.id, version: row.version, removed: row.removed, fields: named}
}

interface SentRows {
  readonly sent: Form
  readonly stored: readonly Row[]
  readonly blank: Row
}

/** Rows as they were sent; those that were left blank are not among them. */
function sentRows(list: PartList, {sent, stored, blank}: SentRows): Row[] {
  return rowKeys(list, sent).flatMap(key => {
    const row = sentRow(list, {sent, key})
    if (row.id === '' && isUntouched(row, blank)) return []
    // What the record is at now, so that what was typed can be sent again.
    const version = stored.find(({id}) => id === row.id)?.version ?? row.version
    return [{...row, version}]
  })
}
