/** The link from a screen to the page for subscribing to its feed, for signed-in people. */

import type {Messages} from '../../messages/index.ts'
import type {Screen} from '../../points/screens/model.ts'
import {feedFormatsOf} from '../../points/screens/run.ts'
import {personOf} from '../base/actor.ts'
import {writeListQuery} from '../lists/list-address.ts'
import type {LinkData} from '../page/common.ts'
import type {ListQuery} from '../query/list-query.ts'
import type {Visit} from '../reply.ts'

export const subscriptionsPath = '/account/subscriptions'

export const subscriptionTo = (page: string): string => `${subscriptionsPath}?page=${encodeURIComponent(page)}`

/** Keeps the filters of the page and whether undecided requests are shown, but not its place or period. */
export function subscribeLink(
  screen: Screen,
  {visit, asked}: {readonly visit: Visit; readonly asked: ListQuery},
  {feeds}: Messages,
): LinkData | null {
  if (!personOf(visit.actor) || feedFormatsOf(screen).length === 0) return null
  const leftOut = visit.query.get('requested') === 'no' ? 'requested=no' : ''
  const query = [writeListQuery({...asked, place: null, sort: []}), leftOut].filter(part => part !== '').join('&')
  return {label: feeds.subscribe, href: subscriptionTo(query === '' ? visit.path : `${visit.path}?${query}`)}
}
