/** What point 3 decides at request time: whether input is valid for a field, and the name of a record. */

import type {Json} from '../../feel/core.ts'
import {isList, type Value} from '../../feel/value.ts'
import {spanDash} from '../template.ts'
import {type Locale, refused, type ValidationResult} from './field-type.ts'
import type {Entity, Field} from './model.ts'

/**
 * `before`: the text that the form showed. Unchanged text keeps the stored value: a form without seconds does not
 * truncate the stored time, and an ambiguous time in autumn keeps its offset.
 */
export function readForm(
  field: Field,
  texts: readonly string[],
  {locale, before}: {locale: Locale; before?: Value},
): ValidationResult {
  if (before !== undefined && sameTexts(texts, field.type.toForm(before, locale))) return filled(field, before)
  return needed(field, field.type.fromForm(texts, locale))
}

export function readCsv(field: Field, text: string, locale: Locale): ValidationResult {
  return needed(field, field.type.fromCsv(text, locale))
}

export function readJson(field: Field, json: Json, locale: Locale): ValidationResult {
  return needed(field, field.type.fromJson(json, locale))
}

/** The value of an expression: a default or an effect. */
export function fitValue(field: Field, value: Value): ValidationResult {
  return needed(field, field.type.fit(value))
}

function needed(field: Field, result: ValidationResult): ValidationResult {
  return result.ok ? filled(field, result.value) : result
}

function filled(field: Field, value: Value): ValidationResult {
  return field.required && isEmpty(value) ? refused('REQUIRED') : {ok: true, value}
}

export function isEmpty(value: Value): boolean {
  return value === null || (isList(value) && value.length === 0)
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one, other].map(texts => texts.filter(text => text !== ''))
  return a?.length === b?.length && a?.every((text, index) => text === b?.[index]) === true
}

/** `textAt`: the text at a path of fields. */
export function nameOfRecord(entity: Entity, textAt: (path: readonly string[]) => string): string {
  const {namedBy, label} = entity
  const [only, ...others] = namedBy.parts
  // The common case: named by one text field.
  if (only?.kind === 'path' && others.length === 0) return textAt(only.path).trim() || label
  const parts = namedBy.parts.map(part =>
    part.kind === 'text' ? {text: part.text, day: false} : {text: textAt(part.path), day: isDay(entity, part.path)},
  )
  const name = joinName(parts).trim()
  return (parts.some(({text}) => text === '') ? withoutEdges(name) : name) || label
}

function isDay({fields}: Entity, [name = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 && fields.get(name)?.type.type.kind === 'date'
}

/** Text next to an empty or hidden value is dropped. */
function withoutEdges(name: string): string {
  return name.replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/g, '')
}

// Two days of a name as people write them: “7–11 May 2026”, “7 to 11 May 2026”, and one day where both are the same.
// Only a dash or a word between two days makes a span; everything else is kept as the document writes it.

export interface NameText {
  readonly text: string
  readonly day: boolean
}

const between = /^\s*(?:\p{L}+|[-–—])\s*$/u

export function joinName(parts: readonly NameText[]): string {
  const said = parts.map(({text}) => text)
  for (const [at, part] of parts.entries()) {
    const [middle, other] = [parts[at + 1], parts[at + 2]]
    if (!part.day || !other?.day || !middle || middle.day || !between.test(middle.text)) continue
    if (part.text === other.text) said.splice(at, 2, '', '')
    else {
      const first = withoutEnd(part.text, other.text)
      said[at] = first
      // “16–18 Dec”, but “30 Nov – 4 Dec”.
      if (middle.text === spanDash && first.includes(' ')) said[at + 1] = ` ${spanDash} `
    }
  }
  return said.join('')
}

/** Without the words at the end that both share: the month and the year. */
function withoutEnd(text: string, other: string): string {
  const [words, others] = [text.split(' '), other.split(' ')]
  while (words.length > 1 && words.at(-1) === others.at(-1)) {
    words.pop()
    others.pop()
  }
  return words.join(' ')
}
