/** A form of another address, loaded to be shown in this page. */
import {useEffect, useState} from 'react'
import {useRouter} from '../../../web/router/router-provider.tsx'
import type {FormScreenData} from '../data.ts'
import {formIn} from './form-in.ts'

/** `refused`: the answer is something else, such as a refusal. */
export function useFormAt(href: string): FormScreenData | 'loading' | 'refused' {
  const router = useRouter()
  // The address when it was opened: that of the page may change while it is open.
  const [address] = useState(href)
  const [data, setData] = useState<FormScreenData | 'loading' | 'refused'>('loading')
  useEffect(() => {
    const request = new AbortController()
    const load = async () => {
      const result = await router.load(address, request.signal)
      if (!request.signal.aborted) setData(formIn(result) ?? 'refused')
    }
    void load()
    return () => request.abort()
  }, [address, router])
  return data
}
