/**
 * Signing in with a provider: where it begins, where the provider leads back, and where it says that a session has ended.
 * The first two are addresses that a browser opens, and change nothing without the secret of the browser that began.
 */

import type {Accounts} from '../accounts/accounts.ts'
import {connectPath, signInNoticePath} from '../accounts/screens/entry/connect.ts'
import {returnTo} from '../accounts/screens/return-to.ts'
import {sessionReply} from '../accounts/screens/screen-replies.ts'
import {enter} from '../accounts/sso/enter.ts'
import {type ProviderClient, SignInFailed} from '../accounts/sso/provider-client.ts'
import {beginSignIn, endSessionsOfProvider, finishSignIn, singleSignOnPath} from '../accounts/sso/single-sign-on.ts'
import {Refused} from '../engine/reply.ts'
import type {AppRoute, RequestContext} from './context.ts'
import {logFailure} from './context.ts'
import {decode, readBody} from './form.ts'
import {attemptIn, changeSession, setAttempt} from './middleware/session.ts'
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
  if (context.actor.kind === 'person') return redirectTo(back, 303)
  try {
    const {address, state, maxAge} = await beginSignIn(accounts, client, back)
    setAttempt(context, state, maxAge)
    return redirectTo(address.href, 303)
  } catch (cause) {
    return failed(context, cause)
  }
}

const finish: ProviderHandler = async (context, accounts, client) => {
  const state = attemptIn(context)
  setAttempt(context, '', 0)
  try {
    const {query} = context.address
    const {identity, back} = await finishSignIn(accounts, client, {query, state})
    const {provider} = client
    const entering = await enter(accounts, {provider, identity, sender: context.sender})
    if (entering.kind === 'proof') return redirectTo(connectPath(entering.secret, back), 303)
    if (entering.kind === 'refused') return redirectTo(signInNoticePath(entering.why), 303)
    changeSession(context, sessionReply(accounts, entering.entered))
    return redirectTo(back, 303)
  } catch (cause) {
    return failed(context, cause)
  }
}

/** The log has the reason, in the words of the library: tokens and addresses are not among them. */
function failed(context: RequestContext, cause: unknown): Response {
  if (!(cause instanceof SignInFailed)) throw cause
  if (!cause.isDenied) logFailure(context, new Error(cause.reason))
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
  const sent = new URLSearchParams(decode(await readBody(context.request, longestToken)))
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
