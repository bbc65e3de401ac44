/** Field types as written in documents, and a locale to parse and format their values. */

import type {FieldUse, Locale, ValidationResult} from '../../src/points/entities/field-type.ts'
import {plainLocale} from '../../src/points/entities/field-type.ts'
import {readType} from '../../src/points/entities/types.ts'

export function typeOf(written: string, currency = 'EUR'): FieldUse {
  const read = readType(written, {currency})
  if (!read?.ok) throw new Error(`\`${written}\` is no type: ${read === null ? 'unknown' : read.message}`)
  return read.use
}

export function localeOf(language: string, zone = 'Europe/Paris', currency = 'EUR'): Locale {
  return {...plainLocale, language, zone, currency}
}

/** The value, or the codes of its problems. */
export function outcome(judged: ValidationResult): unknown {
  return judged.ok ? judged.value : judged.problems.map(problem => problem.code)
}
