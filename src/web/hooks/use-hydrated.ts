/** Whether React has hydrated the page: false on the server and during hydration, so that both render the same. */
import {useSyncExternalStore} from 'react'

const subscribe = () => () => {}

export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
