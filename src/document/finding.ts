/**
 * A finding: what is wrong in a document, where, and what to do about it. Every code stands in the catalogue
 * below, which decides whether it stops the run; `docs/findings.md` explains each one to authors.
 */

/** A position in a document's source; line and column count from 1, columns in characters as editors show them. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

export type Severity = 'error' | 'warning'

export interface Finding extends Place {
  readonly code: FindingCode
  readonly severity: Severity
  readonly message: string
  readonly hint: string
}

/** N0xx: reading; N05x to N09x: expressions; Npxx: point p. */
export const catalogue = {
  N001: 'error',
} as const satisfies Record<string, Severity>

export type FindingCode = keyof typeof catalogue

export function finding(code: FindingCode, place: Place, text: {message: string; hint: string}): Finding {
  const {file, line, column} = place
  return {code, severity: catalogue[code], file, line, column, message: text.message, hint: text.hint}
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(found => found.severity === 'error')
}
