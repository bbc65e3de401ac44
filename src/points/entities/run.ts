/** Point 3 at request time: validates input for a field, and builds the name of a record. */

import type {Json} from '../../feel/core.ts'
import {isList, type Value} from '../../feel/value.ts'
import {invalid, type Locale, type ValidationResult} from './field-type.ts'
import type {Entity, Field, NamePart} from './model.ts'

/**
 * `before`: the text that the form showed. Unchanged text keeps the stored value: a form without seconds does not
 * truncate the stored time, and an ambiguous time in autumn keeps its offset.
 */
export function readFieldInput(
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
  return field.required && isEmptyValue(value) ? invalid('REQUIRED') : {ok: true, value}
}

export function isEmptyValue(value: Value): boolean {
  return value === null || (isList(value) && value.length === 0)
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one, other].map(texts => texts.filter(text => text !== ''))
  return a?.length === b?.length && a?.every((text, index) => text === b?.[index]) === true
}

/** `textAt`: the text at a path of fields. `own`: for the record's owner. */
export function nameOfRecord(entity: Entity, textAt: (path: readonly string[]) => string, own = false): string {
  const {namedBy, namedForOwner, label} = entity
  const forOwner = own && namedForOwner ? textOfParts(namedForOwner.parts, textAt) : ''
  return forOwner || textOfParts(namedBy.parts, textAt) || label
}

/** Texts and values in turn. Text next to an empty or hidden value is dropped. */
export function textOfParts(parts: readonly NamePart[], textAt: (path: readonly string[]) => string): string {
  const [only, ...others] = parts
  // The common case: named by one text field.
  if (only?.kind === 'path' && others.length === 0) return textAt(only.path).trim()
  const texts = parts.map(part => (part.kind === 'text' ? part.text : textAt(part.path)))
  const name = texts.join('').trim()
  return texts.includes('') ? withoutEdges(name) : name
}

/** The fields that a name is built from. */
export function pathsIn(parts: readonly NamePart[]): (readonly string[])[] {
  return parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
}

function withoutEdges(name: string): string {
  return name.replace(/^[\s,;:·–—-]+|[\s,;:·–—-]+$/g, '')
}
