/**
 * Names in documents: their canonical form, earlier names, and labels; and built-in texts about records in the
 * document's language.
 */

import type {FieldLabel} from '../../messages/language.ts'
import {languageOf} from '../../messages/languages.ts'
import type {Field} from './model.ts'

export interface WrittenName {
  readonly name: string
  /** From `(was old_name)`. */
  readonly was: string | null
}

/** `ask back` and `ask_back` are one name. */
export function canonicalName(written: string): string {
  return written.trim().replace(/[\s_]+/g, '_')
}

/** `first day (was start)` → the name and the earlier name; null for an unclosed or empty `was`. */
export function splitWas(written: string): WrittenName | null {
  const match = /^(.*?)\s*\(was\s+([^()]+?)\s*\)$/.exec(written)
  if (match) return {name: match[1] ?? '', was: match[2] ?? ''}
  return /\(\s*was\b/.test(written) ? null : {name: written, was: null}
}

export const longestName = 50

export function isEntityName(name: string): boolean {
  return /^[A-Z][A-Za-z0-9_]*$/.test(name) && name.length <= longestName
}

export function isFieldName(name: string): boolean {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && name.length <= longestName
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const germanLetters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
}

/** In the letters of names: `größe` is `groesse`, `prénom` is `prenom`. */
const inPlainLetters = (written: string): string =>
  written
    .normalize('NFC')
    .replace(/[äöüÄÖÜßẞ]/g, letter => germanLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')

/** The entity name that an author probably meant. */
export function asEntityName(written: string): string {
  const words = inPlainLetters(written)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const name = words.map(capitalised).join('')
  return name.replace(/^\d+/, '').slice(0, longestName) || 'Ticket'
}

export function asFieldName(written: string): string {
  const words = inPlainLetters(written)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  return (
    words
      .join('_')
      .replace(/^[\d_]+/, '')
      .slice(0, longestName)
      .replace(/_$/, '') || 'first_day'
  )
}

/** `first_day` → `First day`; `LeaveKind` → `Leave kind`. Abbreviations stay as they are: `VAT_rate` → `VAT rate`. */
export function labelOfName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_]+/)
    .filter(Boolean)
  const spoken = words.map((word, index) => (index > 0 && /^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
  return capitalised(spoken.join(' '))
}

// Built-in texts about records in the document's language: labels of built-in fields, yes and no.

/** Translates the label of a built-in field; fields of the document keep their labels. */
export function spokenField<T extends Pick<Field, 'name' | 'label' | 'meaning' | 'source'>>(
  field: T,
  language: string,
): T {
  const texts: Readonly<Record<string, FieldLabel>> = languageOf(language).values.fields
  const own = field.source === null ? texts[field.name] : undefined
  return own ? {...field, label: own.label, meaning: own.meaning ?? field.meaning} : field
}

/** A label inside a sentence: in lower case but for abbreviations in English, unchanged in German. */
export const inSentence = (label: string, language: string): string => languageOf(language).grammar.inSentence(label)

export function yesOrNo(value: boolean, language: string): string {
  const {yes, no} = languageOf(language).values
  return value ? yes : no
}

/** Names that every object has: in own code they would not be its own. */
const taken: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** What own code calls by its name: a value, a row of data, an action or a function. */
export const isCodeName = (name: string): boolean => /^[a-z][A-Za-z0-9]{0,49}$/.test(name) && !taken.has(name)
