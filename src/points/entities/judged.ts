/** Short ways to say that input fits, or why it does not. */
import type {Value} from '../../feel/value.ts'
import type {OwnCode} from '../errors/own.ts'
import type {Judged} from './field-type.ts'

export function accepted(value: Value): Judged {
  return {ok: true, value}
}

export function refused(code: OwnCode, values: Readonly<Record<string, string>> = {}): Judged {
  return {ok: false, problems: [{code, values}]}
}
