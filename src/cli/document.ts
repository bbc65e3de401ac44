/** Reads and checks the document a command was given, and prints what was found. */
import {readFiles, UnusablePath} from '../document/files.ts'
import {printFindings} from '../document/print.ts'
import {checkWhole} from '../engine/check.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {CannotRun, type Io} from './command.ts'

export async function checkPath(path: string): Promise<CheckedDocument> {
  try {
    return checkWhole(await readFiles(path))
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

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
