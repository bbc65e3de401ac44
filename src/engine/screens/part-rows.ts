/** Rows of parts in a form: as they are stored, as they were sent, and blank ones for new parts. */
import type {Entity, Field} from '../../points/entities/model.ts'
import type {Reader} from '../engine.ts'
import {localeOf} from '../lookup.ts'
import type {Form} from '../reply.ts'
import {initialValues, isFile} from './form-fields.ts'
import {partsIn} from './leading.ts'
import {noFile, typedIn} from './sent.ts'

export interface PartList {
  /** The list field of the owner. */
  readonly name: string
  readonly heading: string
  readonly entity: Entity
  readonly by: Field
  readonly fields: readonly Field[]
}

export interface Row {
  readonly id: string
  readonly version: number
  readonly removed: boolean
  readonly values: ReadonlyMap<string, readonly string[]>
  /** Files came with it. */
  readonly uploads?: true
}

const mostRows = 100

export async function blankRow(reader: Reader, {fields}: PartList): Promise<Row> {
  return {id: '', version: 0, removed: false, values: await initialValues(reader, fields)}
}

export async function storedRows(reader: Reader, list: PartList, owner: {entity: string; id: string}): Promise<Row[]> {
  const {fields} = list
  const rows = await partsIn(reader, list, {owner, columns: fields.map(field => [field.name]), size: mostRows})
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

/** How the form numbered its rows, in the order in which they shall stand. */
export function rowKeys({name}: PartList, sent: Form): string[] {
  const pattern = new RegExp(`^_part\\.${name}\\.(\\d{1,4})$`)
  const keys = sent.fields.flatMap(field => pattern.exec(field.name)?.[1] ?? [])
  return keys
    .map((key, index) => ({key, at: placeFor(sent.text(`_place.${name}.${key}`), index + 1)}))
    .toSorted((a, b) => a.at - b.at)
    .map(({key}) => key)
}

/** Whoever gives a row the number of another one means to put it there: before it on the way up, behind it on the way down. */
function placeFor(text: string | null, now: number): number {
  const wanted = /^\d{1,6}$/.test(text?.trim() ?? '') ? Number(text) : now
  return wanted + Math.sign(wanted - now) / 2
}

/** Whether a control for files sent one, in any of these fields. */
export function hasFiles(sent: Form, prefix: string): boolean {
  return sent.fields.some(({name, value}) => name.startsWith(prefix) && typeof value !== 'string')
}

export function sentRow(list: PartList, {sent, key}: {sent: Form; key: string}): Row {
  const [id = '', version = ''] = (sent.text(`_part.${list.name}.${key}`) ?? '').split(' ')
  const removed = sent.text(`_drop.${list.name}.${key}`) === 'yes'
  const names = list.fields.map(({name}) => name)
  const prefix = `${list.name}.${key}.`
  const typed = typedIn(names, sent, prefix)
  const files = list.fields.filter(isFile).map(({name}) => name)
  // The ids of files that stay, without the mark that stands beside every control for files.
  const values = new Map(
    [...typed].map(([name, texts]) => [name, files.includes(name) ? texts.filter(text => text !== noFile) : texts]),
  )
  return {id, version: Number(version), removed, values, ...(hasFiles(sent, prefix) ? {uploads: true} : {})}
}

/** Left as it came: nothing was filled in but what stands there by itself. */
export function isUntouched({values, uploads}: Row, blank: Row): boolean {
  if (uploads) return false
  return [...values].every(([name, texts]) => {
    const last = texts.at(-1)?.trim() ?? ''
    return last === '' || last === (blank.values.get(name)?.at(-1) ?? '') || last === 'no'
  })
}
