/**
 * Feeds: a screen for programs that poll it. `/_feeds/SECRET.ics` is a person's subscription and shows what they may see at the time.
 * `/_feeds/atom/articles` is the public view of a public screen; no cookie is read there.
 */

import {createHash} from 'node:crypto'
import {feedsPath, openFeed} from '../accounts/feeds.ts'
import {parseAddress} from '../engine/address.ts'
import {type Actor, nobody} from '../engine/base/actor.ts'
import type {Feed, FeedPlace} from '../engine/feeds/feed.ts'
import {atomFeed, icalendar, jsonFeed} from '../engine/feeds/feed-formats.ts'
import {Refused} from '../engine/reply.ts'
import type {FeedFormat} from '../points/screens/bullets/feed.ts'
import {feedFormats} from '../points/screens/bullets/feed.ts'
import type {AppRoute, RequestContext} from './context.ts'
import {publicOriginOf} from './middleware/host.ts'
import {applyLanguage} from './middleware/language.ts'
import {respond} from './page-response.ts'
import {BufferedResponse, textResponse} from './response.ts'
import {route} from './routes.ts'
import {visitOf} from './screens.ts'

export const feedRoutes: readonly AppRoute[] = [
  route('GET', `${feedsPath}:secret`, (context, {secret = ''}) => personalFeed(context, secret)),
  ...feedFormats.map(format => route('GET', `${feedsPath}${format}/*`, context => publicFeed(context, format))),
]

const mediaTypes: Readonly<Record<FeedFormat, string>> = {
  ics: 'text/calendar; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

async function personalFeed(context: RequestContext, name: string): Promise<Response> {
  const {accounts} = context.server
  const [secret = '', extension] = name.split('.')
  const found = accounts && (await openFeed(accounts, secret))
  if (!found || (extension !== undefined && extension !== found.format)) return nothing()
  const {actor, screen, format} = found
  return format === 'display'
    ? onDevice(context, actor, screen)
    : answer(context, {actor, screen, format, shared: false})
}

/**
 * A display on a device where no one is signed in: what the person who made the address may read on this one page. The
 * page around it is that of a visitor: it has no menu, accepts no action, and names no one.
 */
async function onDevice(context: RequestContext, actor: Actor, screen: string): Promise<Response> {
  context.actor = actor
  applyLanguage(context)
  const page = parseAddress(screen)
  const opened = page.kind === 'ok' ? context.application.open(page.address.path, actor) : null
  if (page.kind !== 'ok' || !opened?.screen.onDevices) return nothing()
  try {
    const reply = await opened.screen.load({...visitOf(context, opened, page.address), query: new URLSearchParams()})
    if (reply.kind !== 'page') return nothing()
    const response = await respond({...context, actor: nobody}, reply)
    response.headers.set('cache-control', 'private, no-store')
    response.headers.set('x-robots-tag', 'noindex')
    response.headers.set('referrer-policy', 'no-referrer')
    return response
  } catch (error) {
    if (error instanceof Refused && error.code === 'NOT_FOUND') return nothing()
    throw error
  }
}

function publicFeed(context: RequestContext, format: FeedFormat): Promise<Response> {
  const screen = context.address.url.slice(feedsPath.length + format.length)
  return answer(context, {actor: nobody, screen, format, shared: true})
}

/** The same reply whether the feed never existed, was revoked, or its person may no longer open the screen. */
const nothing = (): Response => textResponse('There is no such feed.\n', {status: 404})

interface FeedRequest {
  readonly actor: Actor
  /** Path and query of the page. */
  readonly screen: string
  readonly format: FeedFormat
  /** Whether it is the same for everyone. */
  readonly shared: boolean
}

async function answer(context: RequestContext, {actor, screen, format, shared}: FeedRequest): Promise<Response> {
  const {request, server, address} = context
  context.kind = 'data'
  context.actor = actor
  applyLanguage(context)
  const {application} = context
  const page = parseAddress(screen)
  const opened = page.kind === 'ok' ? application.open(page.address.path, actor) : null
  const feed = opened?.screen.feed
  if (page.kind !== 'ok' || !opened || !feed?.formats.includes(format)) return nothing()
  const place: FeedPlace = {
    origin: publicOriginOf(request, server.origin),
    page: page.address.url,
    // The secret in the address of a person's feed is not repeated anywhere.
    self: shared ? address.url : page.address.url,
    product: application.shell(actor).product,
    language: application.look.language,
  }
  let loaded: Feed
  try {
    loaded = await feed.load(visitOf(context, opened, page.address))
  } catch (error) {
    if (error instanceof Refused && error.code === 'NOT_FOUND') return nothing()
    throw error
  }
  const text = feedText(loaded, format, place)
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return new BufferedResponse(text, {
    headers: {
      'content-type': mediaTypes[format],
      'cache-control': shared ? 'no-cache' : 'private, no-cache',
      etag: `"${digest}"`,
      'x-robots-tag': 'noindex',
    },
  })
}

function feedText(feed: Feed, format: FeedFormat, place: FeedPlace): string {
  if (feed.kind === 'calendar') return icalendar(feed, place)
  return format === 'json' ? jsonFeed(feed, place) : atomFeed(feed, place)
}
