/** The expected effect of an edit on the records, derived from the two drafts only: what is kept, lost and broken. */
import type {Json} from '../../src/feel/core.ts'
import {type Draft, type DraftEntity, type DraftField, defaultValue, wordsOf} from './store-edits.ts'

/** Entity → record → field → value. Empty lists and missing values are null. */
export type Data = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Json>>>>>>

export interface Expected {
  readonly data: Data
  /** Lost data, as text: the migration must need confirmation. */
  readonly lost: readonly string[]
  /** Broken values, as text: the migration must be refused. */
  readonly broken: readonly string[]
}

interface Outcome {
  readonly lost: string[]
  readonly broken: string[]
}

interface Named {
  readonly name: string
  readonly was: string | null
}

export function expected(before: Draft, after: Draft, data: Data): Expected {
  const outcome: Outcome = {lost: [], broken: []}
  const sources = pairs(before.entities, after.entities)
  for (const entity of before.entities) {
    const rows = Object.keys(data[entity.name] ?? {}).length
    if (![...sources.values()].includes(entity) && rows > 0) outcome.lost.push(`${entity.name} with ${rows} rows`)
  }
  const kept = after.entities.map(entity => {
    const from = sources.get(entity)
    return [entity.name, from ? records(from, entity, {rows: data[from.name] ?? {}, outcome}) : {}]
  })
  return {...outcome, data: Object.fromEntries(kept) as Data}
}

/** By the `(was …)` note, if the name is new; by the name; or backwards by the note of the earlier document. */
function pairs<T extends Named>(before: readonly T[], after: readonly T[]): Map<T, T> {
  const found = new Map<T, T>()
  const free = (each: T | undefined): each is T => each !== undefined && ![...found.values()].includes(each)
  const has = (name: string) => before.some(each => each.name === name)
  const rules: ((to: T) => T | undefined)[] = [
    to => (has(to.name) ? undefined : before.find(from => from.name === to.was)),
    to => before.find(from => from.name === to.name),
    to => before.find(from => from.was === to.name && free(from)),
  ]
  for (const rule of rules)
    for (const to of after) {
      const from = found.has(to) ? undefined : rule(to)
      if (free(from)) found.set(to, from)
    }
  return found
}

type Rows = Data[string]

function records(from: DraftEntity, to: DraftEntity, {rows, outcome}: {rows: Rows; outcome: Outcome}): Rows {
  const sources = pairs(from.fields, to.fields)
  const ids = Object.keys(rows).toSorted()
  for (const field of from.fields.filter(each => ![...sources.values()].includes(each)))
    for (const id of ids) if (isFilled(rows[id]?.[field.name])) outcome.lost.push(`${from.name}.${field.name} of ${id}`)
  const result: Record<string, Record<string, Json>> = Object.fromEntries(ids.map(id => [id, {}]))
  for (const field of to.fields) {
    const source = sources.get(field)
    const values = ids.map(id => rows[id]?.[source?.name ?? ''] ?? null)
    const after = source ? carried(source, field, {values, outcome}) : added(field, ids.length)
    after.forEach((value, index) => {
      const record = result[ids[index] ?? '']
      if (record) record[field.name] = value
    })
    if (field.required && after.some(value => !isFilled(value))) outcome.broken.push(`${field.name} is missing`)
    if (field.unique && hasDuplicates(after)) outcome.broken.push(`${field.name} occurs twice`)
  }
  return result
}

const isFilled = (value: Json | undefined): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

function added(field: DraftField, count: number): Json[] {
  const first = serialFrom(field.type)
  return Array.from({length: count}, (_, index) =>
    first === null ? (field.required ? defaultValue(field) : null) : first + index,
  )
}

function serialFrom(type: string): number | null {
  const first = /^serial(?: from (\d+))?/.exec(type)
  return first === null ? null : Number(first[1] ?? 1)
}

function carried(
  from: DraftField,
  to: DraftField,
  {values, outcome}: {values: readonly Json[]; outcome: Outcome},
): Json[] {
  // A reference becomes the only one of several.
  if (to.type === `many ${from.type}`) return values.map(value => (isFilled(value) ? [value ?? null] : null))
  if (kept(from.type) !== kept(to.type)) {
    if (values.some(isFilled)) outcome.lost.push(`${from.name} is kept in another way`)
    return added(to, values.length)
  }
  const convert = conversion(from, to, outcome)
  if (convert === null) {
    if (values.some(isFilled)) outcome.broken.push(`${from.type} means nothing to ${to.type}`)
    return added(to, values.length)
  }
  return values.map(value => {
    if (!isFilled(value)) return null
    const after = convert(value)
    if (after === undefined) outcome.broken.push(`${JSON.stringify(value)} is no ${to.type}`)
    return isFilled(after) ? (after ?? null) : null
  })
}

const kept = (type: string): string => (type.startsWith('many') ? 'pairs' : 'column')

/** Undefined for a value that does not fit; null if no value ever does. */
type Convert = (value: Json) => Json | undefined

function conversion(from: DraftField, to: DraftField, outcome: Outcome): Convert | null {
  const [a, b] = [family(from.type), family(to.type)]
  if (a === b && (a === 'one' || a === 'any')) return value => changedWord(value, {from, to, outcome})
  if (a === 'serial' && b === 'serial') return value => value
  if (a === b || (a === 'serial' && b === 'number')) return value => fitted(value, to.type)
  const plain = ['line', 'number', 'one', 'any', 'yes/no', 'date', 'time', 'instant', 'duration', 'email']
  if (!plain.includes(a) || !plain.includes(b)) return null
  return value => throughText(value, a, to.type)
}

function family(type: string): string {
  if (/^text|^long text/.test(type)) return 'line'
  if (/^number|^decimal/.test(type)) return 'number'
  if (type.startsWith('serial')) return 'serial'
  if (type === 'date and time') return 'instant'
  return type.split(' ')[0] ?? ''
}

function fitted(value: Json, type: string): Json | undefined {
  const text = /^text(?: 0\.\.(\d+))?$/.exec(type)
  if (text && typeof value === 'string') return value.length <= Number(text[1] ?? 250) ? value : undefined
  if (type === 'number 0..100')
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100 ? value : undefined
  if (type === 'number') return Number.isInteger(value) ? value : undefined
  if (type === 'decimal 1') return Number.isInteger(Number(value) * 10) ? value : undefined
  return value
}

/** Only for values that the generator produces. */
function throughText(value: Json, from: string, type: string): Json | undefined {
  const text = written(value, from)
  switch (family(type)) {
    case 'line':
      return fitted(text, type)
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? fitted(Number(text), type) : undefined
    case 'one':
      return wordsOf(type)?.find(word => word === text.toLowerCase())
    case 'any':
      return from === 'one' && wordsOf(type)?.includes(text) === true ? [text] : undefined
    case 'email':
      return /^\w+@\w+\.\w+$/.test(text) ? text : undefined
    default:
      return unsure
  }
}

/** As written by `string()`: a full second has no fraction. */
function written(value: Json, from: string): string {
  if (Array.isArray(value)) return value.join(', ')
  if (from === 'yes/no') return value ? 'yes' : 'no'
  return from === 'instant' ? String(value).replace('.000Z', 'Z') : String(value)
}

/** Conversions between calendars and booleans that the oracle does not cover. */
export const unsure = '(unsure)'

interface Words {
  readonly from: DraftField
  readonly to: DraftField
  readonly outcome: Outcome
}

function changedWord(value: Json, {from, to, outcome}: Words): Json {
  if (Array.isArray(value)) {
    const order = wordsOf(to.type) ?? []
    const words = value.map(word => changedWord(word, {from, to, outcome})).filter(word => word !== null)
    return order.filter(word => words.includes(word))
  }
  const [before, after] = [wordsOf(from.type) ?? [], wordsOf(to.type) ?? []]
  const word = String(value)
  const renamed = [...to.type.matchAll(/(\w+) \(was (\w+)\)/g)].find(([, , was]) => was === word)?.[1]
  if (renamed !== undefined && !before.includes(renamed)) return renamed
  if (after.includes(word)) return word
  const back = [...from.type.matchAll(/(\w+) \(was (\w+)\)/g)].find(([, name]) => name === word)?.[2]
  if (back !== undefined && after.includes(back) && !before.includes(back)) return back
  outcome.lost.push(`the word ${word}`)
  if (renamed !== undefined) return renamed
  return to.required && to.type.startsWith('one of') ? defaultValue(to) : null
}

function hasDuplicates(values: readonly Json[]): boolean {
  const filled = values.filter(isFilled).map(value => JSON.stringify(value))
  return new Set(filled).size < filled.length
}
