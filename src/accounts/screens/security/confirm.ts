/** The page that asks a person for proof before a sensitive step: a code, a passkey or the password. */
import {type Actor, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import type {Problem} from '../../../engine/page/common.ts'
import type {ActionHandler, Form, OpenScreen, PageReply, Reply, Visit} from '../../../engine/reply.ts'
import type {Accounts} from '../../accounts.ts'
import {confirmIdentity, type ProofKind, proofOf} from '../../factors/confirmation.ts'
import {connectionsOf} from '../../sso/connections.ts'
import {provingPath} from '../../sso/single-sign-on.ts'
import {refusedPerson} from '../../validate-person.ts'
import {passkeyAsk, proofIn} from '../passkey-ask.ts'
import {returnTo, signInPath} from '../return-to.ts'
import {
  codeField,
  entryForm,
  entryPage,
  messagesOf,
  passwordField,
  refusedReply,
  sentText,
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
    confirmPage(accounts, {
      kind: await kindOf(),
      back: backOf(visit),
      problems,
      person: self.id,
      hasFailed: visit.query.has('failed') && problems.length === 0,
    })
  const act: ActionHandler = (visit, form) =>
    tryToConfirm(
      accounts,
      {self, form, visit},
      {confirmed: () => ({kind: 'redirect', to: backOf(visit)}), again: problems => show(visit, problems)},
    )
  return {load: visit => show(visit), actions: new Map([['confirm', act]])}
}

interface ConfirmOutcomes {
  readonly confirmed: () => Reply | Promise<Reply>
  readonly again: (problems: readonly Problem[]) => Promise<PageReply>
}

export async function tryToConfirm(
  accounts: Accounts,
  {self, form, visit}: {readonly self: PersonActor; readonly form: Form; readonly visit: Visit},
  {confirmed, again}: ConfirmOutcomes,
): Promise<Reply> {
  const hasFactor = (await accounts.engine().store.read(db => proofOf(db, self.id))) === 'factor'
  const given = {...proofIn(form), password: sentText(form, 'password'), sender: visit.sender}
  const answer = await confirmIdentity(accounts, self, given)
  if (typeof answer === 'number') return waitReply(accounts, answer, again)
  if (answer === 'right') return confirmed()
  const wrongFactor = given.passkey ? refusedPerson('WRONG_PASSKEY') : refusedPerson('WRONG_CODE', 'code')
  return refusedReply(accounts, hasFactor ? wrongFactor : refusedPerson('WRONG_PASSWORD', 'password'), again)
}

/** At the address of the step, with what was typed there. */
export async function confirmPageAt(
  accounts: Accounts,
  self: PersonActor,
  {visit, kept, problems = []}: {readonly visit: Visit; readonly kept: string; readonly problems?: readonly Problem[]},
): Promise<PageReply> {
  const kind = await accounts.engine().store.read(db => proofOf(db, self.id))
  const page = await confirmPage(accounts, {kind, back: returnTo(visit.url), problems, person: self.id, kept})
  return {...page, status: 403, headers: {'cache-control': 'private, no-store'}}
}

interface ConfirmPageParts {
  readonly kind: ProofKind
  readonly back: string
  readonly problems: readonly Problem[]
  readonly person: string
  readonly kept?: string
  /** The provider has not confirmed who it is. */
  readonly hasFailed?: boolean
}

/** The providers that this person has connected. */
async function provingLinks(accounts: Accounts, person: string, back: string) {
  const connected = await accounts.engine().store.read(db => connectionsOf(db, person))
  const clients = accounts.sso?.clients ?? []
  return clients.flatMap(({provider: {issuer, name, label}}) =>
    connected.some(each => each.issuer === issuer)
      ? [{label: messagesOf(accounts).continueWith(label), href: provingPath(name, back)}]
      : [],
  )
}

async function confirmPage(
  accounts: Accounts,
  {kind, back, problems, person, kept, hasFailed = false}: ConfirmPageParts,
): Promise<PageReply> {
  const words = messagesOf(accounts)
  const ask = kind === 'factor' ? await passkeyAsk(accounts, {person, action: 'confirm'}) : {}
  const field = kind === 'factor' ? codeField(accounts) : passwordField(accounts)
  const proving = kind === 'factor' ? [] : await provingLinks(accounts, person, back)
  const factor = ask.passkey ? words.secondFactorByPasskey : words.secondFactorIntro
  const intros = {factor, password: words.confirmByPassword}
  const page = entryPage({
    heading: words.confirmIdentity,
    intro: kind !== null ? intros[kind] : proving.length > 0 ? words.confirmByProvider : words.confirmBySignIn,
    notice: hasFailed ? words.confirmFailed : null,
    form:
      kind === null
        ? null
        : entryForm('confirm', words.confirm, {fields: [field], problems: withLabels(problems, [field])}),
    ...(proving.length > 0 ? {providers: proving} : {}),
    links: [
      ...(kind === null && proving.length === 0 ? [{label: words.signOut, href: '/sign-out'}] : []),
      {label: words.cancel, href: back},
    ],
    pendingForm: kept ?? null,
    ...ask,
  })
  return {...page, signsIn: false}
}
