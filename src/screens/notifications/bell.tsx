/** The bell: the number of unread notifications, and a popover with the newest. Without JavaScript a link to their page. */
import {type MouseEvent, useRef, useState} from 'react'
import {Icon} from '../../web/components/icon.tsx'
import {isPlainClick, Link} from '../../web/router/link.tsx'
import {useMessages, usePage, useRouter} from '../../web/router/router-provider.tsx'

/** Needed when first opened. */
const loadPopover = () => import('./popover.tsx')

export function Bell() {
  const {notifications} = usePage().shell
  const messages = useMessages()
  const router = useRouter()
  const place = useRef<HTMLSpanElement>(null)
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof loadPopover>> | null>(null)
  if (!notifications) return null
  const {unread, href} = notifications
  const toggle = (event: MouseEvent) => {
    if (!router.enabled || !isPlainClick(event)) return
    event.preventDefault()
    if (opened) setOpened(null)
    else
      loadPopover().then(
        loaded => setOpened(loaded),
        () => router.navigate(href),
      )
  }
  return (
    <span className="bell-place" ref={place}>
      <Link
        className="button ghost icon bell"
        href={href}
        prefetch={false}
        aria-label={messages.shell.notifications(unread)}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        onClick={toggle}
      >
        <Icon name="bell" />
        {unread > 0 && <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
      </Link>
      {opened && <opened.NotificationsPopover href={href} anchor={place} onClose={() => setOpened(null)} />}
    </span>
  )
}
