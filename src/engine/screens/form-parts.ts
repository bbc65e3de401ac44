/** Records that live with the one in a form: shown in it row by row. */

import type {FormFieldData, PartData, PartsData} from '../../contract/form.ts'
import type {Entity} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'
import type {Reader} from '../engine.ts'
import type {Act} from '../grants.ts'
import type {Form} from '../reply.ts'
import {editableFields, formFields, isFile} from './form-fields.ts'
import {blankRow, isUntouched, type PartList, type Row, rowKeys, sentRow, storedRows} from './part-rows.ts'
import {isMine, talkOf} from './talk.ts'

/** What is a conversation is no part of the form. */
export function partListsOf(entities: ReadonlyMap<string, Entity>, owner: Entity): PartList[] {
  return [...owner.fields.values()].flatMap(list => {
    const {keeps} = list.type
    const entity = keeps.kind === 'other side' ? entities.get(keeps.entity) : undefined
    const by = entity?.partOf?.entity === owner.name ? entity.fields.get(entity.partOf.field) : undefined
    if (!entity || !by || keeps.kind !== 'other side' || keeps.by !== by.name || talkOf(entity, by.name)) return []
    const fields = editableFields(entity).filter(field => field !== by && !isMine(field) && !isFile(field))
    return [{name: list.name, heading: list.label, entity, by, fields}]
  })
}

const blankRows = 2

/** Nothing of parts that the person may neither make nor change. */
export async function partsData(
  reader: Reader,
  list: PartList,
  at: {owner: {entity: string; id: string} | null; sent: Form | null},
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
  // What stands in one of the rows may be chosen in each of them; the gate knows where it stood.
  const present = new Map(fields.map(({name}) => [name, rows.flatMap(row => row.values.get(name) ?? [])]))
  const controls = await formFields(reader, fields, {values: present})
  return [
    {
      name: list.name,
      heading: list.heading,
      rows: [...rows, ...blanks].map((row, index) => partData(list, {row, index, controls})),
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

function partData(
  list: PartList,
  {row, index, controls}: {row: Row; index: number; controls: readonly FormFieldData[]},
): PartData {
  const key = `${list.name}.${index}`
  const fields = controls.map(control => ({
    ...control,
    name: `${key}.${control.name}`,
    values: row.values.get(control.name) ?? [],
  }))
  return {key, id: row.id, version: row.version, removed: row.removed, fields}
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
