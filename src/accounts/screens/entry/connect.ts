/** Connecting an account that has a password with a provider: its owner enters the password, once. */
import type {Problem} from '../../../engine/page/common.ts'
import {type ActionHandler, type OpenScreen, type PageReply, Refused, type Visit} from '../../../engine/reply.ts'
import type {Accounts} from '../../accounts.ts'
import {connect, type EntryRefusal, pendingConnection} from '../../sso/enter.ts'
import {refusedPerson} from '../../validate-person.ts'
import {returnTo} from '../return-to.ts'
import {
  codeField,
  entryForm,
  entryPage,
  messagesOf,
  passwordField,
  refusedReply,
  sentText,
  signedIn,
  waitReply,
  withLabels,
} from '../screen-replies.ts'

export function connectPath(secret: string, back: string): string {
  return `/sign-in/${secret}${back === '/' ? '' : `?return=${encodeURIComponent(back)}`}`
}

/** The sign-in page with the reason why a provider has not let someone in. */
export function signInNoticePath(notice: EntryRefusal | 'denied' | 'failed'): string {
  return `/sign-in?notice=${encodeURIComponent(notice)}`
}

export function connectScreen(accounts: Accounts): OpenScreen {
  const words = messagesOf(accounts)
  const secretOf = ({parameters}: Visit) => parameters['token'] ?? ''
  const show = async (visit: Visit, problems: readonly Problem[] = []): Promise<PageReply> => {
    const pending = await pendingConnection(accounts, secretOf(visit))
    const label = pending && accounts.sso?.find(pending.provider)?.provider.label
    if (!pending || !label) throw new Refused('LINK_ENDED')
    const fields = [passwordField(accounts), ...(pending.hasFactor ? [codeField(accounts)] : [])]
    return entryPage({
      heading: words.connect(label),
      intro: words.connectIntro(pending.person.email, label),
      form: entryForm('connect', words.connectAndSignIn, {fields, problems: withLabels(problems, fields)}),
      links: [{label: words.forgotten, href: '/forgot-password'}],
    })
  }
  const act: ActionHandler = async (visit, form) => {
    const given = {secret: secretOf(visit), password: sentText(form, 'password'), code: sentText(form, 'code')}
    const answer = await connect(accounts, given, visit.sender)
    const again = (problems: readonly Problem[]) => show(visit, problems)
    if (typeof answer === 'number') return waitReply(accounts, answer, again)
    if (answer === 'wrong') return refusedReply(accounts, refusedPerson('WRONG_PASSWORD', 'password'), again)
    if (answer === 'wrong code') return refusedReply(accounts, refusedPerson('WRONG_CODE', 'code'), again)
    if (answer === 'ended' || answer.kind === 'proof') throw new Refused('LINK_ENDED')
    if (answer.kind === 'refused') return {kind: 'redirect', to: signInNoticePath(answer.why)}
    return signedIn(accounts, answer.entered, returnTo(visit.query.get('return')))
  }
  return {load: visit => show(visit), actions: new Map([['connect', act]])}
}
