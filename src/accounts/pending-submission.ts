/**
 * What somebody typed and sent after their session had ended. It travels inside the sign-in page and back, as one hidden field: nothing of
 * it is stored here, written into an address or acted on.
 */

import {pendingFormField} from '../contract/account.ts'
import {type Form, onlyText} from '../engine/reply.ts'
import {noFile} from '../engine/screens/form/form-input.ts'
import {keptText} from '../points/limits/settings.ts'

/** A one-time token is good for one sending, and passwords are never given back. */
const notKept = ['_once', pendingFormField, 'password']

export type PackedSubmission = {readonly kind: 'nothing' | 'too long'} | {readonly kind: 'kept'; readonly text: string}

/** Files are not among it: they have to be chosen again. `secret` are names of a form's other passwords. */
export function packSubmission({fields}: Form, secret: readonly string[] = []): PackedSubmission {
  const left = [...notKept, ...secret]
  const texts = fields.flatMap(({name, value}) =>
    typeof value === 'string' && !left.includes(name) ? [[name, value] as const] : [],
  )
  if (!texts.some(([name, value]) => !name.startsWith('_') && value.trim() !== '' && value !== noFile))
    return {kind: 'nothing'}
  const text = JSON.stringify(texts)
  return Buffer.byteLength(text) > keptText ? {kind: 'too long'} : {kind: 'kept', text}
}

/** What a sign-in page brought back, as the form that was sent first; null where it is not what such a page holds. */
export function unpackSubmission(form: Form): Form | null {
  const pairs = pairsIn(form.text(pendingFormField) ?? '')
  if (!pairs) return null
  const fields = pairs.filter(([name]) => !notKept.includes(name)).map(([name, value]) => ({name, value}))
  return {fields, text: name => onlyText(fields, name), open: noBytes}
}

function pairsIn(text: string): [string, string][] | null {
  if (Buffer.byteLength(text) > keptText) return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isPair) ? value : null
  } catch {
    return null
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(each => typeof each === 'string')
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
