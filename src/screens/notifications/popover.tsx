/** The newest notifications beside the bell: to read, act on and open. Loaded when the bell is first pressed. */
import {type RefObject, useEffect, useOptimistic, useRef, useState} from 'react'
import type {Problem} from '../../engine/page/common.ts'
import {useAnchored} from '../../web/hooks/use-anchored.ts'
import {useDismiss, useEscape} from '../../web/hooks/use-dismiss.ts'
import {ActionForm, SubmitButton} from '../../web/router/action-form.tsx'
import {pageIn, problemsOfPage} from '../../web/router/client.ts'
import {Link} from '../../web/router/link.tsx'
import {useMessages, usePage, usePageKey, useRouter} from '../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../web/router/types.ts'
import type {NotificationsData} from './data.ts'
import {NotificationList, Refusal, withRead} from './notification-item.tsx'

export interface NotificationsPopoverProps {
  readonly href: string
  /** The bell with its popover: a press outside both closes it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** More are on the page of notifications. */
const mostShown = 12

export function NotificationsPopover({href, anchor, onClose}: NotificationsPopoverProps) {
  const {notifications: messages} = useMessages()
  const panel = useRef<HTMLDivElement>(null)
  const pageKey = usePageKey()
  const [openedOn] = useState(pageKey)
  const {shown, failed, reload} = useNotifications(href)
  useAnchored({anchor, panel, open: true})
  useDismiss(true, anchor, onClose)
  const [before] = useState(() => document.activeElement)
  useEffect(() => panel.current?.focus(), [])
  // Any navigation closes it.
  useEffect(() => {
    if (pageKey !== openedOn) onClose()
  }, [pageKey, openedOn, onClose])
  // Wherever the focus is: the button pressed last may be gone.
  useEscape(() => {
    onClose()
    if (before instanceof HTMLElement) before.focus()
  })
  return (
    <div
      ref={panel}
      className="notices"
      popover="manual"
      role="dialog"
      aria-label={messages.title}
      aria-busy={shown === null && !failed}
      tabIndex={-1}
    >
      {shown && <Content href={href} data={shown.data} once={shown.once} onChanged={reload} />}
      {failed && <Failed href={href} />}
      {!shown && !failed && <Skeleton />}
    </div>
  )
}

interface LoadedNotifications {
  readonly data: NotificationsData
  readonly once: string
}

/** Reloaded whenever the page is fresh, so that the count and the list match. */
function useNotifications(href: string) {
  const router = useRouter()
  const page = usePage()
  const [shown, setShown] = useState<LoadedNotifications | null>(null)
  const [failed, setFailed] = useState(false)
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page and the count say when it may have changed.
  useEffect(() => {
    const request = new AbortController()
    void router.load(href, request.signal).then(result => {
      if (request.signal.aborted) return
      const page = pageIn(result)
      if (page?.screen === 'notifications') setShown({data: page.data, once: page.once ?? ''})
      setFailed(page?.screen !== 'notifications')
    })
    return () => request.abort()
  }, [router, href, page, count])
  return {shown, failed: failed && shown === null, reload: () => setCount(count + 1)}
}

interface ContentProps extends LoadedNotifications {
  readonly href: string
  readonly onChanged: () => void
}

function Content({href, data, once, onChanged}: ContentProps) {
  const {notifications: messages} = useMessages()
  const {url} = usePage()
  const [items, showRead] = useOptimistic(data.items.slice(0, mostShown), withRead)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const answered = (outcome: ActionOutcome) => {
    setProblems(outcome.kind === 'refused' ? problemsOfPage(outcome.page) : [])
    onChanged()
  }
  return (
    <>
      <header>
        <h2>{messages.title}</h2>
        {data.anyUnread && (
          <ActionForm action={href} staysOnPage optimistic={() => showRead('all')} onOutcome={answered}>
            <input type="hidden" name="return" value={url} />
            <SubmitButton className="button ghost" name="_action" value="read all">
              {messages.markAllRead}
            </SubmitButton>
          </ActionForm>
        )}
      </header>
      <Refusal problems={problems} />
      {items.length === 0 && <p className="nothing subtle">{messages.none}</p>}
      <NotificationList items={items} action={href} once={once} back={url} onRead={showRead} onOutcome={answered} />
      <footer>
        <Link href={href}>{messages.seeAll}</Link>
      </footer>
    </>
  )
}

function Failed({href}: {href: string}) {
  const {failures} = useMessages()
  const {notifications: messages} = useMessages()
  return (
    <div className="nothing">
      <p>{failures.part}</p>
      <Link href={href}>{messages.seeAll}</Link>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="waits" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  )
}
