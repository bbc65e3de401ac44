/** A handler that stays the same: a memoised component that gets it is not rendered for it. */
import {useEffectEvent, useState} from 'react'

/** Calling it does what the handler of the last render does. For events only, not while rendering. */
export function useHandler<Args extends readonly unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useEffectEvent(handler)
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest(...args),
  )
  return stable
}
