/** What happened that concerns the reader: what is new first, each with the way to its record. */
import type {NotificationData, NotificationsData} from '../../../contract/notifications.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {Face} from '../../components/avatar.tsx'
import {Icon} from '../../components/icon.tsx'
import type {ViewProps} from '../../view.ts'

type Own = Words['notifications']

export function Notifications({data, page}: ViewProps<NotificationsData>) {
  const words = wordsFor(page.shell.language).notifications
  const unread = data.items.filter(item => item.unread)
  const read = data.items.filter(item => !item.unread)
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{words.title}</h1>
          <p>{words.intro}</p>
        </div>
        {data.anyUnread && (
          <form method="post" className="acts">
            <button className="button" name="_action" value="read all" type="submit">
              {words.markAllRead}
            </button>
          </form>
        )}
      </div>
      {data.items.length === 0 && <p className="card second">{words.none}</p>}
      <Part title={words.unread} items={unread} words={words} />
      <Part title={unread.length > 0 ? words.read : null} items={read} words={words} />
      <Pages data={data} words={words} />
    </>
  )
}

interface PartProps {
  readonly title: string | null
  readonly items: readonly NotificationData[]
  readonly words: Own
}

function Part({title, items, words}: PartProps) {
  if (items.length === 0) return null
  return (
    <section className="told">
      {title !== null && <h2>{title}</h2>}
      <ul className="card plain">
        {items.map(item => (
          <li key={item.id} className={item.unread ? 'new' : undefined}>
            <Item item={item} words={words} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opening something new marks it as read: that changes something, so it is sent and not merely followed. */
function Item({item, words}: {item: NotificationData; words: Own}) {
  const what = (
    <>
      {item.by ? <Face id={item.by.id} name={item.by.name} /> : <Self />}
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
    <form method="post">
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
        aria-label={words.markOneRead(item.name)}
        title={words.markRead}
      >
        <Icon name="check" />
      </button>
    </form>
  )
}

function Read({href, children}: {href: string; children: React.ReactNode}) {
  return (
    <a className="it" href={href}>
      {children}
    </a>
  )
}

function Self() {
  return (
    <span className="face self" aria-hidden="true">
      <Icon name="retry" />
    </span>
  )
}

function Pages({data: {newer, older}, words}: {data: NotificationsData; words: Own}) {
  if (newer === null && older === null) return null
  return (
    <nav className="acts" aria-label={words.pages}>
      {newer !== null && (
        <a className="button" href={newer}>
          {words.newer}
        </a>
      )}
      {older !== null && (
        <a className="button" href={older}>
          {words.older}
        </a>
      )}
    </nav>
  )
}
