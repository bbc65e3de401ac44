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

/** With the filters of the page, also whether requests are shown that wait for a decision, and neither its place nor its time. */
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
