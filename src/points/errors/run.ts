/** What a refusal says to people: the document's words where it has them, else ours in its language, placeholders filled. */
import {german} from './german.ts'
import type {Errors} from './model.ts'
import {type OwnCode, ownErrors} from './own.ts'

export interface Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
}

export function refusal(errors: Errors, code: OwnCode, values: Readonly<Record<string, string>> = {}): Refusal {
  const {status, message} = errors.declared.get(code) ?? ownEntry(errors, code)
  return {code, status, message: fill(message, values)}
}

/** The document's row for a code, else the engine's own; null for a code that neither has. */
export function entryOf(errors: Errors, code: string): {readonly status: number; readonly message: string} | null {
  return errors.declared.get(code) ?? (isOwn(code) ? ownEntry(errors, code) : null)
}

function isOwn(code: string): code is OwnCode {
  return Object.hasOwn(ownErrors, code)
}

function ownEntry({language}: Errors, code: OwnCode): {readonly status: number; readonly message: string} {
  const entry = ownErrors[code]
  return language.split('-')[0] === 'de' ? {status: entry.status, message: german[code]} : entry
}

/** Braces around an unknown name stay as they are written: better odd than empty. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{([A-Za-z_][\w.]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
