/** The page that asks a person for proof before a sensitive step: a code, or the password. */
import {type Actor, personOf} from '../../../engine/base/actor.ts'
import type {Problem} from '../../../engine/page/common.ts'
import type {ActionHandler, OpenScreen, PageReply, Visit} from '../../../engine/reply.ts'
import type {Accounts} from '../../accounts.ts'
import {confirmIdentity, type ProofKind, proofOf} from '../../factors/confirmation.ts'
import {refused} from '../../validate-person.ts'
import {passkeyAsk, proofIn} from '../passkey-ask.ts'
import {returnTo, signInPath} from '../return-to.ts'
import {
  codeField,
  entryForm,
  entryPage,
  messagesOf,
  passwordField,
  refusedReply,
  typed,
  waitReply,
  withLabels,
} from '../screen-replies.ts'

export const confirmPath = '/account/confirm'

/** `back`: where the step is. */
export const confirmFor = (back: string): string => `${confirmPath}?return=${encodeURIComponent(back)}`

export function confirmScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const self = personOf(actor)
  // `/account/:token` would otherwise match the address.
  if (!self) return {load: ({url}) => ({kind: 'redirect', to: signInPath(url)}), actions: new Map()}
  const backOf = ({query}: Visit) => returnTo(query.get('return'))
  const kindOf = () => accounts.engine().store.read(db => proofOf(db, self.id))
  const show = async (visit: Visit, problems: readonly Problem[] = []) =>
    confirmPage(accounts, {kind: await kindOf(), back: backOf(visit), problems, person: self.id})
  const act: ActionHandler = async (visit, form) => {
    const hasFactor = (await kindOf()) === 'factor'
    const given = {...proofIn(form), password: typed(form, 'password'), sender: visit.sender}
    const answer = await confirmIdentity(accounts, self, given)
    const again = (problems: readonly Problem[]) => show(visit, problems)
    if (typeof answer === 'number') return waitReply(accounts, answer, again)
    if (answer === 'right') return {kind: 'redirect', to: backOf(visit)}
    const wrongFactor = given.passkey ? refused('WRONG_PASSKEY') : refused('WRONG_CODE', 'code')
    return refusedReply(accounts, hasFactor ? wrongFactor : refused('WRONG_PASSWORD', 'password'), again)
  }
  return {load: visit => show(visit), actions: new Map([['confirm', act]])}
}

interface ConfirmPageParts {
  readonly kind: ProofKind
  readonly back: string
  readonly problems: readonly Problem[]
  readonly person: string
}

async function confirmPage(accounts: Accounts, {kind, back, problems, person}: ConfirmPageParts): Promise<PageReply> {
  const words = messagesOf(accounts)
  const ask = kind === 'factor' ? await passkeyAsk(accounts, {person, action: 'confirm'}) : {}
  const field = kind === 'factor' ? codeField(accounts) : passwordField(accounts)
  const factor = ask.passkey ? words.secondFactorByPasskey : words.secondFactorIntro
  const intros = {factor, password: words.confirmByPassword}
  const page = entryPage({
    heading: words.confirmIdentity,
    intro: kind === null ? words.confirmBySignIn : intros[kind],
    form:
      kind === null
        ? entryForm('sign out', words.signOut, {fields: [], problems: []})
        : entryForm('confirm', words.confirm, {fields: [field], problems: withLabels(problems, [field])}),
    links: [{label: words.cancel, href: back}],
    ...ask,
  })
  return {...page, signsIn: false}
}
