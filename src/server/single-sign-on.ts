/**
 * Signing in with a provider: where it begins, where the provider leads back, and where it says that a session has ended.
 * The first two are addresses that a browser opens, and change nothing without the secret of the browser that began.
 */

import type {Accounts} from '../accounts/accounts.ts'
import {reportFailedSignIn} from '../accounts/audited-access.ts'
import {connectPath, signInNoticePath} from '../accounts/screens/entry/connect.ts'
import {returnTo} from '../accounts/screens/return-to.ts'
import {sessionReply} from '../accounts/screens/screen-replies.ts'
import {confirmFor} from '../accounts/screens/security/confirm.ts'
import {securityPath} from '../accounts/screens/security/paths.ts'
import {
  confirmByProvider,
  connectProvider,
  type OwnAttempt,
  provingAttempt,
  takeConnecting,
} from '../accounts/sso/connections.ts'
import {enter} from '../accounts/sso/enter.ts'
import {type ProviderClient, type ProviderIdentity, SignInFailed} from '../accounts/sso/provider-client.ts'
import type {Provider} from '../accounts/sso/providers.ts'
import {
  attemptLength,
  attemptOf,
  beginSignIn,
  endSessionsOfProvider,
  finishSignIn,
  singleSignOnPath,
} from '../accounts/sso/single-sign-on.ts'
import {personOf} from '../engine/base/actor.ts'
import {Refused} from '../engine/reply.ts'
import type {AppRoute, RequestContext} from './context.ts'
import {logFailure} from './context.ts'
import {decodeText, readBody} from './form.ts'
import {attemptsIn, changeSession, setAttempts} from './middleware/session.ts'
import {redirectTo, textResponse} from './response.ts'
import {route} from './routes.ts'

type ProviderHandler = (context: RequestContext, accounts: Accounts, client: ProviderClient) => Promise<Response>

function withProvider(handle: ProviderHandler) {
  return (context: RequestContext, {provider = ''}: Readonly<Record<string, string>>): Promise<Response> => {
    const {accounts} = context.server
    const client = accounts?.sso?.find(provider)
    if (!accounts || !client) throw new Refused('NOT_FOUND')
    return handle(context, accounts, client)
  }
}

const begin: ProviderHandler = async (context, accounts, client) => {
  const back = returnTo(context.address.query.get('return'))
  try {
    const own = await ownAttempt(context, accounts, client)
    // A link that is too old, or of another site, leads to the question itself.
    const isUnproved = context.address.query.has('confirm')
    if (context.actor.kind === 'person' && !own) return redirectTo(isUnproved ? confirmFor(back) : back, 303)
    const {address, state} = await beginSignIn(accounts, client, {back, own})
    setAttempts(context, [state, ...attemptsIn(context)], attemptLength)
    return redirectTo(address.href, 303)
  } catch (cause) {
    return failed(context, cause)
  }
}

/** Of a person who is signed in: connecting what they have asked for on their security page, or proving that it is them. */
async function ownAttempt(
  {address: {query}, actor}: RequestContext,
  accounts: Accounts,
  {provider}: ProviderClient,
): Promise<OwnAttempt | null> {
  const self = personOf(actor)
  const secret = query.get('connect')
  if (!self?.session) return null
  if (secret !== null) return takeConnecting(accounts, self, {secret, provider: provider.name})
  const token = query.get('confirm')
  return token === null ? null : provingAttempt(accounts, self, {token, provider: provider.name})
}

const finish: ProviderHandler = async (context, accounts, client) => {
  const {query} = context.address
  const begun = attemptsIn(context)
  const state = begun.find(each => each === query.get('state')) ?? null
  setAttempts(
    context,
    begun.filter(each => each !== state),
    attemptLength,
  )
  let own: OwnAttempt | null = null
  try {
    const attempt = await attemptOf(accounts, client, state)
    // Anyone can open this address: the log is for answers to what was begun.
    if (!attempt) return redirectTo(signInNoticePath('failed'), 303)
    own = attempt.own
    const {back} = attempt
    const identity = await finishSignIn(accounts, client, {query, attempt})
    const {provider} = client
    if (own) return redirectTo(await finishOwn(context, accounts, {own, provider, identity, back}), 303)
    const entering = await enter(accounts, {provider, identity, sender: context.sender})
    if (entering.kind === 'proof') return redirectTo(connectPath(entering.secret, back), 303)
    if (entering.kind === 'refused') return redirectTo(signInNoticePath(entering.why), 303)
    changeSession(context, sessionReply(accounts, entering.entered))
    return redirectTo(back, 303)
  } catch (cause) {
    if (cause instanceof SignInFailed && !own) {
      const why = cause.isDenied ? 'denied' : 'failed'
      reportFailedSignIn(accounts, null, {with: 'provider', provider: client.provider.name, why})
    }
    return failed(context, cause, own)
  }
}

interface OwnAnswer {
  readonly own: OwnAttempt
  readonly provider: Provider
  readonly identity: ProviderIdentity
  readonly back: string
}

/** Only in the session that has asked. */
async function finishOwn(
  context: RequestContext,
  accounts: Accounts,
  {own, provider, identity, back}: OwnAnswer,
): Promise<string> {
  const self = personOf(context.actor)
  if (self?.id !== own.person || self.session !== own.session) return signInNoticePath('failed')
  if (own.purpose === 'confirm' && identity.signedInAt === null)
    logFailure(context, new Error(`the provider ${provider.name} does not say when people have signed in (auth_time)`))
  if (own.purpose === 'confirm')
    return (await confirmByProvider(accounts, self, identity)) ? back : `${confirmFor(back)}&failed=yes`
  const result = await connectProvider(accounts, self, {provider, identity})
  return `${securityPath}?done=provider%20${encodeURIComponent(result)}`
}

/** The log has the reason, in the words of the library: tokens and addresses are not among them. */
function failed(context: RequestContext, cause: unknown, own: OwnAttempt | null = null): Response {
  if (!(cause instanceof SignInFailed)) throw cause
  if (!cause.isDenied) logFailure(context, new Error(cause.reason))
  if (own) return redirectTo(`${securityPath}?done=provider%20failed`, 303)
  return redirectTo(signInNoticePath(cause.isDenied ? 'denied' : 'failed'), 303)
}

/** In a frame of the provider, where cookies of this site are not sent: its session is named in the address. */
const frontChannelLogout: ProviderHandler = async ({address: {query}}, accounts, {provider: {issuer}}) => {
  const [session, from] = [query.get('sid'), query.get('iss')]
  if (session && (from === null || from === issuer))
    await endSessionsOfProvider(accounts, {issuer, session, subject: null})
  return textResponse('')
}

/** Bytes. */
const longestToken = 16 * 1024

const backChannelLogout: ProviderHandler = async (context, accounts, client) => {
  const sent = new URLSearchParams(decodeText(await readBody(context.request, longestToken)))
  try {
    const {session, subject} = await client.loggedOut(sent.get('logout_token') ?? '')
    await endSessionsOfProvider(accounts, {issuer: client.provider.issuer, session, subject})
    return textResponse('')
  } catch (cause) {
    if (!(cause instanceof SignInFailed)) throw cause
    return textResponse('invalid logout token\n', {status: 400})
  }
}

export const singleSignOnRoutes: readonly AppRoute[] = [
  route('GET', `${singleSignOnPath}:provider`, withProvider(begin)),
  route('GET', `${singleSignOnPath}:provider/callback`, withProvider(finish)),
  route('GET', `${singleSignOnPath}:provider/logout`, withProvider(frontChannelLogout)),
  route('POST', `${singleSignOnPath}:provider/logout`, withProvider(backChannelLogout)),
]
