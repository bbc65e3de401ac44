/** The router's status: loading, an action that was not sent, and which page was opened. */
import {useEffect, useState} from 'react'
import {useMessages, useNavigation, useRouterStatus} from '../router/router-provider.tsx'
import {Icon} from './icon.tsx'
import {PageNotices} from './notices.tsx'

/** Faster responses show no progress. */
const patienceMillis = 250

export function Progress() {
  const {state} = useNavigation()
  const busy = state !== 'idle'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setShown(true), patienceMillis)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [busy])
  return <div id="progress" data-on={busy && shown ? '' : undefined} />
}

/** An action could not be sent; what was typed is still there. */
export function RetryNotice() {
  const {failure} = useRouterStatus()
  const {failures, shell} = useMessages()
  return (
    <div id="notice" role="alert">
      {failure && (
        <>
          <span>{failures.notSent}</span>
          <button type="button" className="button" onClick={failure.retry}>
            {failures.tryAgain}
          </button>
          <button type="button" className="button ghost icon" aria-label={shell.close} onClick={failure.dismiss}>
            <Icon name="remove" />
          </button>
        </>
      )}
    </div>
  )
}

/** What is announced beside the page. */
export function Notices() {
  const {overtaken} = useRouterStatus()
  return (
    <div id="done" role="status">
      <PageNotices overtaken={overtaken} />
    </div>
  )
}

export function Announcer() {
  const {announcement} = useRouterStatus()
  return (
    <div id="announce" className="sr-only" aria-live="polite">
      {announcement}
    </div>
  )
}
