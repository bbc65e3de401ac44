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

/** The types as hints list them, in this order. */
export const listedTypes =
  '`text`, `long text`, `rich text`, `number`, `decimal 2`, `money`, `yes/no`, `date`, `time`, `date and time`, `duration`, `email`, `url`, `phone`, `one of low, normal, high`, `any of red, green, blue`, `file`, `files`, `image`, `colour`, `icon`, `serial`, `many Tag`, `list of Comment by ticket`, `User`'
