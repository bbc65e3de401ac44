/** What a page needs to ask for a passkey, and the answer that its form brings back. */
import type {Form} from '../../engine/reply.ts'
import type {Accounts} from '../accounts.ts'
import type {PasskeyAskData} from '../data.ts'
import {askForPasskey, type PasskeyAnswer} from '../factors/passkeys.ts'
import type {FactorProof} from '../factors/second-factor.ts'
import {messagesOf, sentText} from './screen-replies.ts'

interface PasskeyAskParts {
  /** Null for a visitor, who may use any passkey. */
  readonly person: string | null
  readonly action: string
  readonly hidden?: PasskeyAskData['hidden']
}

/** Nothing where there are no passkeys: such a page looks and weighs as without them. */
export async function passkeyAsk(
  accounts: Accounts,
  {person, action, hidden = []}: PasskeyAskParts,
): Promise<{readonly passkey?: PasskeyAskData}> {
  const question = await askForPasskey(accounts, person)
  if (!question) return {}
  const {usePasskey, passkeyFailed, passkeyScript} = messagesOf(accounts)
  return {
    passkey: {
      ...question,
      action,
      hidden,
      label: usePasskey,
      failed: passkeyFailed,
      script: passkeyScript,
      autofills: person === null,
    },
  }
}

export function passkeyIn(form: Form): PasskeyAnswer | null {
  const response = sentText(form, 'passkey')
  return response === '' ? null : {response, secret: sentText(form, 'question')}
}

export function proofIn(form: Form): FactorProof {
  return {code: sentText(form, 'code'), passkey: passkeyIn(form)}
}
