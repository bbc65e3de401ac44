/** The link from a screen to the page where its feed is subscribed to, for people who have signed in. */
import type {LinkData} from '../../contract/common.ts'
import type {Messages} from '../../messages/index.ts'
import type {Screen} from '../../points/screens/model.ts'
import {feedFormatsOf} from '../../points/screens/run.ts'
import {personOf} from '../actor.ts'
import {writeListQuery} from '../query/list-address.ts'
import type {ListQuery} from '../query/list-query.ts'
import type {Visit} from '../reply.ts'

export const subscriptionsPath = '/account/subscriptions'

export const subscriptionTo = (page: string): string => `${subscriptionsPath}?page=${encodeURIComponent(page)}`

/** With the filters of the page, and neither its place nor its time. */
export function subscribeLink(
  screen: Screen,
  {visit, asked}: {readonly visit: Visit; readonly asked: ListQuery},
  {feeds}: Messages,
): LinkData | null {
  if (!personOf(visit.actor) || feedFormatsOf(screen).length === 0) return null
  const query = writeListQuery({...asked, place: null, sort: []})
  return {label: feeds.subscribe, href: subscriptionTo(query === '' ? visit.path : `${visit.path}?${query}`)}
}
