/** The providers of single sign-on with which a person signs in: shown, connected and disconnected on the security page. */
import type {PersonActor} from '../../../engine/base/actor.ts'
import {type Form, type PageReply, Refused, type Reply} from '../../../engine/reply.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import type {Accounts} from '../../accounts.ts'
import type {ProviderData, ProvidersData} from '../../data.ts'
import {beginConnecting, type ConnectedProvider, connectionsOf, disconnectProvider} from '../../sso/connections.ts'
import type {Provider} from '../../sso/providers.ts'
import {connectingPath} from '../../sso/single-sign-on.ts'
import {entryPage, messagesOf, sentText} from '../screen-replies.ts'
import {confirmFor} from './confirm.ts'
import {leadTo, securityPath} from './paths.ts'
import {securityMessages} from './words.ts'

export const connectAction = 'connect provider'
export const disconnectAction = 'disconnect provider'

/** Null where no one signs in with a provider. */
export async function providersData(accounts: Accounts, self: PersonActor): Promise<ProvidersData | null> {
  const {store} = accounts.engine()
  const connected = await store.read(db => connectionsOf(db, self.id))
  const offered = (accounts.sso?.clients ?? []).map(({provider}) => provider)
  if (connected.length + offered.length === 0) return null
  const words = securityMessages(accounts)
  const others = offered.filter(({issuer}) => !connected.some(each => each.issuer === issuer))
  return {
    heading: words.providers,
    text: words.providersText,
    listed: [
      ...connected.map(each => connectedData(accounts, each, offered)),
      ...others.map(({name, label}) => ({
        key: name,
        label,
        fact: words.notConnected,
        button: {action: connectAction, text: words.connect, label: words.connectOf(label)},
      })),
    ],
  }
}

function connectedData(
  accounts: Accounts,
  {issuer, since}: ConnectedProvider,
  offered: readonly Provider[],
): ProviderData {
  const words = securityMessages(accounts)
  const {LANGUAGE, TIME_ZONE} = accounts.engine().specification.limits.settings
  const format = dateFormat(LANGUAGE, {dateStyle: 'medium', timeZone: TIME_ZONE})
  const label = offered.find(each => each.issuer === issuer)?.label ?? issuer
  return {
    key: issuer,
    label,
    fact: words.connectedSince(format.format(since)),
    button: {action: disconnectAction, text: words.disconnect, label: words.disconnectOf(label)},
  }
}

/** Its link leads to the provider: a form may lead nowhere but here. */
export async function startConnecting(accounts: Accounts, self: PersonActor, form: Form): Promise<Reply> {
  const provider = accounts.sso?.find(sentText(form, 'provider'))?.provider
  if (!provider) throw new Refused('UNKNOWN_ACTION')
  const secret = await beginConnecting(accounts, self, provider.name)
  return secret === null ? leadTo(confirmFor(securityPath)) : connectingPage(accounts, provider, secret)
}

function connectingPage(accounts: Accounts, {name, label}: Provider, secret: string): PageReply {
  const words = messagesOf(accounts)
  const page = entryPage({
    heading: words.connect(label),
    intro: securityMessages(accounts).connectIntro(label),
    providers: [{label: words.continueWith(label), href: connectingPath(name, secret)}],
    links: [{label: words.cancel, href: securityPath}],
  })
  return {...page, signsIn: false, headers: {'cache-control': 'private, no-store'}}
}

export async function disconnect(accounts: Accounts, self: PersonActor, form: Form): Promise<Reply> {
  const result = await disconnectProvider(accounts, self, sentText(form, 'provider'))
  if (result === 'unconfirmed') return leadTo(confirmFor(securityPath))
  return leadTo(`${securityPath}?done=${result === 'last' ? 'last%20provider' : 'provider%20removed'}`)
}
