/** What a refusal says to people: the document's words where it has them, else ours in its language, placeholders filled. */
import {germanErrors} from '../../messages/de/errors.ts'
import type {Errors} from './model.ts'
import {type OwnCode, ownErrors} from './own.ts'

/** A missing code does not compile. */
const german: Readonly<Record<OwnCode, string>> = germanErrors

export interface ErrorReply {
  readonly code: string
  readonly status: number
  readonly message: string
}

export function refusal(errors: Errors, code: OwnCode, values: Readonly<Record<string, string>> = {}): ErrorReply {
  const {status, message} = ownEntry(errors, code)
  return {code, status, message: fill(message, values)}
}

/** The document's row for a code, else the engine's own; null for a code that neither has. */
export function entryOf(errors: Errors, code: string): Entry | null {
  return isOwn(code) ? ownEntry(errors, code) : (errors.declared.get(code) ?? null)
}

type Entry = Pick<ErrorReply, 'status' | 'message'>

function isOwn(code: string): code is OwnCode {
  return Object.hasOwn(ownErrors, code)
}

/** A row of the document may name constants, beside what the engine tells; rules fill in their own. */
function ownEntry({declared, constants, language}: Errors, code: OwnCode): Entry {
  const {status, message} = ownErrors[code]
  const written = declared.get(code)
  if (written) return {status, message: fill(written.message, constants)}
  return {status, message: language.split('-')[0] === 'de' ? german[code] : message}
}

/** Braces around an unknown name stay as they are written: better odd than empty. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{([A-Za-z_][\w.]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
