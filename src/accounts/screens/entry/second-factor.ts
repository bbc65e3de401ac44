/** The second step of signing in: the page that asks for a code, and its action, on every page where a password signs in. */
import type {Problem} from '../../../engine/page/common.ts'
import {type Form, type PageReply, Refused, type Reply, type RequestSender} from '../../../engine/reply.ts'
import type {Accounts} from '../../accounts.ts'
import {personOfStep, signInWithFactor} from '../../factors/second-factor.ts'
import type {StartedSession} from '../../sessions.ts'
import {refusedPerson} from '../../validate-person.ts'
import {passkeyAsk, passkeyIn, proofIn} from '../passkey-ask.ts'
import {
  codeField,
  entryForm,
  entryPage,
  messagesOf,
  refusedReply,
  sentText,
  waitReply,
  withLabels,
} from '../screen-replies.ts'

export const factorAction = 'second factor'
const secretName = '_step'

interface FactorPageParts {
  /** The one-time secret of this sign-in. */
  readonly secret: string
  readonly problems?: readonly Problem[]
  /** What was typed before signing in. */
  readonly kept?: string
}

export async function factorPage(
  accounts: Accounts,
  {secret, problems = [], kept}: FactorPageParts,
): Promise<PageReply> {
  const words = messagesOf(accounts)
  const person = await personOfStep(accounts, secret)
  const hidden = [{name: secretName, value: secret}]
  const ask = person === null ? {} : await passkeyAsk(accounts, {person, action: factorAction, hidden})
  const fields = [codeField(accounts)]
  const form = entryForm(factorAction, words.signIn, {fields, problems: withLabels(problems, fields)})
  const page = entryPage({
    heading: words.secondFactor,
    intro: ask.passkey ? words.secondFactorByPasskey : words.secondFactorIntro,
    form: {...form, hidden},
    ...ask,
    links: [{label: words.back, href: '/sign-in'}],
    pendingForm: kept ?? null,
  })
  return {...page, headers: {'cache-control': 'private, no-store'}}
}

interface FactorOutcomes {
  readonly entered: (entered: StartedSession) => Reply | Promise<Reply>
  readonly again: (parts: FactorPageParts) => PageReply | Promise<PageReply>
}

export async function tryFactor(
  accounts: Accounts,
  {form, sender}: {readonly form: Form; readonly sender: RequestSender},
  {entered, again}: FactorOutcomes,
): Promise<Reply> {
  const secret = sentText(form, secretName)
  const answer = await signInWithFactor(accounts, {secret, ...proofIn(form)}, sender)
  const show = (problems: readonly Problem[]) => again({secret, problems})
  if (answer.kind === 'in') return entered(answer.entered)
  if (answer.kind === 'wait') return waitReply(accounts, answer.wait, show)
  if (answer.kind === 'wrong') {
    const refusal = passkeyIn(form) ? refusedPerson('WRONG_PASSKEY') : refusedPerson('WRONG_CODE', 'code')
    return refusedReply(accounts, refusal, show)
  }
  throw new Refused('SIGN_IN_ENDED')
}
