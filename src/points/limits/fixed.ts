/** Limits that no document changes: what keeps the engine bounded whatever it is sent. `nonet check --defaults` lists them. */
import {mostLists, mostQuotations} from '../../document/markdown.ts'
import {maxDocumentBytes} from '../../document/source.ts'
import {MOST_CHARACTERS} from '../../feel/parse.ts'
import {MOST_DEPTH} from '../../feel/syntax/reader.ts'

export interface FixedLimit {
  readonly value: number
  readonly unit: string
  readonly does: string
}

export const formText = 1024 * 1024
export const formFields = 2000
export const formFiles = 20
/** Sent back inside another form, three times as long at most, it stays below what a form may hold. */
export const keptText = 256 * 1024
export const longestAddress = 4096

export const fixedLimits: Readonly<Record<string, FixedLimit>> = {
  'document size': {value: maxDocumentBytes, unit: 'bytes', does: 'all files of a document together'},
  'nested lists': {value: mostLists, unit: 'lists', does: 'lists inside each other in a document'},
  'nested quotations': {value: mostQuotations, unit: 'quotations', does: 'quotations inside each other in a document'},
  'expression length': {value: MOST_CHARACTERS, unit: 'characters', does: 'one expression'},
  'expression depth': {value: MOST_DEPTH, unit: 'levels', does: 'how deep an expression is nested'},
  'address length': {value: longestAddress, unit: 'characters', does: 'the address of a page, with its query'},
  'form text': {value: formText, unit: 'bytes', does: 'the texts of one form together'},
  'form fields': {value: formFields, unit: 'fields', does: 'what one form sends'},
  'form files': {value: formFiles, unit: 'files', does: 'files that one form sends'},
  'kept text': {value: keptText, unit: 'bytes', does: 'what was typed and is carried through signing in'},
}
