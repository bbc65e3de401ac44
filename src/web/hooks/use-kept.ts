/** What a render computes again and comes out equal stays the same object. */
import {useState} from 'react'
import {keepEqual} from '../router/keep-equal.ts'

export function useKept<T>(value: T): T {
  const [before, setBefore] = useState(value)
  const kept = keepEqual(before, value)
  if (kept !== before) setBefore(kept)
  return kept
}
