/**
 * Values as plain text in addresses and cursors. Only values that records can hold are accepted, so no text can cause a
 * database error.
 */
import type {Json} from '../../feel/core.ts'
import {decodeValue} from '../../feel/format.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import {readId} from '../../points/entities/values/id.ts'

const patterns: Partial<Record<Type['kind'], RegExp>> = {
  boolean: /^(true|false)$/,
  number: /^-?\d{1,40}(\.\d{1,40})?(e[+-]\d{1,2})?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d:\d\d(\.\d{1,9})?$/,
  'date and time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/,
  'days duration': /^-?P[\dDTHMS.]{1,30}$/,
  'months duration': /^-?P[\dYM]{1,20}$/,
}

/** Parses the output of `encodeValue` for this type; undefined for other values. */
export function readPlain(type: Type, json: Exclude<Json, null>): Value | undefined {
  return isUsual(type, String(json)) ? (decodeValue(type, json) ?? undefined) : undefined
}

function isUsual(type: Type, text: string): boolean {
  if (type.kind === 'choice') return type.words.includes(text)
  if (type.kind === 'text') return text.isWellFormed() && !text.includes('\0')
  if (type.kind === 'reference') return readId(text) === text
  return patterns[type.kind]?.test(text) ?? false
}
