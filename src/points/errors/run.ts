/** What a refusal says to people: the document's words where it has them, else ours, placeholders filled. */
import type {Errors} from './model.ts'
import {type OwnCode, ownErrors} from './own.ts'

export interface Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
}

export function refusal(errors: Errors, code: OwnCode, values: Readonly<Record<string, string>> = {}): Refusal {
  const {status, message} = errors.declared.get(code) ?? ownErrors[code]
  return {code, status, message: fill(message, values)}
}

/** Braces around an unknown name stay as they are written: better odd than empty. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{([A-Za-z_][\w.]*)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
