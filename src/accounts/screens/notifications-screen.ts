/** A person's notifications: to read, to mark as read, and to open their records. */

import type {NotificationData, NotificationsData} from '../../contract/notifications.ts'
import type {Shell} from '../../contract/page.ts'
import {type Actor, type PersonActor, personOf} from '../../engine/actor.ts'
import {
  countUnread,
  findNotification,
  listNotifications,
  markSeen,
  type Notification,
  tellsPeople,
} from '../../engine/notifications/notification-rows.ts'
import {type NotificationText, notificationTexts} from '../../engine/notifications/notification-text.ts'
import type {ReadContext} from '../../engine/read-context.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
} from '../../engine/reply.ts'
import {whenText} from '../../engine/screens/span/dates.ts'
import {messagesFor} from '../../messages/index.ts'
import {mailMessagesFor} from '../../messages/mail.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Accounts} from '../accounts.ts'

const here = '/notifications'
const onPage = 50
const mostPages = 200

/** There is no such page where the document notifies no one. */
export function notificationsScreen(accounts: Accounts, actor: Actor): OpenScreen | null {
  if (!tellsPeople(accounts.engine().specification)) return null
  const self = personOf(actor)
  if (!self) return null
  return {
    load: visit => notificationsPage(accounts, self, visit),
    actions: new Map<string, ActionHandler>([
      ['read', (_visit, form) => mark(accounts, self, idIn(form))],
      ['read all', () => mark(accounts, self, null)],
      ['open', (_visit, form) => open(accounts, self, idIn(form))],
    ]),
  }
}

/** For the frame around every page; null where the document notifies no one. */
export async function unreadNotifications(accounts: Accounts, actor: Actor): Promise<Shell['notifications'] | null> {
  const [engine, self] = [accounts.engine(), personOf(actor)]
  if (!self || !tellsPeople(engine.specification)) return null
  return {unread: await engine.glance(self, reader => countUnread(reader, self.id)), href: here}
}

function idIn(form: Form): string {
  const id = readId(form.text('id') ?? '')
  if (id === null) throw new Refused('NOT_FOUND')
  return id
}

async function mark(accounts: Accounts, self: PersonActor, id: string | null): Promise<Reply> {
  await accounts.engine().store.transaction(db => markSeen(db, self.id, {id, now: accounts.now()}))
  return {kind: 'redirect', to: here}
}

async function open(accounts: Accounts, self: PersonActor, id: string): Promise<Reply> {
  const href = await accounts.engine().read(self, async reader => {
    const found = await findNotification(reader, self.id, id)
    const [told] = found ? await notificationTexts(reader, [found]) : []
    return told?.href ?? null
  })
  if (href === null) throw new Refused('NOT_FOUND')
  await mark(accounts, self, id)
  return {kind: 'redirect', to: href}
}

async function notificationsPage(accounts: Accounts, self: PersonActor, visit: Visit): Promise<PageReply> {
  const engine = accounts.engine()
  const number = Math.min(mostPages, Math.max(1, Number(/^\d{1,4}$/.exec(visit.query.get('page') ?? '')?.[0] ?? 1)))
  const data = await engine.read(self, reader => notificationsData(reader, self, number))
  const title = messagesFor(engine.specification.limits.settings.LANGUAGE).notifications.title
  return {kind: 'page', status: 200, title, screen: 'notifications', data}
}

async function notificationsData(reader: ReadContext, self: PersonActor, number: number): Promise<NotificationsData> {
  const found = await listNotifications(reader, self.id, {skip: (number - 1) * onPage, most: onPage + 1})
  const some = found.slice(0, onPage)
  const told = await notificationTexts(reader, some)
  return {
    items: some.flatMap((each, index) => shownNotification(reader, each, told[index] ?? null)),
    anyUnread: (await countUnread(reader, self.id)) > 0,
    newer: number > 1 ? `${here}${number > 2 ? `?page=${number - 1}` : ''}` : null,
    older: found.length > onPage && number < mostPages ? `${here}?page=${number + 1}` : null,
  }
}

function shownNotification(
  {moment}: ReadContext,
  {id, at, seen}: Notification,
  told: NotificationText | null,
): NotificationData[] {
  if (!told) return []
  const {name, kind, by, href} = told
  const happened = mailMessagesFor(moment.language).happened({...told, by: by?.name ?? null})
  const who = by?.name ? by : null
  return [{id, unread: !seen, name, kind, happened, by: who, when: whenText(at, moment), at, href}]
}
