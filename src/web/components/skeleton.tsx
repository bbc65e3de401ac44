/** The skeleton of a screen that takes a moment to load. */
import {useEffect, useState} from 'react'
import type {MenuItem, Shell} from '../../engine/page/frame.ts'
import {useNavigation, usePage, usePathname} from '../router/router-provider.tsx'

/** Faster responses show the old page until the new one is ready. */
const patienceMillis = 150

export function Skeleton() {
  const {shell} = usePage()
  const path = usePathname()
  const navigation = useNavigation()
  const to = navigation.state === 'loading' && navigation.to !== path ? navigation.to : null
  const item = to === null ? undefined : itemAt(shell, to)
  const waited = useWaited(item ? to : null)
  if (!item || !waited) return null
  return (
    <div className={`skeleton of-${item.screen ?? 'page'}`} aria-hidden="true">
      <div className="top">
        <div className="head">{item.label}</div>
      </div>
    </div>
  )
}

function itemAt({menu, lead}: Shell, path: string): MenuItem | undefined {
  return [lead, ...menu.flatMap(group => group.items)].find(item => item?.href === path)
}

/** Whether it has been the same for a moment. */
function useWaited(to: string | null): boolean {
  const [waited, setWaited] = useState<string | null>(null)
  useEffect(() => {
    if (to === null) return
    const timer = setTimeout(() => setWaited(to), patienceMillis)
    return () => {
      clearTimeout(timer)
      setWaited(null)
    }
  }, [to])
  return to !== null && waited === to
}
