/** All field types. A new type is a file in `types/` (or a definition in the file of its family) and a line here. */
import type {Json} from '../../feel/core.ts'
import {parseNum} from '../../feel/decimal.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {FieldType, FieldUse, Locale, ReadType, TypeSettings} from './field-type.ts'
import {anyOf, oneOf, yesNo} from './types/choice.ts'
import {amountUse, computedUse, placesUse} from './types/computed.ts'
import {email, phone, url} from './types/contact.ts'
import {date, dateAndTime, time} from './types/date.ts'
import {duration} from './types/duration.ts'
import {file, files, image} from './types/file.ts'
import {colour, icon} from './types/icon-or-colour.ts'
import {money} from './types/money.ts'
import {decimal, number, serial} from './types/number.ts'
import {id, listOf, many, reference} from './types/reference.ts'
import {longText, richText, text} from './types/text.ts'

export const fieldTypes: readonly FieldType[] = [
  text,
  longText,
  richText,
  number,
  decimal,
  money,
  yesNo,
  date,
  time,
  dateAndTime,
  duration,
  email,
  url,
  phone,
  oneOf,
  anyOf,
  file,
  files,
  image,
  colour,
  icon,
  serial,
  many,
  listOf,
  reference,
]

/** Null if no type matches. */
export function readType(written: string, settings: TypeSettings): ReadType | null {
  return firstReading(fieldTypes, written, settings)
}

/** Reads the canonical text of any stored field's type, also of built-in types. */
export function readKeptType(written: string, settings: TypeSettings): FieldUse | null {
  if (written === id.name) return id.use(null)
  const read = readType(written, settings)
  return read?.ok ? read.use : null
}

function firstReading(types: readonly FieldType[], written: string, settings: TypeSettings): ReadType | null {
  for (const type of types) {
    const read = type.read(written, settings)
    if (read !== null) return read
  }
  return null
}

/** The field type that shows a computed value. */
export function shownAs(type: Type, places = 0): FieldUse {
  const use = computedUse(type, fieldTypes)
  return places === 0 ? use : placesUse(use, places)
}

/** The value that a computed field held, from the JSON of its cell. Null if its type cannot be read from JSON. */
export function computedFromJson(type: Type, json: Json, locale: Locale): Value {
  if (type.kind === 'list')
    return Array.isArray(json) ? json.map(item => computedFromJson(type.of, item, locale)) : null
  if (type.kind === 'number') return typeof json === 'number' ? parseNum(String(json)) : null
  for (const each of fieldTypes) {
    const read = each.shows(type)?.fromJson(json, locale)
    if (read) return read.ok ? read.value : null
  }
  return null
}

/** The field type that shows a computed amount of money. */
export function amountShown(type: Type): FieldUse {
  return amountUse(shownAs(type))
}
