/** What happened that concerns the reader: what is new first, each with the way to its record. */

import type {NotificationData, NotificationsData} from '../../../contract/notifications.ts'
import {Avatar} from '../../components/avatar.tsx'
import {Icon} from '../../components/icon.tsx'
import {ActionForm} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'

export function NotificationsScreen({data}: ScreenProps<'notifications'>) {
  const messages = useMessages().notifications
  const unread = data.items.filter(item => item.unread)
  const read = data.items.filter(item => !item.unread)
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{messages.title}</h1>
          <p>{messages.intro}</p>
        </div>
        {data.anyUnread && (
          <ActionForm className="acts">
            <button className="button" name="_action" value="read all" type="submit">
              {messages.markAllRead}
            </button>
          </ActionForm>
        )}
      </div>
      {data.items.length === 0 && <p className="card second">{messages.none}</p>}
      <NotificationGroup title={messages.unread} items={unread} />
      <NotificationGroup title={unread.length > 0 ? messages.read : null} items={read} />
      <Pages data={data} />
    </>
  )
}

interface NotificationGroupProps {
  readonly title: string | null
  readonly items: readonly NotificationData[]
}

function NotificationGroup({title, items}: NotificationGroupProps) {
  if (items.length === 0) return null
  return (
    <section className="told">
      {title !== null && <h2>{title}</h2>}
      <ul className="card plain">
        {items.map(item => (
          <li key={item.id} className={item.unread ? 'new' : undefined}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opening something new marks it as read: that changes something, so it is sent and not merely followed. */
function Item({item}: {item: NotificationData}) {
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
  if (!item.unread) return item.href === null ? <div className="it">{what}</div> : <Read href={item.href}>{what}</Read>
  return (
    <ActionForm>
      <input type="hidden" name="id" value={item.id} />
      {item.href === null ? (
        <div className="it">{what}</div>
      ) : (
        <button className="it" name="_action" value="open" type="submit">
          {what}
        </button>
      )}
      <button
        className="button bare"
        name="_action"
        value="read"
        type="submit"
        aria-label={messages.markOneRead(item.name)}
        title={messages.markRead}
      >
        <Icon name="check" />
      </button>
    </ActionForm>
  )
}

function Read({href, children}: {href: string; children: React.ReactNode}) {
  return (
    <Link className="it" href={href}>
      {children}
    </Link>
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
