/** A person's notifications: read them, mark them as read, open their records. */

import type {Accounts} from '../../accounts/accounts.ts'
import {returnTo} from '../../accounts/screens/return-to.ts'
import {idIn} from '../../accounts/screens/screen-replies.ts'
import {type Actor, type PersonActor, personOf} from '../../engine/base/actor.ts'
import {stateBadge} from '../../engine/base/state-display.ts'
import {dayHeading, whenText} from '../../engine/display/dates.ts'
import {confirmedOptions} from '../../engine/links/confirmation.ts'
import {type NotificationText, notificationTexts} from '../../engine/links/notification-text.ts'
import {
  countUnread,
  findNotification,
  hasUnreadAbout,
  listNotifications,
  markOpened,
  markSeen,
  type Notification,
  unreadEntities,
} from '../../engine/notifications/notification-rows.ts'
import {type WaitingRecord, waitingFor} from '../../engine/notifications/notify.ts'
import type {Problem} from '../../engine/page/common.ts'
import type {Shell} from '../../engine/page/frame.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {OfferedAction} from '../../engine/records/abilities.ts'
import {stateCell, value} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
} from '../../engine/reply.ts'
import {writeAll} from '../../engine/write/write.ts'
import {problemsFor, versionIn} from '../../features/forms/form-input.ts'
import {languageOf} from '../../messages/languages.ts'
import {messagesFor} from '../messages.ts'
import type {NotificationAction, NotificationData, NotificationsData} from './data.ts'

const here = '/notifications'
const onPage = 50
const mostPages = 200

/** The page does not exist if the document notifies no one. */
export function notificationsScreen(accounts: Accounts, actor: Actor): OpenScreen | null {
  if (!accounts.engine().notifies) return null
  const self = personOf(actor)
  if (!self) return null
  const own = new Map<string, ActionHandler>([
    ['read', (_visit, form) => mark(accounts, self, {id: idIn(form), form})],
    ['read all', (_visit, form) => mark(accounts, self, {id: null, form})],
  ])
  return {
    load: visit => notificationsPage(accounts, self, visit),
    actions: {
      size: own.size,
      get: name => own.get(name) ?? actionOnRecord(accounts, self, name),
    },
  }
}

/** The name of a button that performs an action on the record of a notification. */
const doing = 'do '

function actionOnRecord(accounts: Accounts, self: PersonActor, name: string): ActionHandler | undefined {
  return name.startsWith(doing)
    ? (visit, form) => actFromNotification(accounts, self, {visit, form, action: name.slice(doing.length)})
    : undefined
}

interface ActionFromNotification {
  readonly visit: Visit
  readonly form: Form
  readonly action: string
}

/** The same change as on the record page; optional inputs stay empty. */
async function actFromNotification(
  accounts: Accounts,
  self: PersonActor,
  {visit, form, action}: ActionFromNotification,
): Promise<Reply> {
  const engine = accounts.engine()
  const found = await engine.read(self, reader => findNotification(reader, self.id, idIn(form)))
  const entity = found && engine.specification.entities.entities.get(found.entity)
  if (!found || !entity) throw new Refused('NOT_FOUND')
  const to = backFrom(form)
  const request = {kind: 'action', entity: entity.name, id: found.record, version: versionIn(form), action} as const
  const outcome = await engine.unitOfWork(self, context => writeAll(context, [{...request, inputs: new Map()}]), {
    together: true,
    ...confirmedOptions(visit, to),
  })
  if (outcome.ok) return {kind: 'redirect', to}
  if (outcome.code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  const {problems, status} = problemsFor(engine.specification, entity, outcome)
  return notificationsPage(accounts, self, visit, {problems, status})
}

/** The page on which the popover was opened. */
function backFrom(form: Form): string {
  const back = form.text('return')
  return back === null ? here : returnTo(back)
}

export type UnreadEntities = ReadonlySet<string>

/** Of the person's unread notifications; null if the document notifies no one. */
export async function unreadEntitiesOf(accounts: Accounts, actor: Actor): Promise<UnreadEntities | null> {
  const [engine, self] = [accounts.engine(), personOf(actor)]
  if (!self || !engine.notifies) return null
  return engine.store.readOne(db => unreadEntities(db, self.id))
}

interface Unread {
  readonly entities: UnreadEntities | null
  /** Runs before counting, and only if there is something to mark. */
  readonly markRead: () => Promise<void>
}

/** For the shell; null if the document notifies no one. */
export async function unreadNotifications(
  accounts: Accounts,
  actor: Actor,
  {entities, markRead}: Unread,
): Promise<Shell['notifications'] | null> {
  const [engine, self] = [accounts.engine(), personOf(actor)]
  if (!self || entities === null) return null
  if (entities.size === 0) return {unread: 0, href: here}
  await markRead()
  return {unread: await engine.readOne(self, reader => countUnread(reader, self.id, entities)), href: here}
}

async function mark(
  accounts: Accounts,
  self: PersonActor,
  {id, form}: {id: string | null; form: Form},
): Promise<Reply> {
  await accounts.engine().unit(({db}) => markSeen(db, self.id, {id, now: accounts.now()}))
  return {kind: 'redirect', to: backFrom(form)}
}

/** Opening a record marks its notifications as read. */
export async function readOpened(accounts: Accounts, self: PersonActor, records: readonly string[]): Promise<void> {
  const engine = accounts.engine()
  if (!(await engine.store.readOne(db => hasUnreadAbout(db, self.id, records)))) return
  await engine.unit(({db}) => markOpened(db, self.id, {records, now: accounts.now()}))
}

interface RefusedAction {
  readonly problems: readonly Problem[]
  readonly status: number
}

async function notificationsPage(
  accounts: Accounts,
  self: PersonActor,
  visit: Visit,
  {problems, status}: RefusedAction = {problems: [], status: 200},
): Promise<PageReply> {
  const engine = accounts.engine()
  const number = Math.min(mostPages, Math.max(1, Number(/^\d{1,4}$/.exec(visit.query.get('page') ?? '')?.[0] ?? 1)))
  const data = await engine.read(self, reader => notificationsData(reader, self, number))
  const title = messagesFor(engine.specification.limits.settings.LANGUAGE).notifications.title
  return {kind: 'page', status, title, screen: 'notifications', data: {...data, problems}}
}

async function notificationsData(
  reader: ReadContext,
  self: PersonActor,
  number: number,
): Promise<Omit<NotificationsData, 'problems'>> {
  const found = await listNotifications(reader, self.id, {skip: (number - 1) * onPage, most: onPage + 1})
  const some = found.slice(0, onPage)
  const told = await notificationTexts(reader, some)
  const {offers, outcomes} = await waitingIn(reader, some)
  return {
    items: some.flatMap((each, index) =>
      shownNotification(reader, each, {
        told: told[index] ?? null,
        offered: offers.get(each.id),
        outcome: each.waited ? (outcomes.get(each.record) ?? null) : null,
      }),
    ),
    anyUnread: (await countUnread(reader, self.id, await unreadEntities(reader.db, self.id))) > 0,
    newer: number > 1 ? `${here}${number > 2 ? `?page=${number - 1}` : ''}` : null,
    older: found.length > onPage && number < mostPages ? `${here}?page=${number + 1}` : null,
  }
}

interface OfferedHere {
  readonly lead: OfferedAction
  readonly stop: OfferedAction | null
  readonly version: number
}

/**
 * A record that no action ends may have another decision, such as declining new dates, after which the earlier ones
 * apply: the mail of the notification offers it.
 */
function otherDecision(
  {specification}: ReadContext,
  {entity, action}: Pick<Notification, 'entity' | 'action'>,
  {lead, offered}: WaitingRecord,
): OfferedAction | null {
  const offers = specification.actions.actions.get(entity)?.get(action)?.mail?.offers ?? []
  return offered.find(({name}) => name !== lead.name && offers.some(each => each.action === name)) ?? null
}

type RecordOutcome = NotificationData['outcome']

interface WaitingHere {
  /** By the newest notification of each record: the actions available to the reader. */
  readonly offers: ReadonlyMap<string, OfferedHere>
  /** By record, of those that do not wait for the reader: their states. */
  readonly outcomes: ReadonlyMap<string, RecordOutcome>
}

async function waitingIn(reader: ReadContext, notifications: readonly Notification[]): Promise<WaitingHere> {
  const newest = [...new Map(notifications.toReversed().map(each => [each.record, each])).values()]
  const offers = new Map<string, OfferedHere>()
  const outcomes = new Map<string, RecordOutcome>()
  for (const [entity, some] of Map.groupBy(newest, each => each.entity)) {
    const waiting = await waitingFor(
      reader,
      entity,
      some.map(each => each.record),
    )
    const waited = notifications.filter(each => each.entity === entity && each.waited).map(each => each.record)
    const records = await recordsNow(reader, entity, [...new Set([...waiting.keys(), ...waited])])
    for (const {id, record, action} of some) {
      const [found, now] = [waiting.get(record), records.get(record)]
      if (!now) continue
      if (!found) outcomes.set(record, now.state)
      else
        offers.set(id, {
          lead: found.lead,
          stop: found.stop ?? otherDecision(reader, {entity, action}, found),
          version: now.version,
        })
    }
  }
  return {offers, outcomes}
}

async function recordsNow(
  reader: ReadContext,
  name: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, {readonly version: number; readonly state: RecordOutcome}>> {
  const entity = reader.entities.entities.get(name)
  if (!entity || ids.length === 0) return new Map()
  const found = await records(entity, {version: value(['version']), state: stateCell}).byIds(reader, ids)
  const states = reader.states.get(name)
  return new Map(
    [...found].map(([id, {version, state}]) => [
      id,
      {version: Number(version), state: stateBadge(states, state.value)},
    ]),
  )
}

function shownNotification(
  {moment}: ReadContext,
  {id, at, seen}: Notification,
  {told, offered, outcome}: {told: NotificationText | null; offered: OfferedHere | undefined; outcome: RecordOutcome},
): NotificationData[] {
  if (!told) return []
  const {name, kind, by, from, href} = told
  const happened = languageOf(moment.language).events.happened({...told, by: by?.name ?? null})
  const who = from?.name ? from : null
  const {lead, stop} = offered ?? {lead: null, stop: null}
  return [
    {
      id,
      unread: !seen,
      name,
      kind,
      happened,
      by: who,
      when: whenText(at, moment),
      at,
      day: dayHeading(at, moment),
      href,
      outcome,
      version: offered?.version ?? null,
      actions: [...offer(lead, 'primary', href), ...offer(stop, 'danger', href)],
    },
  ]
}

/** An action that needs input is performed on the record page. */
function offer(action: OfferedAction | null, tone: 'primary' | 'danger', href: string | null): NotificationAction[] {
  if (!action) return []
  const {name, label, asks} = action
  const asksFirst = asks.some(({optional}) => !optional)
  if (asksFirst && href === null) return []
  return [{name: `${doing}${name}`, label, tone, href: asksFirst ? `${href}?action=${encodeURIComponent(name)}` : null}]
}
