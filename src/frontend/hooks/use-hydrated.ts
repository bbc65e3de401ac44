/** Whether React has taken over the page: false on the server and while it hydrates, so that both render the same. */
import {useSyncExternalStore} from 'react'

const subscribe = () => () => {}

export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
