/** Search results while typing, for the palette and the search box. */
import {useEffect, useMemo, useState} from 'react'
import {useMessages, usePage, useRouter} from '../../router/router-provider.tsx'
import {matching, type PaletteEntry, type Sources, search} from './entries.ts'

const pauseMillis = 150
const fewLetters = 2

export function useSources(): Sources {
  const page = usePage()
  const messages = useMessages()
  const router = useRouter()
  return useMemo(() => ({page, messages, router}), [page, messages, router])
}

export interface Found {
  readonly entries: readonly PaletteEntry[]
  /** The response to the current text has arrived. */
  readonly settled: boolean
}

/** After a pause in typing; an older response never replaces a newer one. */
export function useSearch(sources: Sources, typed: string): Found {
  const [found, setFound] = useState<{readonly typed: string; readonly entries: readonly PaletteEntry[]}>({
    typed: '',
    entries: [],
  })
  useEffect(() => {
    if (typed.length < fewLetters) return
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const entries = await search(sources, typed, request.signal)
      if (!request.signal.aborted) setFound({typed, entries})
    }, pauseMillis)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [sources, typed])
  if (typed.length < fewLetters) return {entries: [], settled: false}
  // Until the response arrives, earlier results that still match.
  const settled = found.typed === typed
  return {entries: settled ? found.entries : matching(found.entries, typed), settled}
}
