/** The page that asks a person for proof before a sensitive step: a code, a passkey or the password. */
import {type Actor, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import type {Problem} from '../../../engine/page/common.ts'
import type {ActionHandler, Form, OpenScreen, PageReply, Reply, Visit} from '../../../engine/reply.ts'
import {isConfirmed} from '../../../engine/transaction/proof.ts'
import type {Accounts} from '../../accounts.ts'
import {confirmIdentity, type ProofKind, proofOf} from '../../factors/confirmation.ts'
import {connectionsOf, provingToken} from '../../sso/connections.ts'
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
  const show = async (visit: Visit, problems: readonly Problem[] = []) => {
    if (visit.query.has('confirmed')) return confirmedPage(accounts)
    const hasFailed = visit.query.has('failed') && problems.length === 0
    return confirmPage(accounts, {
      kind: await proofOf(accounts, self.id),
      back: backOf(visit),
      problems,
      self,
      hasFailed,
    })
  }
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
  const kind = await proofOf(accounts, self.id)
  if (kind === null || (kind === 'password' && sentText(form, 'password') === '')) {
    // With the provider, in another tab.
    const session = self.session ?? null
    if (await accounts.engine().store.read(db => isConfirmed(db, session, accounts.now()))) return confirmed()
    if (kind === null) return again([])
  }
  const given = {...proofIn(form), password: sentText(form, 'password'), sender: visit.sender}
  const answer = await confirmIdentity(accounts, self, given)
  if (typeof answer === 'number') return waitReply(accounts, answer, again)
  if (answer === 'right') return confirmed()
  const wrongFactor = given.passkey ? refusedPerson('WRONG_PASSKEY') : refusedPerson('WRONG_CODE', 'code')
  return refusedReply(accounts, kind === 'factor' ? wrongFactor : refusedPerson('WRONG_PASSWORD', 'password'), again)
}

/** At the address of the step, with what was typed there. */
export async function confirmPageAt(
  accounts: Accounts,
  self: PersonActor,
  {visit, kept, problems = []}: {readonly visit: Visit; readonly kept: string; readonly problems?: readonly Problem[]},
): Promise<PageReply> {
  const kind = await proofOf(accounts, self.id)
  const page = await confirmPage(accounts, {kind, back: returnTo(visit.url), problems, self, kept})
  return {...page, status: 403, headers: {'cache-control': 'private, no-store'}}
}

interface ConfirmPageParts {
  readonly kind: ProofKind
  readonly back: string
  readonly problems: readonly Problem[]
  readonly self: PersonActor
  readonly kept?: string
  /** The provider has not confirmed who it is. */
  readonly hasFailed?: boolean
}

/** The providers that this person has connected. What was typed stays on the page: they open beside it. */
async function provingLinks(
  accounts: Accounts,
  self: PersonActor,
  {back, isKept}: {readonly back: string; readonly isKept: boolean},
) {
  const to = isKept ? confirmedPath : back
  const connected = await accounts.engine().store.read(db => connectionsOf(db, self.id))
  const clients = accounts.sso?.clients ?? []
  return clients.flatMap(({provider: {issuer, name, label}}) =>
    connected.some(each => each.issuer === issuer)
      ? [
          {
            label: messagesOf(accounts).continueWith(label),
            href: provingPath(name, {token: provingToken(accounts, self, name), back: to}),
            ...(isKept ? {opensTab: true} : {}),
          },
        ]
      : [],
  )
}

/** In the tab that has led to the provider, beside the one with what was typed. */
function confirmedPage(accounts: Accounts): PageReply {
  const {confirmIdentity, confirmedElsewhere} = messagesOf(accounts)
  return {...entryPage({heading: confirmIdentity, intro: '', notice: confirmedElsewhere}), signsIn: false}
}

const confirmedPath = `${confirmPath}?confirmed=yes`

async function confirmPage(
  accounts: Accounts,
  {kind, back, problems, self, kept, hasFailed = false}: ConfirmPageParts,
): Promise<PageReply> {
  const words = messagesOf(accounts)
  const ask = kind === 'factor' ? await passkeyAsk(accounts, {person: self.id, action: 'confirm'}) : {}
  const isKept = kept !== undefined
  const proving = kind === 'factor' ? [] : await provingLinks(accounts, self, {back, isKept})
  const [field] = kind === 'factor' ? [codeField(accounts)] : kind === 'password' ? [passwordField(accounts)] : []
  const factor = ask.passkey ? words.secondFactorByPasskey : words.secondFactorIntro
  const password = isKept && proving.length > 0 ? words.confirmByEither : words.confirmByPassword
  const intros = {factor, password}
  const byProviderOnly = isKept ? words.confirmInNewTab : words.confirmByProvider
  const form = field
    ? entryForm('confirm', words.confirm, {fields: [field], problems: withLabels(problems, [field])})
    : isKept && proving.length > 0
      ? entryForm('confirm', words.goOn, {fields: [], problems})
      : null
  const page = entryPage({
    heading: words.confirmIdentity,
    intro: kind !== null ? intros[kind] : proving.length > 0 ? byProviderOnly : words.confirmBySignIn,
    ...(hasFailed ? {refusal: words.confirmFailed} : {}),
    form,
    ...(proving.length > 0 ? {providers: proving} : {}),
    links: [
      ...(kind === null && (proving.length === 0 || hasFailed) ? [{label: words.signOut, href: '/sign-out'}] : []),
      {label: words.cancel, href: back},
    ],
    pendingForm: kept ?? null,
    ...ask,
  })
  return {...page, signsIn: false, asksOnce: true}
}
