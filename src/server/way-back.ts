/** From a refusal back to the record or the form that it came from: the request's own address, never what a sender claims of itself. */

import type {Back} from '../contract/page.ts'
import type {Refused} from '../engine/reply.ts'
import type {Incoming} from './incoming.ts'

type Code = Refused['code']

/** The form is as good as before; only what was sent was too much, could not be read, or could not be saved. */
const unread: readonly Code[] = ['TOO_LARGE', 'TOO_MANY', 'BAD_INPUT', 'UNSUPPORTED', 'STORAGE_FULL', 'STORAGE_FAILED']

/** What was asked for is refused, and asking for it again would be: what it was about stays. */
const notDone: readonly Code[] = ['FORBIDDEN', 'CONFLICT', 'NOT_NOW', 'REFERRED_TO']

export function wayBack(code: Code, {method}: Pick<Incoming, 'method'>, url: string): Back | null {
  const [path = '/'] = url.split('?')
  const sent = method === 'POST'
  if (sent && unread.includes(code)) return {href: url, typed: true}
  // Looked at without more words, it is this very page that was refused.
  return notDone.includes(code) && (sent || path !== url) ? {href: path, typed: false} : null
}
