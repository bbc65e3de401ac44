/** The rows of line items: which exist, in which order, and which are removed. The texts are in the form itself. */

import type {FormValues} from '../../../web/hooks/draft-storage.ts'
import type {FormFieldData, LineItemData, LineItemsData} from '../data.ts'
import {withDraft} from './draft-fields.ts'

export type LineItem = LineItemData

export type RowsAction =
  | {readonly type: 'add'; readonly list: LineItemsData}
  /** A new row is removed; a stored one is marked, and restored when this is repeated. */
  | {readonly type: 'remove'; readonly key: string}
  | {readonly type: 'move'; readonly key: string; readonly by: 1 | -1}
  /** The content of the plain controls at hydration: they may have been changed before. */
  | {readonly type: 'take over'; readonly mayRemove: boolean; readonly values: FormValues}

export function rowsReducer(rows: readonly LineItem[], action: RowsAction): readonly LineItem[] {
  if (action.type === 'add') return added(rows, action.list)
  if (action.type === 'take over') return takenOver(rows, action)
  const at = rows.findIndex(({key}) => key === action.key)
  const row = rows[at]
  if (!row) return rows
  if (action.type === 'move') return rows.toSpliced(at, 1).toSpliced(at + action.by, 0, row)
  return row.id === '' ? rows.toSpliced(at, 1) : rows.with(at, {...row, removed: !row.removed})
}

function added(rows: readonly LineItem[], list: LineItemsData): readonly LineItem[] {
  const blank = blankOf(list)
  if (!blank) return rows
  const numbers = rows.map(({key}) => numberOf(key))
  return [...rows, renumbered(blank, `${list.name}.${Math.max(-1, ...numbers) + 1}`)]
}

/** The last row is blank if rows may be added. */
function blankOf({mayAdd, rows}: LineItemsData): LineItem | undefined {
  const last = rows.at(-1)
  return mayAdd && last?.id === '' ? last : undefined
}

const numberOf = (key: string): number => Number(key.split('.').at(-1))

function renumbered(row: LineItem, key: string): LineItem {
  const fields = row.fields.map(field => ({...field, name: `${key}${field.name.slice(row.key.length)}`}))
  return {...row, key, fields}
}

interface PlainControls {
  readonly mayRemove: boolean
  readonly values: FormValues
}

function takenOver(rows: readonly LineItem[], {mayRemove, values}: PlainControls): readonly LineItem[] {
  const placeOf = (key: string, index: number) => placeFor(values.get(`_place.${key}`)?.at(-1), index + 1)
  const places = new Map(rows.map(({key}, index) => [key, placeOf(key, index)]))
  const removed = (row: LineItem) => (row.id !== '' && mayRemove ? values.has(`_drop.${row.key}`) : row.removed)
  const changed = rows.map(row => (removed(row) === row.removed ? row : {...row, removed: !row.removed}))
  const ordered = changed.toSorted((one, other) => (places.get(one.key) ?? 0) - (places.get(other.key) ?? 0))
  return ordered.every((row, index) => row === rows[index]) ? rows : ordered
}

/** As on the server: before the row with this number when moving up, after it when moving down. */
function placeFor(text: string | undefined, now: number): number {
  const wanted = /^\d{1,6}$/.test(text?.trim() ?? '') ? Number(text) : now
  return wanted + Math.sign(wanted - now) / 2
}

/** The rows of the page, or of the draft. */
export function rowsFrom(list: LineItemsData, draft: FormValues | null): readonly LineItem[] {
  const keys = draft ? draftKeys(list, draft) : []
  if (!draft || keys.length === 0) return list.rows
  const drafted = keys.flatMap(key => draftedRow(list, key, draft) ?? [])
  const known = new Set(drafted.map(({id}) => id))
  const numbers = drafted.map(({key}) => numberOf(key))
  // Those someone else has added since.
  const others = list.rows.filter(({id}) => id !== '' && !known.has(id))
  const start = Math.max(-1, ...numbers) + 1
  return [...drafted, ...others.map((row, index) => renumbered(row, `${list.name}.${start + index}`))]
}

function draftKeys({name}: LineItemsData, draft: FormValues): string[] {
  const prefix = `_part.${name}.`
  const keys = [...draft.keys()].filter(each => each.startsWith(prefix)).map(each => each.slice('_part.'.length))
  const placeOf = (key: string, index: number) => placeFor(draft.get(`_place.${key}`)?.at(-1), index + 1)
  return keys
    .map((key, index) => ({key, place: placeOf(key, index)}))
    .toSorted((one, other) => one.place - other.place)
    .map(({key}) => key)
}

function draftedRow(list: LineItemsData, key: string, draft: FormValues): LineItem | null {
  const [id = '', version = ''] = (draft.get(`_part.${key}`)?.at(-1) ?? '').split(' ')
  const base = id === '' ? blankOf(list) : list.rows.find(row => row.id === id)
  if (!base) return null
  const row = renumbered(base, key)
  const fields = withDraft(row.fields, draft)
  return {...row, version: id === '' ? row.version : Number(version), removed: draft.has(`_drop.${key}`), fields}
}

/** Whether the draft has the rows of the page. */
export function hasSameRows(list: LineItemsData, draft: FormValues): boolean {
  const keys = draftKeys(list, draft)
  const rows = rowsFrom(list, draft)
  return (
    keys.length === 0 ||
    (rows.length === list.rows.length && rows.every((row, index) => isSameRow(row, list.rows[index])))
  )
}

function isSameRow(row: LineItem, other: LineItem | undefined): boolean {
  const texts = (fields: readonly FormFieldData[]) => JSON.stringify(fields.map(({values}) => values.filter(Boolean)))
  return row.id === other?.id && row.removed === other.removed && texts(row.fields) === texts(other.fields)
}
