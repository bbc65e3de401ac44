/** The line items of a record as rows of its form: shown as stored or as sent, and turned into change requests. */

import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {cells} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {Form} from '../../engine/reply.ts'
import type {ChangeRequest, Input, Ordered, PartRequest} from '../../engine/transaction/change.ts'
import {commentFieldsOf, isActingPerson, isFile} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet, fields as fieldsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'
import {singleEffects} from '../../points/states/model.ts'
import type {LineItemData, LineItemsData} from './data.ts'
import {choicesFor, editableFields, formFields, initialValues, type RecordChoices} from './fields.ts'
import {filesIn} from './files.ts'
import {inputsIn, noFile, typedIn} from './form-input.ts'
import type {LookupOptions} from './form-page.ts'
import {partsIn} from './parts.ts'
import type {PartChangesOfForm} from './unwritten-records.ts'

// Rows: stored, submitted, and blank ones for new line items.

export interface PartList {
  /** The list field of the owner. */
  readonly name: string
  readonly heading: string
  readonly entity: Entity
  readonly by: Field
  readonly fields: readonly Field[]
  /** Stored fields that people do not fill in. */
  readonly others: readonly Field[]
}

interface ItemRow {
  readonly id: string
  readonly version: number
  readonly removed: boolean
  readonly values: ReadonlyMap<string, readonly string[]>
  /** The row was sent with files. */
  readonly uploads?: true
  /** The values of a stored row as people read them. */
  readonly texts?: ReadonlyMap<string, string>
}

const mostRows = 100

async function blankRow(reader: ReadContext, {fields}: PartList): Promise<ItemRow> {
  return {id: '', version: 0, removed: false, values: await initialValues(reader, fields)}
}

async function storedRows(
  reader: ReadContext,
  list: PartList,
  owner: {entity: string; id: string},
): Promise<ItemRow[]> {
  const {entity, by, fields, others} = list
  const read = [...fields, ...others]
  const parts = records(entity, {cells: cells(read.map(({name}) => [name]))})
  const rows = await partsIn(reader, parts, {by, owner, size: mostRows})
  const locale = localeOf(reader.moment)
  return rows.map(({id, version, cells}) => ({
    id,
    version,
    removed: false,
    values: new Map(
      fields.map((field, index) => {
        const value = field.type.fromJson(cells[index]?.value ?? null, {
          ...locale,
          find: (target, id) => ({entity: target, id}),
        })
        return [field.name, value.ok && value.value !== null ? field.type.toForm(value.value, locale) : []]
      }),
    ),
    texts: new Map(read.map(({name}, index) => [name, cells[index]?.text ?? ''])),
  }))
}

/** The row numbers of the form, in the chosen order. */
function rowKeys({name}: PartList, sent: Form): string[] {
  const pattern = new RegExp(`^_part\\.${name}\\.(\\d{1,4})$`)
  const keys = sent.fields.flatMap(field => pattern.exec(field.name)?.[1] ?? [])
  return keys
    .map((key, index) => ({key, at: placeFor(sent.text(`_place.${name}.${key}`), index + 1)}))
    .toSorted((a, b) => a.at - b.at)
    .map(({key}) => key)
}

/** A row that was given the number of another row moves there: before it when moving up, after it when moving down. */
function placeFor(text: string | null, now: number): number {
  const wanted = /^\d{1,6}$/.test(text?.trim() ?? '') ? Number(text) : now
  return wanted + Math.sign(wanted - now) / 2
}

/** Whether any of these fields was sent with a file. */
function hasFiles(sent: Form, prefix: string): boolean {
  return sent.fields.some(({name, value}) => name.startsWith(prefix) && typeof value !== 'string')
}

function sentRow(list: PartList, {sent, key}: {sent: Form; key: string}): ItemRow {
  const [id = '', version = ''] = (sent.text(`_part.${list.name}.${key}`) ?? '').split(' ')
  const removed = sent.text(`_drop.${list.name}.${key}`) === 'yes'
  const names = list.fields.map(({name}) => name)
  const prefix = `${list.name}.${key}.`
  const typed = typedIn(names, sent, prefix)
  const files = list.fields.filter(isFile).map(({name}) => name)
  // The ids of the files to keep, without the marker of the file control.
  const values = new Map(
    [...typed].map(([name, texts]) => [name, files.includes(name) ? texts.filter(text => text !== noFile) : texts]),
  )
  return {id, version: Number(version), removed, values, ...(hasFiles(sent, prefix) ? {uploads: true} : {})}
}

/** Contains nothing but its defaults. */
function isUntouched({values, uploads}: ItemRow, blank: ItemRow): boolean {
  if (uploads) return false
  return [...values].every(([name, texts]) => {
    const last = texts.at(-1)?.trim() ?? ''
    return last === '' || last === (blank.values.get(name)?.at(-1) ?? '') || last === 'no'
  })
}

/**
 * Conversations are not part of the form. A form that names lists has only these; one that names none leaves out those
 * that its action creates together with the record.
 */
export function partListsOf({entities, actions}: Specification, owner: Entity, screen?: Screen): PartList[] {
  const lists = everyPartList(entities.entities, owner)
  if (!screen?.kind.can.create) return lists
  const named = bulletOf(screen, fieldsBullet).flatMap(([name]) => lists.filter(list => list.name === name))
  if (named.length > 0) return named
  const rows = bulletOf(screen, actionsBullet).flatMap(name => actions.actions.get(owner.name)?.get(name)?.rows ?? [])
  const made = new Set(
    rows
      .filter(({creates}) => creates)
      .flatMap(singleEffects)
      .flatMap(effect => (effect.kind === 'create' ? [effect.entity] : [])),
  )
  return lists.filter(({entity}) => !made.has(entity.name))
}

function everyPartList(entities: ReadonlyMap<string, Entity>, owner: Entity): PartList[] {
  return [...owner.fields.values()].flatMap(list => {
    const {storage} = list.type
    const entity = storage.kind === 'other side' ? entities.get(storage.entity) : undefined
    const by = entity?.partOf?.entity === owner.name ? entity.fields.get(entity.partOf.field) : undefined
    if (!entity || !by || storage.kind !== 'other side' || storage.by !== by.name || commentFieldsOf(entity, by.name))
      return []
    const isOwn = (field: Field) => field !== by && !isActingPerson(field)
    const fields = editableFields(entity).filter(isOwn)
    const others = [...entity.fields.values()].filter(
      field => isOwn(field) && !isFile(field) && field.setByEngine && field.computed === null,
    )
    return [{name: list.name, heading: list.label, entity, by, fields, others}]
  })
}

const blankRows = 2

/** Omits line items that the person may neither create nor change. */
export async function partsData(
  reader: ReadContext,
  list: PartList,
  at: {owner: {entity: string; id: string} | null; sent: Form | null} & LookupOptions,
): Promise<LineItemsData[]> {
  const may = abilities(reader, list.entity.name)
  const [create, update, remove] = (['create', 'update', 'delete'] as const).map(act => may.ever(act))
  const stored = at.owner && (create || update || remove) ? await storedRows(reader, list, at.owner) : []
  if (!create && (stored.length === 0 || (!update && !remove))) return []
  const blank = await blankRow(reader, list)
  const rows = at.sent ? sentRows(list, {sent: at.sent, stored, blank}) : stored
  const blanks = create ? Array.from({length: blankRows}, () => blank) : []
  const act = create ? 'create' : 'update'
  const fields = list.fields.filter(({name}) => may.ever(act, name))
  // What the person does not fill in says which row it is.
  const told = [...list.entity.fields.values()].filter(
    field => !fields.includes(field) && !isFile(field) && rows.some(({texts}) => texts?.get(field.name)),
  )
  const shown = [...rows, ...blanks]
  const choices = await choicesFor(
    reader,
    fields,
    shown.map(({values}) => values),
  )
  const filled: LineItemData[] = []
  for (const [index, row] of shown.entries())
    filled.push(
      await partData(reader, list, {row, index, fields, told, choices, address: at.address, sought: at.sought}),
    )
  return [
    {
      name: list.name,
      heading: list.heading,
      rows: filled,
      mayAdd: create === true,
      mayRemove: remove === true,
      // Moving existing line items is an update; new ones are simply in order.
      mayMove: at.owner === null ? create === true : may.ever('update', position.name),
    },
  ]
}

interface ShownRow extends LookupOptions {
  readonly row: ItemRow
  readonly index: number
  readonly fields: readonly Field[]
  readonly told: readonly Field[]
  readonly choices: RecordChoices
}

async function partData(
  reader: ReadContext,
  list: PartList,
  {row, index, fields, told, choices, address, sought}: ShownRow,
): Promise<LineItemData> {
  const key = `${list.name}.${index}`
  const files = row.id === '' ? undefined : await filesIn(reader, {entity: list.entity, id: row.id}, fields)
  const controls = await formFields(reader, fields, {
    values: row.values,
    address,
    choices,
    // The matching records are the same in every row.
    sought: index === 0 ? sought : null,
    lookedUpAs: name => `${list.name}.${name}`,
    ...(files ? {files} : {}),
  })
  const named = controls.map(control => ({...control, name: `${key}.${control.name}`}))
  const facts = told.map(({name, label}) => ({label, text: row.texts?.get(name) ?? ''}))
  return {key, id: row.id, version: row.version, removed: row.removed, facts, fields: named}
}

interface SentRows {
  readonly sent: Form
  readonly stored: readonly ItemRow[]
  readonly blank: ItemRow
}

/** The rows as sent, without blank ones. */
function sentRows(list: PartList, {sent, stored, blank}: SentRows): ItemRow[] {
  return rowKeys(list, sent).flatMap(key => {
    const row = sentRow(list, {sent, key})
    if (row.id === '' && isUntouched(row, blank)) return []
    // The current version, so that the typed values can be sent again.
    const known = stored.find(({id}) => id === row.id)
    return [{...row, version: known?.version ?? row.version, ...(known?.texts ? {texts: known.texts} : {})}]
  })
}

// The line items of a submitted form, as changes that are made with those of their owner.

interface SentParts {
  /** Added to the change of the owner; unchanged rows are left out. */
  readonly changes: Pick<ChangeRequest, 'parts' | 'order'>
  /** Maps a field of a rejected change to its place in the form. */
  readonly fieldOf: (field: string | null) => string | null
}

/** The changes of the line items; unchanged rows are left out. */
export async function sentParts(
  reader: ReadContext,
  lists: readonly PartList[],
  at: {owner: {entity: string; id: string} | null; sent: Form},
): Promise<SentParts> {
  const requests = new Map<string, readonly PartRequest[]>()
  const orders = new Map<string, readonly Ordered[]>()
  const places = new Map<string, string>()
  for (const list of lists) {
    const stored = at.owner ? await storedRows(reader, list, at.owner) : []
    const blank = await blankRow(reader, list)
    const {wanted, order} = rowChangesOf(list, {sent: at.sent, stored, blank})
    for (const [index, {shown}] of wanted.entries()) places.set(`${list.name}.${index}`, `${list.name}.${shown}`)
    if (wanted.length > 0)
      requests.set(
        list.name,
        wanted.map(({request}) => request),
      )
    if (isAnother(order, stored)) orders.set(list.name, order)
  }
  const changes = {...(requests.size > 0 ? {parts: requests} : {}), ...(orders.size > 0 ? {order: orders} : {})}
  return {changes, fieldOf: field => placeOf(places, field)}
}

/** What is changed in each list of a form, for its preview; nothing before it is sent. */
export async function partsInForm(
  reader: ReadContext,
  lists: readonly PartList[],
  {owner, sent}: {owner: {entity: string; id: string} | null; sent: Form | null},
): Promise<PartChangesOfForm> {
  const changed = sent && (await sentParts(reader, lists, {owner, sent})).changes.parts
  return new Map(lists.map(({name}) => [name, changed?.get(name) ?? []]))
}

interface RowChange {
  readonly request: PartRequest
  /** The row of the form that shows it. */
  readonly shown: number
}

function rowChangesOf(list: PartList, {sent, stored, blank}: {sent: Form; stored: readonly ItemRow[]; blank: ItemRow}) {
  const wanted: RowChange[] = []
  const order: Ordered[] = []
  let shown = 0
  for (const key of rowKeys(list, sent)) {
    const row = sentRow(list, {sent, key})
    if (row.id === '' && isUntouched(row, blank)) continue
    const request = partRequest(list, {row, key, sent, known: stored.find(({id}) => id === row.id)})
    if (!row.removed) order.push(row.id === '' ? wanted.length : row.id)
    if (request) wanted.push({request, shown})
    shown += 1
  }
  return {wanted, order}
}

/** Stored rows in their order, then new ones: the default order. */
function isAnother(order: readonly Ordered[], stored: readonly ItemRow[]): boolean {
  const named = new Set(order)
  const asTheyStand = stored.flatMap(({id}) => (named.has(id) ? [id] : []))
  return asTheyStand.some((id, index) => order[index] !== id)
}

function partRequest(
  list: PartList,
  {row, key, sent, known}: {row: ItemRow; key: string; sent: Form; known: ItemRow | undefined},
): PartRequest | null {
  const {id, version} = row
  if (row.removed) return id === '' ? null : {kind: 'delete', id, version, fields: new Map()}
  const prefix = `${list.name}.${key}.`
  const own = sent.fields.flatMap(field =>
    field.name.startsWith(prefix) ? [{...field, name: field.name.slice(prefix.length)}] : [],
  )
  const fields = inputsIn(own, sent, prefix)
  if (id === '') return {kind: 'create', fields}
  const several = new Set(list.fields.filter(({type}) => type.type.kind === 'list').map(({name}) => name))
  const isSame = (name: string, input: Input) => {
    const [now, before] = [row.values.get(name) ?? [], known?.values.get(name) ?? []]
    if ('files' in input && input.files.add.length > 0) return false
    return 'files' in input || several.has(name) ? allOf(now) === allOf(before) : lastOf(now) === lastOf(before)
  }
  const changed = new Map<string, Input>([...fields].filter(([name, input]) => !isSame(name, input)))
  return changed.size === 0 ? null : {kind: 'update', id, version, fields: changed}
}

const lastOf = (texts: readonly string[]) => texts.at(-1) ?? ''
const allOf = (texts: readonly string[]) =>
  texts
    .filter(text => text !== '')
    .toSorted()
    .join('\n')

function placeOf(places: ReadonlyMap<string, string>, field: string | null): string | null {
  if (field === null) return null
  const [list = '', index = '', ...rest] = field.split('.')
  const place = places.get(`${list}.${index}`)
  return place === undefined ? field : [place, ...rest].join('.')
}
