/** Handlers that stay the same while they are attached to hundreds of bars, and do what is right for what is shown now. */
import {type RefObject, useLayoutEffect, useRef, useState} from 'react'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'

/** Null on the server and before hydration, when a bar is a link alone. */
export function useStableHandlers<Actions, Handlers>(
  actions: Actions,
  handlersFor: (actions: RefObject<Actions>) => Handlers,
): Handlers | null {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [handlers] = useState(() => handlersFor(latest))
  return useHydrated() ? handlers : null
}
