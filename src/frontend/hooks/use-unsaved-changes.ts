/** Prevents leaving while something would be lost that no draft keeps, such as chosen files. */
import {useEffect, useEffectEvent, useRef, useState} from 'react'
import {useRouter} from '../router/router-provider.tsx'

export interface Blocker {
  /** Where the person was about to go; null if nothing is blocked. */
  readonly to: string | null
  readonly stay: () => void
  readonly leave: () => void
}

/** Without the router, or when the tab is closed, the browser shows its own prompt. */
export function useUnsavedChanges(unkept: boolean): Blocker {
  const router = useRouter()
  const [to, setTo] = useState<string | null>(null)
  /** The person has decided to leave; further input asks again. */
  const leaving = useRef(false)
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    if (leaving.current) return
    if (!event.cancelable || event.hashChange || event.downloadRequest !== null || event.formData) return
    if (event.navigationType === 'reload' || router.status().navigation.state === 'submitting') return
    event.preventDefault()
    setTo(event.destination.url)
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
    if (to !== null) router.navigate(to)
  }
  return {to, stay: () => setTo(null), leave}
}
