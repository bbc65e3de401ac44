/** Stops leaving while something would be lost that no draft keeps, such as chosen files. */
import {useEffect, useEffectEvent, useState} from 'react'
import {useRouter} from '../router/router-provider.tsx'

export interface Blocker {
  /** Where the person was about to go; null while nothing is stopped. */
  readonly to: string | null
  readonly stay: () => void
  readonly leave: () => void
}

/** Without the router, or when the tab is closed, the browser asks in its own messages. */
export function useUnsavedChanges(unkept: boolean): Blocker {
  const router = useRouter()
  const [to, setTo] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const stops = unkept && !leaving
  const onNavigate = useEffectEvent((event: NavigateEvent) => {
    if (!event.cancelable || event.hashChange || event.downloadRequest !== null || event.formData) return
    if (event.navigationType === 'reload' || router.status().navigation.state === 'submitting') return
    event.preventDefault()
    setTo(event.destination.url)
  })
  useEffect(() => {
    if (!stops) return
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    const navigate = (event: NavigateEvent) => onNavigate(event)
    window.addEventListener('beforeunload', unload)
    if (router.enabled) navigation.addEventListener('navigate', navigate)
    return () => {
      window.removeEventListener('beforeunload', unload)
      if (router.enabled) navigation.removeEventListener('navigate', navigate)
    }
  }, [stops, router])
  useEffect(() => {
    if (leaving && to !== null) router.navigate(to)
  }, [leaving, to, router])
  return {to: leaving ? null : to, stay: () => setTo(null), leave: () => setLeaving(true)}
}
