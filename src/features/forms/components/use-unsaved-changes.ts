/** Prevents leaving while something would be lost that no draft keeps, such as chosen files. */
import {useEffect, useEffectEvent, useRef, useState} from 'react'
import {useRouter} from '../../../web/router/router-provider.tsx'

export interface Blocker {
  /** The person was about to leave. */
  readonly isAsking: boolean
  readonly stay: () => void
  readonly leave: () => void
}

interface BlockedNavigation {
  readonly url: string
  readonly replace: boolean
  /** The key of the history entry; empty if it is a new one. */
  readonly entry: string
}

/** Without the router, or when the tab is closed, the browser shows its own prompt. */
export function useUnsavedChanges(unkept: boolean): Blocker {
  const router = useRouter()
  const [to, setTo] = useState<BlockedNavigation | null>(null)
  /** The person has decided to leave; further input asks again. */
  const leaving = useRef(false)
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    if (leaving.current) return
    if (!event.cancelable || event.hashChange || event.downloadRequest !== null || event.formData) return
    if (event.navigationType === 'reload' || router.status().navigation.state === 'submitting') return
    event.preventDefault()
    const {navigationType, destination} = event
    setTo({url: destination.url, replace: navigationType === 'replace', entry: destination.key})
  })
  useEffect(() => {
    if (!unkept) return
    leaving.current = false
    const unload = (event: BeforeUnloadEvent) => leaving.current || event.preventDefault()
    const navigate = (event: NavigateEvent) => onNavigate(event)
    window.addEventListener('beforeunload', unload)
    if (router.enabled) navigation.addEventListener('navigate', navigate)
    return () => {
      window.removeEventListener('beforeunload', unload)
      if (router.enabled) navigation.removeEventListener('navigate', navigate)
    }
  }, [unkept, router])
  const leave = () => {
    leaving.current = true
    setTo(null)
    // An entry of the history, by Back or Forward, is not added again.
    if (to?.entry) navigation.traverseTo(to.entry)
    else if (to) router.navigate(to.url, {replace: to.replace})
  }
  return {isAsking: to !== null, stay: () => setTo(null), leave}
}
