/** Whether there is a mouse: false on the server, during hydration and on touch screens. */
import {startTransition, useEffect, useState} from 'react'

/** In a transition, because what a mouse adds to each row of a table takes a slow device a while to render. */
export function useHasMouse(): boolean {
  const [hasMouse, setHasMouse] = useState(false)
  useEffect(() => startTransition(() => setHasMouse(matchMedia('(pointer: fine)').matches)), [])
  return hasMouse
}
