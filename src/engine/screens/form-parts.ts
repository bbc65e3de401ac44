/** Records that live with the one in a form: shown in it row by row, and made, changed and removed with it. */
import type {Entity, Field} from '../../points/entities/model.ts'
import type {FormFieldData, PartData, PartsData} from '../../ui/records.ts'
import type {Input, PartRequest} from '../change.ts'
import {compared, fieldCore, thisCore, valueCore} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import type {Act} from '../grants.ts'
import {defaultValue} from '../judge.ts'
import {localeOf} from '../lookup.ts'
import type {Form} from '../reply.ts'
import {editableFields, formFields} from './form-fields.ts'
import {rowsOf} from './record-place.ts'
import {inputsIn, typedIn} from './sent.ts'
import {isMine, talkOf} from './talk.ts'

export interface PartList {
  /** The list field of the owner. */
  readonly name: string
  readonly heading: string
  readonly entity: Entity
  readonly by: Field
  readonly fields: readonly Field[]
}

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

const isFile = ({type}: Field) => type.control.control === 'file'
const mostRows = 100
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
  const rows = at.sent ? sentRows(reader, list, {sent: at.sent, stored}) : stored
  const blanks = create ? Array.from({length: blankRows}, () => blankRow(reader, list)) : []
  const act = create ? 'create' : 'update'
  const fields = list.fields.filter(({name}) =>
    reader.grants(reader.actor, act, list.entity.name).some(grant => grant.fields?.has(name) ?? true),
  )
  const controls = await formFields(reader, fields, {values: new Map()})
  return [
    {
      name: list.name,
      heading: list.heading,
      rows: [...rows, ...blanks].map((row, index) => partData(list, {row, index, controls})),
      mayAdd: create === true,
      mayRemove: remove === true,
    },
  ]
}

function grantsFor(reader: Reader, {entity}: PartList, act: Act): boolean {
  return reader.grants(reader.actor, act, entity.name).length > 0
}

interface Row {
  readonly id: string
  readonly version: number
  readonly removed: boolean
  readonly values: ReadonlyMap<string, readonly string[]>
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

function blankRow(reader: Reader, {fields}: PartList): Row {
  const locale = localeOf(reader.moment)
  const values = fields.map(field => {
    const value = defaultValue(reader, field)
    return [field.name, value === null ? [] : field.type.toForm(value, locale)] as const
  })
  return {id: '', version: 0, removed: false, values: new Map(values)}
}

async function storedRows(reader: Reader, list: PartList, owner: {entity: string; id: string}): Promise<Row[]> {
  const {entity, by, fields} = list
  const leads = fieldCore(thisCore(entity.name), entity.name, {name: by.name, type: by.type.type})
  const where = compared(leads, '=', valueCore(by.type.type, owner))
  const columns = fields.map(field => [field.name])
  const rows = await rowsOf(reader, {entity: entity.name, where, columns, size: mostRows})
  const locale = localeOf(reader.moment)
  return rows.map(row => ({
    id: row.id,
    version: row.version,
    removed: false,
    values: new Map(
      fields.map((field, index) => {
        const read = field.type.fromJson(row.cells[index]?.value ?? null, {
          ...locale,
          find: (target, id) => ({entity: target, id}),
        })
        return [field.name, read.ok && read.value !== null ? field.type.toForm(read.value, locale) : []]
      }),
    ),
  }))
}

/** How the form numbered its rows, in their order. */
function rowKeys({name}: PartList, sent: Form): string[] {
  const pattern = new RegExp(`^_part\\.${name}\\.(\\d{1,4})$`)
  return sent.fields.flatMap(field => pattern.exec(field.name)?.[1] ?? [])
}

/** Rows as they were sent; those that were left blank are not among them. */
function sentRows(reader: Reader, list: PartList, {sent, stored}: {sent: Form; stored: readonly Row[]}): Row[] {
  return rowKeys(list, sent).flatMap(key => {
    const row = sentRow(list, {sent, key})
    if (row.id === '' && isUntouched(row, blankRow(reader, list))) return []
    // What the record is at now, so that what was typed can be sent again.
    const version = stored.find(({id}) => id === row.id)?.version ?? row.version
    return [{...row, version}]
  })
}

function sentRow(list: PartList, {sent, key}: {sent: Form; key: string}): Row {
  const [id = '', version = ''] = (sent.text(`_part.${list.name}.${key}`) ?? '').split(' ')
  const removed = sent.text(`_drop.${list.name}.${key}`) === 'yes'
  const names = list.fields.map(({name}) => name)
  return {id, version: Number(version), removed, values: typedIn(names, sent, `${list.name}.${key}.`)}
}

function isUntouched({values}: Row, blank: Row): boolean {
  return [...values].every(([name, texts]) => {
    const last = texts.at(-1)?.trim() ?? ''
    return last === '' || last === (blank.values.get(name)?.at(-1) ?? '') || last === 'no'
  })
}

export interface SentParts {
  readonly requests: ReadonlyMap<string, readonly PartRequest[]>
  /** Where the form shows the part that a problem of the gate is about. */
  readonly fieldOf: (field: string | null) => string | null
}

/** What becomes of the parts: rows that say what is there already are left alone. */
export async function sentParts(
  reader: Reader,
  lists: readonly PartList[],
  at: {owner: {entity: string; id: string} | null; sent: Form},
): Promise<SentParts> {
  const requests = new Map<string, PartRequest[]>()
  const places = new Map<string, string>()
  for (const list of lists) {
    const stored = at.owner ? await storedRows(reader, list, at.owner) : []
    let shown = 0
    for (const key of rowKeys(list, at.sent)) {
      const row = sentRow(list, {sent: at.sent, key})
      const blank = row.id === '' && isUntouched(row, blankRow(reader, list))
      if (blank) continue
      const request = partRequest(list, {row, key, sent: at.sent, known: stored.find(({id}) => id === row.id)})
      if (request) {
        const some = requests.get(list.name) ?? []
        places.set(`${list.name}.${some.length}`, `${list.name}.${shown}`)
        requests.set(list.name, [...some, request])
      }
      shown += 1
    }
  }
  return {requests, fieldOf: field => placeOf(places, field)}
}

function partRequest(
  list: PartList,
  {row, key, sent, known}: {row: Row; key: string; sent: Form; known: Row | undefined},
): PartRequest | null {
  const {id, version} = row
  if (row.removed) return id === '' ? null : {kind: 'delete', id, version, fields: new Map()}
  const prefix = `${list.name}.${key}.`
  const own = sent.fields.flatMap(field =>
    field.name.startsWith(prefix) ? [{...field, name: field.name.slice(prefix.length)}] : [],
  )
  const fields = inputsIn(own, sent, prefix)
  if (id === '') return {kind: 'create', fields}
  const isSame = (name: string) => lastOf(row.values.get(name)) === lastOf(known?.values.get(name))
  const changed = new Map<string, Input>([...fields].filter(([name]) => !isSame(name)))
  return changed.size === 0 ? null : {kind: 'update', id, version, fields: changed}
}

const lastOf = (texts: readonly string[] | undefined) => texts?.at(-1) ?? ''

function placeOf(places: ReadonlyMap<string, string>, field: string | null): string | null {
  if (field === null) return null
  const [list = '', index = '', ...rest] = field.split('.')
  const place = places.get(`${list}.${index}`)
  return place === undefined ? field : [place, ...rest].join('.')
}
