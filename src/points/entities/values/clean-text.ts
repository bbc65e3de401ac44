/**
 * Text as it is kept: NFC, trimmed, without control characters, with `\n` alone as the end of a line. In one line, what turns the direction of
 * the text around it is refused and what nobody sees is removed: a name would pass for another. Everything else that people write survives: emoji,
 * joiners, marks of direction.
 */
import type {OwnCode} from '../../errors/own.ts'

export type CleanText =
  | {readonly ok: true; readonly text: string}
  | {readonly ok: false; readonly code: Extract<OwnCode, 'ONE_LINE' | 'ODD_CHARACTERS'>}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

const invisible = /[\u00ad\u200b\u2060-\u2064\ufeff]/g

/** A tab between words is how spreadsheets paste; it becomes a space. */
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

/** Overrides, and embeddings or isolates that are not closed: they reach beyond the text that holds them. */
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

/** Half a surrogate pair is no character, and no database takes it. */
function isSound(text: string): boolean {
  return text.isWellFormed() && !controls.test(text)
}

/** Characters, not UTF-16 units: as both databases count them. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}
