/** The fields of a form: the control, options and value of each, and the lookup of a record by part of its name. */

import {atOnce} from '../../engine/base/at-once.ts'
import {expressionShape, type Narrowing} from '../../engine/lists/list-plan.ts'
import {withQuery} from '../../engine/page/address.ts'
import type {OptionData} from '../../engine/page/common.ts'
import {fieldPart} from '../../engine/page/own.ts'
import {markIn} from '../../engine/query/cells.ts'
import {emptyQuery, type Filtering, plainList} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import {recordNames} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {cells, commonName, texts} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {Form} from '../../engine/reply.ts'
import {defaultValue, isFilledBy} from '../../engine/write/validate-input.ts'
import {fieldsAt, isEditable, isFile} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {pathsIn} from '../../points/entities/run.ts'
import {currencySign, isAmountOfMoney} from '../../points/entities/types/money.ts'
import {choiceLabel, wordText} from '../../points/entities/values/choices.ts'
import {readId} from '../../points/entities/values/id.ts'
import {hasMentions} from '../../points/entities/values/textual.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {fields as fieldsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'
import type {ActionInput} from '../../points/states/model.ts'
import type {FormFieldData} from './data.ts'
import {typedIn} from './form-input.ts'
import type {LookupOptions} from './form-page.ts'
import {withPeriods} from './periods.ts'

/** Larger numbers of records are not offered as a list. */
const mostOffered = 200
const mostListed = 2000
/** The maximum number of results of a lookup. */
const mostFound = 20

export function editableFields(entity: Entity): Field[] {
  return [...entity.fields.values()].filter(isEditable)
}

export function holdsFiles(entity: Entity): boolean {
  return editableFields(entity).some(isFile)
}

/** The initial values of a form for a new record. */
export async function initialValues(
  reader: ReadContext,
  fields: readonly Field[],
): Promise<Map<string, readonly string[]>> {
  const values = new Map<string, readonly string[]>()
  for (const field of fields) {
    const value = await defaultValue(reader, field)
    values.set(field.name, value === null ? [] : field.type.toForm(value, localeOf(reader.moment)))
  }
  return values
}

/** The content of fields, by name. */
export type FormTexts = ReadonlyMap<string, readonly string[]>

/** `address`: of the form, used to look up records; without it, the first records are offered. */
export interface FieldFilling extends Partial<LookupOptions> {
  /** What they start with. */
  readonly values?: FormTexts
  /** The form as it was sent, if it is shown again: they contain what was typed. */
  readonly sent?: Form | null
  /** The files of each field. */
  readonly files?: ReadonlyMap<string, FormFieldData['files']>
  /** The name of a field in a lookup; by default its own name. */
  readonly lookedUpAs?: (name: string) => string
  /** The address that offers people to mention, if the form has one. */
  readonly mentionsAt?: string
  /** Restricts the records to choose from, for each field. */
  readonly possible?: (field: Field) => readonly Narrowing[]
  /** The records to choose from, shared by rows with the same fields. */
  readonly choices?: RecordChoices
}

/** The offered records read so far, and the names of the chosen ones, by entity. */
export interface RecordChoices {
  readonly offered: Map<string, Promise<OfferedRecords>>
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** Read once for many rows with the same fields. */
export async function choicesFor(
  reader: ReadContext,
  fields: readonly Field[],
  rows: readonly FormTexts[],
): Promise<RecordChoices> {
  const leading = Map.groupBy(fields, ({type}) => type.control.entity)
  const names = await atOnce(
    [...leading].flatMap(([entity, some]) => {
      const ids = rows.flatMap(row => some.flatMap(({name}) => idsIn(row.get(name) ?? [])))
      if (entity === undefined) return []
      const found =
        ids.length === 0 ? new Map() : recordNames(reader, reader.visibility, {entity, ids: [...new Set(ids)]})
      return [atOnce([entity, found])]
    }),
  )
  return {offered: new Map(), names: new Map(names)}
}

const noTexts: FormTexts = new Map()

const idsIn = (values: readonly string[]): string[] => values.filter(value => readId(value) !== null)

/** The fields of a form about a record, the dates of a period as one control. */
export async function recordFields(
  reader: ReadContext,
  {entity, fields}: {readonly entity: string; readonly fields: readonly Field[]},
  filling: FieldFilling,
): Promise<readonly FormFieldData[]> {
  return withPeriods(await formFields(reader, fields, filling), reader.specification, entity)
}

/** The inputs of an action as fields of its form. */
export const inputFields = (asks: readonly ActionInput[]): Field[] =>
  asks.map(({field, optional}) => ({...field, required: !optional}))

export async function formFields(
  reader: ReadContext,
  fields: readonly Field[],
  {sent = null, values = noTexts, ...filling}: FieldFilling,
): Promise<FormFieldData[]> {
  const texts =
    sent === null
      ? values
      : typedIn(
          fields.map(({name}) => name),
          sent,
        )
  const offered = filling.choices?.offered ?? new Map<string, Promise<OfferedRecords>>()
  return atOnce(
    fields.map(async field => {
      const {entity} = field.type.control
      const plain = {...formField(field, texts.get(field.name) ?? [], filling), ...unitOf(field, reader)}
      if (entity === undefined) return plain
      const from = {entity, offers: field.offers, possible: filling.possible?.(field) ?? []}
      // Fields that offer the same records share one query.
      const key = isRestricted(from) ? `${entity} ${field.name}` : entity
      const asked = offered.get(key) ?? offeredOf(reader, from)
      offered.set(key, asked)
      return withRecords(reader, {plain, from, few: await asked}, filling)
    }),
  )
}

/** For forms without a lookup, such as signing up: as many records as a plain list can hold. */
export async function listedFields(reader: ReadContext, fields: readonly Field[], values: FormTexts) {
  const offered = new Map<string, Promise<OfferedRecords>>()
  for (const {type, offers} of fields) {
    const {entity} = type.control
    if (entity === undefined || isRestricted({entity, offers})) continue
    offered.set(entity, Promise.resolve({options: await recordOptions(reader, {entity, offers}), more: false}))
  }
  return formFields(reader, fields, {values, choices: {offered, names: new Map()}})
}

function unitOf({type}: Field, {moment}: ReadContext): Pick<FormFieldData, 'unit'> {
  return isAmountOfMoney(type) ? {unit: currencySign(moment)} : {}
}

function formField(field: Field, values: readonly string[], {files, mentionsAt}: FieldFilling): FormFieldData {
  const {control, attributes = {}, words, labels} = field.type.control
  // Only fields that people fill in are in forms.
  if (control === 'none') throw new TypeError(`The field "${field.name}" has no control.`)
  const held = files?.get(field.name)
  return {
    name: field.name,
    label: field.label,
    help: field.meaning,
    required: field.required,
    control,
    attributes,
    options:
      words?.map(word => ({value: word, label: wordText(word, labels), ...markIn(field.looks?.get(word))})) ?? null,
    values,
    ...(field.editedBy ? {editedBy: fieldPart(field.editedBy.text)} : {}),
    ...(held ? {files: held} : {}),
    ...(mentionsAt !== undefined && hasMentions(field.type) ? {mentions: mentionsAt} : {}),
  }
}

/** The records of an entity, optionally restricted by conditions. */
interface OfferedFrom {
  readonly entity: string
  readonly offers: Field['offers']
  readonly possible?: readonly Narrowing[]
}

function isRestricted({offers, possible = []}: OfferedFrom): boolean {
  return Boolean(offers?.core) || possible.length > 0
}

interface RecordField {
  readonly plain: FormFieldData
  readonly from: OfferedFrom
  readonly few: OfferedRecords
}

/** All records if there are few; otherwise the chosen ones and the address of the lookup. */
async function withRecords(
  reader: ReadContext,
  {plain, from, few}: RecordField,
  {address, sought, lookedUpAs = name => name, choices}: FieldFilling,
): Promise<FormFieldData> {
  const {entity} = from
  const name = lookedUpAs(plain.name)
  const known = choices?.names.get(entity)
  if (sought?.name === name) return {...plain, entity, options: await findOptions(reader, from, sought.text)}
  if (!few.more || address === undefined)
    return {
      ...plain,
      entity,
      options: !isRestricted(from) ? few.options : await withPresent(reader, plain, {from, few, known}),
    }
  const lookup = withQuery(address, `_lookup=${encodeURIComponent(name)}`)
  const names = known ?? (await recordNames(reader, reader.visibility, {entity, ids: idsIn(plain.values)}))
  const chosen = plain.values.flatMap(value => {
    const label = names.get(value)
    return label === undefined ? [] : [{value, label}]
  })
  const [typed = ''] = plain.values
  if (plain.control === 'records') return {...plain, entity, lookup, options: chosen}
  if (chosen[0]) return {...plain, entity, lookup, options: null, chosen: chosen[0]}
  // No record has exactly the typed name: offer those that match it.
  const fitting = typed === '' ? [] : await findOptions(reader, from, typed)
  return {...plain, entity, lookup, options: fitting.length > 0 ? fitting : null}
}

/** The current value may stay, even if it is no longer offered. */
async function withPresent(
  reader: ReadContext,
  {values}: FormFieldData,
  {from, few, known}: Pick<RecordField, 'from' | 'few'> & {known: ReadonlyMap<string, string> | undefined},
): Promise<readonly OptionData[]> {
  const offered = new Set(few.options.map(({value}) => value))
  const ids = idsIn([...new Set(values)]).filter(value => !offered.has(value))
  const names = known ?? (await recordNames(reader, reader.visibility, {entity: from.entity, ids}))
  const present = ids.flatMap(value => {
    const label = names.get(value)
    return label === undefined ? [] : [{value, label}]
  })
  return [...few.options, ...present]
}

/** The label of an action's button. */
export function actionLabel({actions}: Specification, entity: string, name: string): string {
  return actions.actions.get(entity)?.get(name)?.label ?? choiceLabel(name)
}

interface OfferedRecords {
  readonly options: readonly OptionData[]
  readonly more: boolean
}

export async function offeredOf(reader: ReadContext, from: OfferedFrom): Promise<OfferedRecords> {
  return found(reader, from, {size: mostOffered, filters: []})
}

/** As many as a plain list can hold. */
export async function recordOptions(reader: ReadContext, from: OfferedFrom): Promise<readonly OptionData[]> {
  return (await found(reader, from, {size: mostListed, filters: []})).options
}

/** Records whose visible name contains the text. */
export async function findOptions(
  reader: ReadContext,
  from: OfferedFrom,
  text: string,
): Promise<readonly OptionData[]> {
  const name = from.entity
  const path = namingPaths(reader, name).find(
    each => reader.visibility.path(name, each)?.field.type.type.kind === 'text',
  )
  if (!path || text.trim() === '') return (await found(reader, from, {size: mostFound, filters: []})).options
  const filters: Filtering[] = [{path, by: {filter: 'text', text: text.trim()}}]
  return (await found(reader, from, {size: mostFound, filters})).options
}

function namingPaths(reader: ReadContext, name: string): (readonly string[])[] {
  return pathsIn(reader.visibility.entity(name)?.namedBy.parts ?? [])
}

/**
 * Distinguishes records of the same name: people by their team or a similar reference, and by email; other records by
 * their dates or, without them, by the record they belong to.
 */
function tellingPaths({visibility}: ReadContext, entity: Entity): (readonly string[])[] {
  const named = new Set(entity.namedBy.parts.flatMap(part => (part.kind === 'path' ? [part.path[0]] : [])))
  const [span] = entity.spans.values()
  if (span && ![span.name, span.from].some(name => named.has(name)) && visibility.path(entity.name, [span.from]))
    return [[span.name]]
  const belongs = [...entity.fields.values()].find(
    ({name, type, computed}) =>
      type.type.kind === 'reference' &&
      type.type.entity !== userEntity &&
      type.control.control !== 'file' &&
      computed === null &&
      !named.has(name),
  )
  const paths = [...(belongs ? [[belongs.name]] : []), ...(entity.name === userEntity ? [['email']] : [])]
  return paths.filter(path => visibility.path(entity.name, path) !== null)
}

async function found(
  reader: ReadContext,
  {entity: name, offers, possible = []}: OfferedFrom,
  {size, filters}: {size: number; filters: readonly Filtering[]},
): Promise<OfferedRecords> {
  const entity = reader.visibility.entity(name)
  if (!entity) return {options: [], more: false}
  const naming = namingPaths(reader, name)
  const sort = naming.slice(0, 1).map(path => ({path, descending: false}))
  const options = records(entity, {
    label: commonName,
    named: cells(naming),
    telling: texts(tellingPaths(reader, entity)),
  })
  const list = {list: plainList({entity: name, size, sort}), narrowed: [...offeredOnly(offers), ...possible]}
  const {rows, more} =
    filters.length === 0 && size <= mostOffered
      ? await options.firstPage(reader, list)
      : await options
          .page(reader, {...list, asked: {...emptyQuery, filters}, most: size})
          .then(({rows, next}) => ({rows, more: next !== null}))
  return {
    more,
    options: rows.map(({id, label, named, telling}): OptionData => {
      const mark = named.find(cell => cell.mark)?.mark
      const note = telling.filter(Boolean).join(' · ')
      return {value: id, label, ...(mark ? {mark} : {}), ...(note === '' ? {} : {note})}
    }),
  }
}

/** The condition of a field is identified by its position in the document. */
function offeredOnly(offers: Field['offers']): readonly Narrowing[] {
  if (!offers?.core) return []
  return [{shape: `offers ${expressionShape(offers)}`, where: offers.core}]
}

/**
 * The fields people can fill in: those named by the document, or all. A field that only some roles fill in must be
 * named.
 */
export function fieldsOfForm(screen: Screen, entity: Entity): Field[] {
  const named = bulletOf(screen, fieldsBullet).flatMap(([name = '']) => fieldsAt(entity, name))
  return named.length > 0 ? named.filter(field => isEditable(field) || field.filledBy) : editableFields(entity)
}

/** The fields that this person may fill in. Files need an account. */
export function offeredFields(
  reader: ReadContext,
  {entity, fields}: {readonly entity: Entity; readonly fields: readonly Field[]},
): Field[] {
  const may = abilities(reader, entity.name)
  const open = fields.filter(
    field =>
      (reader.actor.kind !== 'nobody' || !isFile(field)) && (!field.setByEngine || isFilledBy(field, reader.actor)),
  )
  return open.filter(({name}) => may.ever('create', name))
}
