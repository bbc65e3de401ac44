/** The stored drafts, for pages that have no form: in the common script, unlike `useDraft`. */
import {useEffect, useState} from 'react'
import {usePage, usePerson} from '../router/router-provider.tsx'
import {cleanUpDrafts, hasDraftFor} from './draft-storage.ts'

/** On every page: removes drafts that were saved or belong to another person. */
export function useDraftCleanup(): void {
  const page = usePage()
  useEffect(() => cleanUpDrafts(page), [page])
}

/** Whether a draft exists at an address; false on the server. */
export function useHasDraft(url: string | null): boolean {
  const person = usePerson()
  const [has, setHas] = useState(false)
  useEffect(() => setHas(url !== null && hasDraftFor(person?.id, url)), [person?.id, url])
  return has
}
