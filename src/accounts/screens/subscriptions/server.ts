/** A person's subscriptions: secret feed addresses for calendar apps and feed readers; create, list and revoke. */

import {parseAddress} from '../../../engine/address.ts'
import type {Application} from '../../../engine/application/application.ts'
import {type Actor, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import {subscriptionsPath, subscriptionTo} from '../../../engine/links/subscribe.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Visit,
  withoutProblems,
} from '../../../engine/reply.ts'
import {requireProof} from '../../../engine/transaction/proof.ts'
import type {Messages} from '../../../messages/index.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import {readId} from '../../../points/entities/values/id.ts'
import type {AddressFormat} from '../../../points/screens/bullets/feed.ts'
import {addressFormats} from '../../../points/screens/bullets/feed.ts'
import type {Accounts} from '../../accounts.ts'
import type {NewSubscription, SubscriptionOffer, SubscriptionsData} from '../../data.ts'
import {type ListedFeed, listFeeds, makeFeed, mostFeeds, revokeFeed} from '../../feeds.ts'
import {signInPath} from '../return-to.ts'

export function subscriptionsScreen(accounts: Accounts, actor: Actor, application: Application): OpenScreen {
  const self = personOf(actor)
  // `/account/:token` would otherwise match the address.
  if (!self) return {load: ({url}) => ({kind: 'redirect', to: signInPath(url)}), actions: new Map()}
  const place: Subscriptions = {accounts, self, application}
  return {
    load: ({query}) => page(place, {page: query.get('page'), revoked: query.get('done') === 'revoked'}),
    actions: new Map<string, ActionHandler>([
      ['subscribe', (visit, form) => subscribe(place, visit, form)],
      ['revoke', (_visit, form) => revoke(place, form)],
    ]),
    again: async (_visit, form, {status} = withoutProblems) => ({
      ...(await page(place, {page: form.text('page')})),
      status,
    }),
  }
}

interface Subscriptions {
  readonly accounts: Accounts
  readonly self: PersonActor
  readonly application: Application
}

/** A page of the document that this person may open and that has feeds. */
interface FeedPage {
  readonly name: string
  readonly url: string
  readonly filtered: boolean
  readonly formats: readonly AddressFormat[]
  /** What the address is called in the list of addresses, read as the page itself. */
  readonly title: (visit: Visit) => Promise<string>
}

function pageAt({self, application}: Subscriptions, address: string | null): FeedPage | null {
  const parsed = parseAddress(address ?? '')
  if (parsed.kind !== 'ok') return null
  const {path, url, query} = parsed.address
  const opened = application.open(path, self)
  const feed = opened?.screen.feed
  const device = opened?.screen.onDevices
  if (url.length > longestScreen) return null
  if (opened && device) {
    const {parameters, screen} = opened
    const title = async (visit: Visit) => {
      const reply = await screen.load({...visit, path, url, query, parameters})
      return reply.kind === 'page' ? `${device.name}: ${reply.title}` : device.name
    }
    return {name: device.name, url, filtered: false, formats: ['display'], title}
  }
  return feed
    ? {name: feed.name, url, filtered: query.size > 0, formats: feed.formats, title: async () => feed.name}
    : null
}

const longestScreen = 2000

/** Replies with the page itself, because the address is shown only once. */
async function subscribe(place: Subscriptions, visit: Visit, form: Form): Promise<PageReply> {
  const {accounts, self} = place
  const found = pageAt(place, form.text('page'))
  const format = addressFormats.find(each => each === form.text('format')) ?? found?.formats[0]
  if (!found || format === undefined || !found.formats.includes(format)) throw new Refused('NOT_FOUND')
  const feed = {person: self.id, screen: found.url, format, name: await found.title(visit)}
  // The address is a key: it opens what this person may read.
  await accounts.engine().read(self, reader => requireProof(reader, 'keys'))
  const path = await makeFeed(accounts.engine(), feed, accounts.now())
  if (path === null) throw new Refused('TOO_MANY', {most: String(mostFeeds)})
  return page(place, {page: found.url, made: {address: `${accounts.origin()}${path}`, format}})
}

async function revoke({accounts, self}: Subscriptions, form: Form) {
  const id = readId(form.text('id') ?? '')
  if (id !== null) await revokeFeed(accounts.engine(), id, self.id)
  return {kind: 'redirect', to: `${subscriptionsPath}?done=revoked`} as const
}

interface ShownSubscriptions {
  readonly page: string | null
  readonly revoked?: boolean
  readonly made?: {readonly address: string; readonly format: AddressFormat}
}

async function page(
  place: Subscriptions,
  {page: address, revoked = false, made}: ShownSubscriptions,
): Promise<PageReply> {
  const {accounts, self, application} = place
  const words = application.words.feeds
  const found = pageAt(place, address)
  const listed = await accounts.engine().store.read(db => listFeeds(db, self.id))
  const others = application.feedPages(self).filter(({href}) => href !== found?.url)
  const data: SubscriptionsData = {
    heading: words.heading,
    intro: words.intro,
    notice: revoked ? words.revoked : null,
    offer: found && !made ? offerOf(found, words) : null,
    made: made ? newSubscription(made, words) : null,
    existing: {
      heading: words.existing,
      none: words.none,
      listed: listed.map(feed => shownFeed(accounts, feed, words)),
    },
    others: {
      heading: words.others,
      links: others.map(({label, href}) => ({label, href: subscriptionTo(href)})),
    },
  }
  return {kind: 'page', status: 200, title: words.heading, screen: 'subscriptions', data}
}

function offerOf({name, url, filtered, formats}: FeedPage, words: Messages['feeds']): SubscriptionOffer {
  return {
    heading: formats.includes('display') ? words.onDevice(name) : words.offer(name),
    page: url,
    note: filtered ? words.filtered : formats.includes('display') ? words.deviceNote : null,
    formatLabel: words.format,
    formats: formats.map(value => ({value, label: words.formats[value]})),
    action: words.make,
  }
}

/** Calendar programs open `webcal:` addresses, which are fetched as `https:`. */
function newSubscription(
  {address, format}: {readonly address: string; readonly format: AddressFormat},
  words: Messages['feeds'],
): NewSubscription {
  return {
    text: words.made,
    label: words.address,
    address,
    open: format === 'ics' ? {label: words.open, href: address.replace(/^https?:/, 'webcal:')} : null,
    secret: words.secret,
    copy: words.copy,
    copied: words.copied,
  }
}

function shownFeed(
  accounts: Accounts,
  {id, name, screen, format, made, used}: ListedFeed,
  words: Messages['feeds'],
): SubscriptionsData['existing']['listed'][number] {
  const {LANGUAGE, TIME_ZONE} = accounts.engine().specification.limits.settings
  const date = dateFormat(LANGUAGE, {dateStyle: 'medium', timeZone: TIME_ZONE})
  const moment = dateFormat(LANGUAGE, {dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE})
  const facts = [
    words.formats[format],
    words.since(date.format(made)),
    used === null ? words.unused : words.used(moment.format(used)),
  ]
  return {
    id,
    name,
    href: screen,
    facts: facts.join(' · '),
    revoke: {label: words.revokeOf(name), text: words.revoke},
  }
}
