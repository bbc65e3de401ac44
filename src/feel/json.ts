/** Values as JSON: in Core, on the wire to the browser, and as `nonet feel` prints them. */
import type {Json} from './core.ts'
import {equalNum, formatNum, type Num, parseNum} from './decimal.ts'
import {formatValue} from './format.ts'
import {readDate, readDateTime, readDays, readMonths, readTime} from './read.ts'
import type {Type} from './type.ts'
import {type Context, isList, isNum, type Value} from './value.ts'

/** A JSON number where that is exact, else its digits as text. */
function encodeNum(n: Num): Json {
  if (typeof n === 'number') return n
  const text = formatNum(n)
  const float = Number(text)
  const back = Number.isFinite(float) ? parseNum(String(float)) : null
  return back !== null && equalNum(back, n) ? float : text
}

/** Dates, times and durations as ISO text, a reference as its id. */
export function encode(value: Value): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (isNum(value)) return encodeNum(value)
  if (isList(value)) return value.map(encode)
  if (value instanceof Map) return encodeContext(value)
  return formatValue(value)
}

const encodeContext = (context: Context): Json =>
  Object.fromEntries([...context].map(([key, entry]) => [key, encode(entry)]))

const readers: Partial<Record<Type['kind'], (text: string) => Value>> = {
  date: readDate,
  time: readTime,
  'date and time': readDateTime,
  'days duration': readDays,
  'months duration': readMonths,
}

/** Reads back what `encode` wrote of a value of that type; null where the JSON is not one. */
export function decode(type: Type, json: Json): Value {
  if (json === null) return null
  if (type.kind === 'list') return Array.isArray(json) ? json.map(item => decode(type.of, item)) : null
  if (type.kind === 'number') return decodeNum(json)
  if (type.kind === 'boolean') return typeof json === 'boolean' ? json : null
  if (typeof json !== 'string') return null
  if (type.kind === 'reference') return {entity: type.entity, id: json}
  const read = readers[type.kind]
  return read === undefined ? json : read(json)
}

/** A JSON number is the decimal that is written there, not the binary fraction next to it. */
export const decodeNum = (json: Json): Num | null => parseNum(String(json))

/** JSON without a type: texts stay texts, objects become contexts. */
export function fromJson(json: Json): Value {
  if (json === null || typeof json === 'boolean' || typeof json === 'string') return json
  if (typeof json === 'number') return decodeNum(json)
  if (Array.isArray(json)) return json.map(fromJson)
  return new Map(Object.entries(json).map(([key, entry]) => [key, fromJson(entry)]))
}
