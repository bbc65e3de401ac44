/** What all types that keep a text have in common: clean text, lengths in characters, one column. */
import type {Json} from '../../../feel/core.ts'
import {textType} from '../../../feel/type.ts'
import type {Behaviour} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {type CleanText, lengthOf} from './clean-text.ts'
import {storedText, textColumn} from './column.ts'

export interface Lengths {
  readonly least: number
  readonly most: number
}

export interface Textual extends Lengths {
  clean(text: string): CleanText
  /** What else must hold, or what else the text becomes. */
  accept?(text: string): Judged
}

type Answers =
  | 'type'
  | 'keeps'
  | 'filter'
  | 'sort'
  | 'search'
  | 'is'
  | 'check'
  | 'fromText'
  | 'fromJson'
  | 'fit'
  | 'toText'
  | 'toCsv'
  | 'toColumn'
  | 'fromColumn'

export function textual(options: Textual): Pick<Behaviour<string>, Answers> {
  const judge = (text: string) => judgeText(text, options)
  return {
    type: textType,
    keeps: textColumn,
    filter: {filter: 'text'},
    sort: {sort: 'value'},
    search: true,
    is: isText,
    // Both databases count characters, as we do.
    check: column => `length(${column}) between ${Math.max(1, options.least)} and ${options.most}`,
    fromText: judge,
    fromJson: json => fromJson(json, judge),
    fit: judge,
    toText: value => value,
    toCsv: value => value,
    toColumn: value => value,
    fromColumn: storedText,
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function fromJson(json: Json, judge: (text: string) => Judged): Judged {
  return typeof json === 'string' ? judge(json) : refused('NOT_A_TEXT')
}

function judgeText(written: string, {clean, least, most, accept = accepted}: Textual): Judged {
  const cleaned = clean(written)
  if (!cleaned.ok) return refused(cleaned.code)
  if (cleaned.text === '') return accepted(null)
  const length = lengthOf(cleaned.text)
  if (length < least) return refused('TOO_SHORT', {least: String(least)})
  if (length > most) return refused('TOO_LONG', {most: String(most), count: String(length)})
  return accept(cleaned.text)
}
