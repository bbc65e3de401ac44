/**
 * A cursor: a record's place in an order, as text for an address. It names what the record is sorted by, so it stays
 * true when that record is gone. Whatever comes back is judged anew: it is no secret and no authority.
 */
import {encode} from '../../feel/format.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import {readId} from '../../points/entities/values/id.ts'
import {readPlain} from './plain-value.ts'
import type {SortKey} from './sort-keys.ts'

const longest = 8000

/** `values`: one for each key, the id being the last. */
export function writeCursor(values: readonly Value[]): string {
  return Buffer.from(JSON.stringify(values.map(encode))).toString('base64url')
}

/** Null where it is none of this order. */
export function readCursor(text: string, keys: readonly SortKey[]): readonly Value[] | null {
  const json = text.length <= longest ? parsed(text) : null
  if (!Array.isArray(json) || json.length !== keys.length) return null
  const values = keys.map((key, index) => read(key.core.type, json[index] ?? null))
  const known = values.filter(value => value !== undefined)
  const id = known.at(-1)
  return known.length === keys.length && typeof id === 'string' && readId(id) === id ? known : null
}

function parsed(text: string): unknown {
  if (!/^[\w-]+$/.test(text)) return null
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** Only what `writeCursor` would have written of such a value; undefined for anything else. */
function read(type: Type, json: unknown): Value | undefined {
  if (json === null) return null
  if (typeof json !== 'string' && typeof json !== 'number' && typeof json !== 'boolean') return undefined
  const value = readPlain(type, json)
  return value !== undefined && encode(value) === json ? value : undefined
}
