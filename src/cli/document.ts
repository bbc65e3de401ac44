/** Reads and checks the document a command was given, and prints what was found. */

import {printFindings} from '../document/print.ts'
import {readFiles, type SourceFile, UnusablePath} from '../document/source.ts'
import {checkWhole} from '../engine/check.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {CannotRun, type Io} from './command.ts'
import {type Memory, recallDocument, rememberDocument} from './known-document.ts'

export async function checkPath(path: string): Promise<CheckedDocument> {
  return checkWhole(await filesAt(path))
}

export interface Recalled {
  readonly checked: CheckedDocument
  /** The print of the database that it fitted. */
  readonly fits: string | undefined
  /** Keeps what was found for the next start, and what it fits now, where that is not kept yet. */
  readonly remember: (fits: string) => Promise<unknown>
}

/** The same, but a document that was found sound before is not checked again. */
export async function checkOnce(path: string, memory: Memory | null): Promise<Recalled> {
  const files = await filesAt(path)
  const known = memory && (await recallDocument(files, memory))
  const checked = known?.checked ?? checkWhole(files)
  return {
    checked,
    fits: known?.fits,
    remember: async fits => memory && known?.fits !== fits && rememberDocument(files, {checked, fits}, memory),
  }
}

async function filesAt(path: string): Promise<SourceFile[]> {
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

/** "2 errors and 1 warning", "1 warning", or nothing. */
export function tally({findings}: CheckedDocument): string {
  const errors = findings.filter(found => found.severity === 'error').length
  const warnings = findings.length - errors
  const parts = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
  return parts.filter(Boolean).join(' and ')
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
