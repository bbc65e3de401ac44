/** Bytes of a file → lines of text, or a finding. Nothing that is not UTF-8 gets further than this. */
import {type Finding, finding} from './finding.ts'
import type {Source} from './raw.ts'

/** All files of one document together. Five megabytes are some two thousand printed pages. */
export const maxDocumentBytes = 5 * 1024 * 1024

export interface SourceFile {
  readonly file: string
  readonly bytes: Uint8Array
}

export type ReadSource = {readonly ok: true; readonly source: Source} | {readonly ok: false; readonly finding: Finding}

export function readSource({file, bytes}: SourceFile): ReadSource {
  const decoded = decode(bytes)
  if (decoded !== null) return {ok: true, source: {file, lines: decoded.split(/\r\n?|\n/)}}
  const place = firstInvalid(file, bytes)
  const message = 'This file is not valid UTF-8.'
  return {ok: false, finding: finding('N002', place, {message, hint: 'Save the file as UTF-8.'})}
}

function decode(bytes: Uint8Array): string | null {
  try {
    // The decoder drops a byte order mark; a NUL would be replaced by Markdown anyway.
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes).replaceAll('\0', '\uFFFD')
  } catch {
    return null
  }
}

function firstInvalid(file: string, bytes: Uint8Array) {
  const loose = new TextDecoder('utf-8').decode(bytes)
  const strict = new TextEncoder().encode(loose)
  let at = bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0
  const shift = at
  while (at < bytes.length && bytes[at] === strict[at - shift]) at += 1
  const before = new TextDecoder('utf-8').decode(bytes.subarray(0, at)).split(/\r\n?|\n/)
  return {file, line: before.length, column: (before.at(-1) ?? '').length + 1}
}

export function tooLarge(files: readonly SourceFile[]): Finding | null {
  const total = files.reduce((sum, {bytes}) => sum + bytes.length, 0)
  if (total <= maxDocumentBytes) return null
  const megabytes = (total / 1024 / 1024).toFixed(1)
  return finding(
    'N003',
    {file: files[0]?.file ?? '', line: 1, column: 1},
    {
      message: `The document has ${megabytes} MB. The limit is 5 MB.`,
      hint: 'Move data to demo/*.csv.',
    },
  )
}
