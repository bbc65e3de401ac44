/** The common part of all text types: normalised text, lengths in characters, one column. */

import type {Json} from '../../../feel/core.ts'
import {Decimal, type Num} from '../../../feel/decimal.ts'
import {textType} from '../../../feel/type.ts'
import type {OwnCode} from '../../errors/own.ts'
import type {Behaviour, OptionsResult} from '../define-type.ts'
import {accepted, type FieldUse, invalid, type ValidationResult} from '../field-type.ts'
import type {Entities, Entity, Field} from '../model.ts'
import {readBounds} from './bounds.ts'
import {storedText, textColumn} from './column.ts'

/*
 * Mentions of people in a text, `@[Nadia Benali](018f…)`: shown as `@Nadia Benali`, with an id that stays valid if the
 * person is renamed.
 */

const mention = /@\[([^[\]\n]{1,200})\]\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/g

export type TextPart = {readonly text: string} | {readonly person: string; readonly name: string}

/** `long text with mentions`. */
export const hasMentions = ({control}: Pick<FieldUse, 'control'>): boolean => control.attributes?.['mentions'] === true

export const mentionFields = ({fields}: Entity): Field[] => [...fields.values()].filter(({type}) => hasMentions(type))

/** The entities such texts are about: the owners of line items with them, or the entities that have them. */
export function mentioningEntities({entities}: Entities): string[] {
  return [...entities.values()].flatMap(entity =>
    mentionFields(entity).length > 0 ? [entity.partOf?.entity ?? entity.name] : [],
  )
}

export function mentionOf(person: string, name: string): string {
  return `@[${name.replaceAll(/[[\]\n]/g, ' ')}](${person})`
}

/** Splits a text into pieces of text and people, in order. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(mention)) {
    const [whole, name = '', person = ''] = match
    if (match.index > from) parts.push({text: text.slice(from, match.index)})
    parts.push({person, name})
    from = match.index + whole.length
  }
  return from < text.length ? [...parts, {text: text.slice(from)}] : parts
}

/** The ids of the people in it. */
export function mentionedIn(text: string): ReadonlySet<string> {
  return new Set(textParts(text).flatMap(part => ('person' in part ? [part.person] : [])))
}

/** The text as people write and read it. */
export function withoutIds(text: string): string {
  return text.replaceAll(mention, '@$1')
}

export interface Lengths {
  readonly least: number
  readonly most: number
}

export interface Textual extends Lengths {
  clean(text: string): CleanText
  /** An additional check or conversion. */
  accept?(text: string): ValidationResult
}

type TextChecks =
  | 'type'
  | 'storage'
  | 'filter'
  | 'sort'
  | 'search'
  | 'is'
  | 'check'
  | 'display'
  | 'fromText'
  | 'fromJson'
  | 'fit'
  | 'toText'
  | 'toCsv'
  | 'toColumn'
  | 'fromColumn'

export function textBehaviour(options: Textual): Pick<Behaviour<string>, TextChecks> {
  const validate = (text: string) => validateText(text, options)
  return {
    type: textType,
    storage: textColumn,
    display: 'text',
    filter: {filter: 'text'},
    sort: {sort: 'value'},
    search: true,
    is: isText,
    // Both databases count characters, too.
    check: column => `length(${column}) between ${Math.max(1, options.least)} and ${options.most}`,
    fromText: validate,
    fromJson: json => fromJson(json, validate),
    fit: validate,
    toText: value => value,
    toCsv: value => value,
    toColumn: value => value,
    fromColumn: storedText,
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function fromJson(json: Json, validate: (text: string) => ValidationResult): ValidationResult {
  return typeof json === 'string' ? validate(json) : invalid('NOT_A_TEXT')
}

function validateText(written: string, {clean, least, most, accept = accepted}: Textual): ValidationResult {
  const cleaned = clean(written)
  if (!cleaned.ok) return invalid(cleaned.code)
  if (cleaned.text === '') return accepted(null)
  const length = lengthOf(cleaned.text)
  if (length < least) return invalid('TOO_SHORT', {least: String(least)})
  if (length > most) return invalid('TOO_LONG', {most: String(most), count: String(length)})
  return accept(cleaned.text)
}

// Normalises text: NFC, trimmed, without control characters, with `\n` as the only line end. In single-line text, direction overrides are rejected and invisible characters removed,
// because a name could imitate another. Everything else is kept: emoji, joiners, direction marks.

type CleanText =
  | {readonly ok: true; readonly text: string}
  | {readonly ok: false; readonly code: Extract<OwnCode, 'ONE_LINE' | 'ODD_CHARACTERS'>}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

const invisible = /[\u00ad\u200b\u2060-\u2064\ufeff]/g

/** A tab, as spreadsheets paste it, becomes a space. */
export function cleanLine(written: string): CleanText {
  const text = cleaned(written.replaceAll('\t', ' ').replace(invisible, ''))
  if (!isSound(text) || turns(text)) return {ok: false, code: 'ODD_CHARACTERS'}
  return /[\n\u2028\u2029]/.test(text) ? {ok: false, code: 'ONE_LINE'} : {ok: true, text}
}

export function cleanLines(written: string): CleanText {
  const text = cleaned(written)
  return isSound(text) ? {ok: true, text} : {ok: false, code: 'ODD_CHARACTERS'}
}

function cleaned(written: string): string {
  return written.replace(/\r\n?/g, '\n').normalize('NFC').trim()
}

/** Direction overrides, and unclosed embeddings or isolates, which would affect the text after them. */
function turns(text: string): boolean {
  const open: string[] = []
  for (const sign of text.match(/[\u202a-\u202e\u2066-\u2069]/g) ?? []) {
    if (/[\u202d\u202e]/.test(sign)) return true
    if (/[\u202a\u202b]/.test(sign)) open.push('\u202c')
    else if (/[\u2066-\u2068]/.test(sign)) open.push('\u2069')
    else if (open.pop() !== sign) return true
  }
  return open.length > 0
}

/** Half a surrogate pair is not a character, and the databases reject it. */
function isSound(text: string): boolean {
  return text.isWellFormed() && !controls.test(text)
}

/** Characters, not UTF-16 units, as both databases count them. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

// `3..120` after a text type: the number of characters.

interface LengthRules {
  readonly written: string | undefined
  readonly example: string
  /** The default, and the largest bound that a document may set. */
  readonly usual: number
  readonly farthest: number
  readonly instead: string
}

export function readLengths({written, example, usual, farthest, instead}: LengthRules): OptionsResult<Lengths> {
  if (written === undefined) return {ok: true, options: {least: 0, most: usual}}
  const read = readBounds(written, example)
  if (!read.ok) return read
  const least = countOf(read.span.least, 0)
  const most = countOf(read.span.most, Math.max(usual, least ?? 0))
  if (least === null || most === null) {
    const message = `\`${written}\` is not a length: use whole numbers from 0.`
    return {ok: false, message, hint: `Write it like this: \`${example}\`.`, part: written}
  }
  if (most > 0 && most <= farthest) return {ok: true, options: {least, most}}
  const message =
    most === 0 ? 'A text needs at least one character.' : `This type holds at most ${farthest} characters.`
  return {ok: false, message, hint: most === 0 ? `Write it like this: \`${example}\`.` : instead, part: written}
}

function countOf(end: Num | null, otherwise: number): number | null {
  if (end === null) return otherwise
  return end instanceof Decimal || end < 0 ? null : end
}

export function writeLengths(name: string, {least, most}: Lengths, usual: number): string {
  return least === 0 && most === usual ? name : `${name} ${least}..${most}`
}
