/** The reader's notifications, newest first, each with a link to its record. Marking as read is optimistic. */

import {useOptimistic} from 'react'
import {PageHead} from '../../web/components/top-bar.tsx'
import {ActionForm, SubmitButton} from '../../web/router/action-form.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages, usePage} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'
import type {NotificationsData} from './data.ts'
import {NotificationList, Refusal, withRead} from './notification-item.tsx'

export function NotificationsScreen({data}: ScreenProps<'notifications'>) {
  const {notifications: messages} = useMessages()
  const {once = ''} = usePage()
  const [items, showRead] = useOptimistic(data.items, withRead)
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>{messages.title}</h1>
        {data.anyUnread && (
          <ActionForm className="buttons" optimistic={() => showRead('all')}>
            <SubmitButton className="button" name="_action" value="read all">
              {messages.markAllRead}
            </SubmitButton>
          </ActionForm>
        )}
      </PageHead>
      <Refusal problems={data.problems} />
      {items.length === 0 && <p className="card subtle">{messages.none}</p>}
      <NotificationList items={items} once={once} onRead={showRead} />
      <Pages data={data} />
    </>
  )
}

function Pages({data: {newer, older}}: {data: NotificationsData}) {
  const {notifications: messages} = useMessages()
  if (newer === null && older === null) return null
  return (
    <nav className="buttons" aria-label={messages.pages}>
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
