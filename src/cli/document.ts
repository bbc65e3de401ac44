/**
 * Reads and checks the document of a command, and prints its findings. The result for a valid document is stored next
 * to the data, so that the next start of the same document by the same build skips the check.
 */
import {createHash, randomUUID} from 'node:crypto'
import {constants} from 'node:fs'
import {mkdir, open, rename, rm, stat, writeFile} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {printFindings} from '../document/print.ts'
import {readFiles, type SourceFile, UnusablePath} from '../document/source.ts'
import {suggestWord} from '../document/spelling.ts'
import {checkWhole, readChecked} from '../engine/check.ts'
import {Trees} from '../feel/syntax/trees.ts'
import type {Entity} from '../points/entities/model.ts'
import type {CheckedDocument, Specification} from '../points/specification.ts'
import {kinds} from '../screens/kinds.ts'
import {databaseAddress} from '../store/open.ts'
import {CannotRun, type Io} from './command.ts'

// The stored result for a valid document. Findings of an invalid document are never stored.

export interface Memory {
  /** The file with the stored result. */
  readonly at: string
  /** Differs between builds: another build may read the same document differently. */
  readonly build: string
}

declare const NONET_BUILD: string

/** Null if the command runs from its sources, which may change at any time. */
export const build: string | null = typeof NONET_BUILD === 'undefined' ? null : NONET_BUILD

/** Next to the database, or next to the files if the database is a server. */
export function memoryPlace({db, files}: {db: string; files: string}): string {
  const address = databaseAddress(db)
  return address.database === 'sqlite' ? `${address.file}-checked` : join(dirname(files), 'checked')
}

/** Own code, and what is made of it, is in the folder of the document. */
export async function documentFolder(path: string): Promise<string> {
  return (await stat(path)).isDirectory() ? path : dirname(path)
}

/** Files with fixed names, such as `robots.txt`. */
export const publicFolder = async (path: string): Promise<string> => join(await documentFolder(path), 'public')

/** The result of checking a valid document. */
type CheckResult = Pick<CheckedDocument, 'findings' | 'accepted' | 'sound'>

interface Known {
  readonly checked: CheckResult
  /** The print of the database that it fitted: 64 hexadecimal digits. */
  readonly fits: string
  /** The trees of its expressions. */
  readonly trees: Trees['used']
}

export async function recallDocument(files: readonly SourceFile[], {at, build}: Memory): Promise<Known | null> {
  const kept = await readOwn(at).catch(() => null)
  if (kept === null) return null
  const [key, sum, rest] = [kept.subarray(0, 32), kept.subarray(32, 64), kept.subarray(64)]
  if (!key.equals(keyOf(files, build)) || !sum.equals(sumOf(rest))) return null
  // Only `rememberDocument` writes a file with this key and checksum.
  return JSON.parse(rest.toString('utf8')) as Known
}

/**
 * Only a file that nobody else can have written: with PostgreSQL, those who can write beside it cannot change the data.
 * A link is not followed, and what is checked is what is read.
 */
async function readOwn(at: string): Promise<Buffer | null> {
  const file = await open(at, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    const self = process.getuid?.()
    const isOwn = self === undefined || (found.uid === self && (found.mode & 0o077) === 0)
    return isOwn && found.isFile() ? await file.readFile() : null
  } finally {
    await file.close()
  }
}

/** If it cannot be stored, the next start only takes longer. */
export async function rememberDocument(
  files: readonly SourceFile[],
  {checked, fits, trees}: Known,
  {at, build}: Memory,
): Promise<boolean> {
  if (!checked.sound) return false
  const beside = `${at}-${randomUUID()}`
  try {
    const {findings, accepted, sound} = checked
    const rest = Buffer.from(JSON.stringify({checked: {findings, accepted, sound}, fits, trees} satisfies Known))
    await mkdir(dirname(at), {recursive: true, mode: 0o700})
    await writeFile(beside, Buffer.concat([keyOf(files, build), sumOf(rest), rest]), {mode: 0o600})
    await rename(beside, at)
    return true
  } catch {
    await rm(beside, {force: true}).catch(() => {})
    return false
  }
}

function keyOf(files: readonly SourceFile[], build: string): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([build, process.version, process.arch]))
  for (const {file, bytes} of files) hash.update(JSON.stringify([file, bytes.length])).update(bytes)
  return hash.digest()
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

// Reading, checking and printing findings.

export async function checkPath(path: string): Promise<CheckedDocument> {
  return checkWhole(await filesAt(path), kinds)
}

/** The document at the path, if it has no errors. */
export async function soundDocument(path: string, io: Io): Promise<CheckedDocument> {
  const checked = await checkPath(path)
  if (!checked.sound) refuseUnsound(path, checked, io)
  return checked
}

/** A document with errors does not start. */
export function refuseUnsound(path: string, checked: CheckedDocument, io: Io): never {
  io.err(findingsText(checked, io))
  throw new CannotRun(`${path} has ${tally(checked)}, so it does not start.`)
}

interface Recalled {
  readonly checked: CheckedDocument
  /** The print of the database that it fitted. */
  readonly fits: string | undefined
  /** Stores the result and the current print for the next start, unless already stored. */
  readonly remember: (fits: string) => Promise<unknown>
}

/** Like `checkPath`, but skips the check of a document that was valid before. */
export async function checkOnce(path: string, memory: Memory | null): Promise<Recalled> {
  const files = await filesAt(path)
  const known = memory && (await recallDocument(files, memory))
  const trees = new Trees(known?.trees)
  const checked = known ? readChecked(files, kinds, {trees, result: known.checked}) : checkWhole(files, kinds, trees)
  return {
    checked,
    fits: known?.fits,
    remember: async fits =>
      memory && known?.fits !== fits && rememberDocument(files, {checked, fits, trees: trees.used}, memory),
  }
}

export async function filesAt(path: string): Promise<SourceFile[]> {
  try {
    return await readFiles(path)
  } catch (error) {
    if (error instanceof UnusablePath) throw new CannotRun(error.message)
    throw error
  }
}

export function findingsText({findings, specification}: CheckedDocument, io: Io): string {
  if (findings.length === 0) return ''
  return `${printFindings(findings, {colour: io.colour, sources: specification.document.sources})}\n\n`
}

export function entityNamed({entities}: Specification, name: string): Entity {
  const entity = entities.entities.get(name)
  if (entity) return entity
  throw new CannotRun(`The document has no entity ${name}. ${suggestWord(name, [...entities.entities.keys()])}`.trim())
}

/** "2 errors and 1 warning", "1 warning", or nothing. */
export function tally({findings}: CheckedDocument): string {
  const errors = findings.filter(found => found.severity === 'error').length
  const warnings = findings.length - errors
  const parts = [errors > 0 && countedNoun(errors, 'error'), warnings > 0 && countedNoun(warnings, 'warning')]
  return parts.filter(Boolean).join(' and ')
}

export function countedNoun(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
