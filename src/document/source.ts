/**
 * The source files of a document: bytes → lines of text, or a finding if they are not UTF-8; and reading them from
 * disk.
 */

import {readdir, readFile, stat} from 'node:fs/promises'
import {basename, dirname, join} from 'node:path'
import {type Finding, finding} from './finding.ts'
import type {Source} from './raw.ts'

/** The total of all files of a document. Five megabytes are about two thousand printed pages. */
export const maxDocumentBytes = 5 * 1024 * 1024

export interface SourceFile {
  readonly file: string
  readonly bytes: Uint8Array
}

type ReadSource = {readonly ok: true; readonly source: Source} | {readonly ok: false; readonly finding: Finding}

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

/** Lines are counted as well: each is a row, a heading or a paragraph that the check has to understand. */
const maxDocumentLines = 120_000

const lineFeeds = ({bytes}: SourceFile): number => bytes.reduce((count, byte) => (byte === 10 ? count + 1 : count), 0)

export function tooLarge(files: readonly SourceFile[]): Finding | null {
  const total = files.reduce((sum, {bytes}) => sum + bytes.length, 0)
  const lines = files.reduce((sum, file) => sum + lineFeeds(file), 0)
  if (total <= maxDocumentBytes && lines <= maxDocumentLines) return null
  const message =
    total > maxDocumentBytes
      ? `The document has ${(total / 1024 / 1024).toFixed(1)} MB. The limit is 5 MB.`
      : `The document has ${lines} lines. The limit is ${maxDocumentLines}.`
  const place = {file: files[0]?.file ?? '', line: 1, column: 1}
  return finding('N003', place, {message, hint: 'Move data to demo/*.csv.'})
}

// Reads the files of a document from a path. Nothing else in this folder accesses the disk.

/** The path cannot be used: reported in one line, without a finding, because there is no document to refer to. */
export class UnusablePath extends Error {}

export async function readFiles(path: string): Promise<SourceFile[]> {
  try {
    const entry = await stat(path)
    if (entry.isFile()) return [await readSourceFile(path, path), ...(await besideOf(path))]
    if (entry.isDirectory()) return await readFolder(path)
  } catch (error) {
    throw explained(path, error)
  }
  throw new UnusablePath(`${path} is neither a file nor a folder.`)
}

/** Translations of `app.md`: `app.de.md`, in the same folder. */
async function besideOf(path: string): Promise<SourceFile[]> {
  const [folder, stem] = [dirname(path), basename(path, '.md')]
  const names = await readdir(folder).catch(() => [])
  const pattern = new RegExp(`^${RegExp.escape(stem)}\\.[a-z]{2,3}(?:-[A-Z]{2})?\\.md$`)
  const beside = names.filter(name => pattern.test(name)).sort()
  return Promise.all(beside.map(name => readSourceFile(join(folder, name), join(folder, name))))
}

async function readFolder(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, {withFileTypes: true})
  const names = entries.filter(entry => !entry.isDirectory() && entry.name.endsWith('.md')).map(entry => entry.name)
  if (names.length === 0) throw new UnusablePath(`${folder} holds no *.md file, so there is no document in it.`)
  // Code unit order instead of the locale's: every machine combines the files in the same order.
  return Promise.all(names.sort().map(name => readSourceFile(join(folder, name), join(folder, name))))
}

async function readSourceFile(path: string, file: string): Promise<SourceFile> {
  const {size} = await stat(path)
  if (size > maxDocumentBytes * 20)
    throw new UnusablePath(`${path} has ${Math.round(size / 1024 / 1024)} MB; a document has at most 5.`)
  return {file, bytes: await readFile(path)}
}

function explained(path: string, error: unknown): unknown {
  if (error instanceof UnusablePath || !(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'ENOENT') return new UnusablePath(`There is no file or folder ${path}.`)
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return new UnusablePath(`${path} may not be read: permission denied.`)
  return new UnusablePath(`${path} cannot be read: ${error.message}.`)
}
