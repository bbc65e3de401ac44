/** What happened that concerns the reader: what is new first, each with the way to its record. What is marked as read is shown so at once. */

import {useOptimistic} from 'react'
import type {NotificationData, NotificationsData} from '../../../contract/notifications.ts'
import {Avatar} from '../../components/avatar.tsx'
import {Icon} from '../../components/icon.tsx'
import {OptionalLink} from '../../components/optional-link.tsx'
import {ActionForm, SubmitButton} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'

export function NotificationsScreen({data}: ScreenProps<'notifications'>) {
  const messages = useMessages().notifications
  const [items, showRead] = useOptimistic(data.items, withRead)
  const unread = items.filter(item => item.unread)
  const read = items.filter(item => !item.unread)
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{messages.title}</h1>
          <p>{messages.intro}</p>
        </div>
        {data.anyUnread && (
          <ActionForm className="acts" optimistic={() => showRead('all')}>
            <SubmitButton className="button" name="_action" value="read all">
              {messages.markAllRead}
            </SubmitButton>
          </ActionForm>
        )}
      </div>
      {items.length === 0 && <p className="card second">{messages.none}</p>}
      <NotificationGroup title={messages.unread} items={unread} onRead={showRead} />
      <NotificationGroup title={unread.length > 0 ? messages.read : null} items={read} onRead={showRead} />
      <Pages data={data} />
    </>
  )
}

/** The notifications after one of them, by its id, or all were marked as read. */
function withRead(items: readonly NotificationData[], read: string): readonly NotificationData[] {
  return items.map(item => (read === 'all' || item.id === read ? {...item, unread: false} : item))
}

interface NotificationGroupProps {
  readonly title: string | null
  readonly items: readonly NotificationData[]
  readonly onRead: (id: string) => void
}

function NotificationGroup({title, items, onRead}: NotificationGroupProps) {
  if (items.length === 0) return null
  return (
    <section className="told">
      {title !== null && <h2>{title}</h2>}
      <ul className="card plain">
        {items.map(item => (
          <li key={item.id} className={item.unread ? 'new' : undefined}>
            <Item item={item} onRead={() => onRead(item.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opening something new marks it as read: that changes something, so it is sent and not merely followed. */
function Item({item, onRead}: {item: NotificationData; onRead: () => void}) {
  const messages = useMessages().notifications
  const what = (
    <>
      {item.by ? <Avatar id={item.by.id} name={item.by.name} /> : <Self />}
      <span className="what">
        <b>{item.name}</b>
        <span className="second">{item.happened}</span>
      </span>
      <time dateTime={item.at} className="small quiet">
        {item.when}
      </time>
    </>
  )
  if (!item.unread)
    return (
      <OptionalLink className="it" href={item.href}>
        {what}
      </OptionalLink>
    )
  return (
    <ActionForm optimistic={onRead}>
      <input type="hidden" name="id" value={item.id} />
      {item.href === null ? (
        <div className="it">{what}</div>
      ) : (
        <SubmitButton className="it" name="_action" value="open">
          {what}
        </SubmitButton>
      )}
      <SubmitButton
        className="button bare"
        name="_action"
        value="read"
        aria-label={messages.markOneRead(item.name)}
        title={messages.markRead}
      >
        <Icon name="check" />
      </SubmitButton>
    </ActionForm>
  )
}

function Self() {
  return (
    <span className="face self" aria-hidden="true">
      <Icon name="retry" />
    </span>
  )
}

function Pages({data: {newer, older}}: {data: NotificationsData}) {
  const messages = useMessages().notifications
  if (newer === null && older === null) return null
  return (
    <nav className="acts" aria-label={messages.pages}>
      {newer !== null && (
        <Link className="button" href={newer}>
          {messages.newer}
        </Link>
      )}
      {older !== null && (
        <Link className="button" href={older}>
          {messages.older}
        </Link>
      )}
    </nav>
  )
}
