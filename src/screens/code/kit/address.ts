/** The values in the address, and the language of the page. */
import {useMemo} from 'react'
import {withoutQuery} from '../../../engine/page/frame.ts'
import {usePage, useRouter, useShell} from '../../../web/router/router-provider.tsx'
import type {CodeData} from '../data.ts'
import {addressText, type GivenValue} from './href.ts'
import {useOwnData} from './own-data.tsx'

type ChangedAddress = Readonly<Record<string, GivenValue>>

/**
 * The declared values, and how those of the query are changed: the page stays, with fresh data. A record is written as
 * its id, and null leaves a value out, so that it has its default.
 */
export function useAddress(): [CodeData['address'], (change: ChangedAddress) => void] {
  const {screen} = useOwnData()
  const router = useRouter()
  const {url} = usePage()
  const change = (values: ChangedAddress) => {
    const query = new URLSearchParams(url.split('?')[1] ?? '')
    for (const [name, value] of Object.entries(values)) {
      const text = addressText(value)
      if (text === null) query.delete(name)
      else query.set(name, text)
    }
    const text = query.toString()
    router.navigate(`${withoutQuery(url)}${text === '' ? '' : `?${text}`}`, {keepPlace: true})
  }
  return [screen.address, change]
}

interface Format {
  /** Of the page: `en`, `de`. */
  readonly language: string
  readonly number: (value: number, options?: Intl.NumberFormatOptions) => string
  /** Of a day, `2026-05-01`, or of a moment, which is shown in the zone of the document. */
  readonly date: (value: string, options?: Intl.DateTimeFormatOptions) => string
}

/** Numbers and dates in the language of the page and the zone of the document, the same on the server and in a browser. */
export function useFormat(): Format {
  const {language, dateLocale, zone} = useShell()
  return useMemo(
    () => ({
      language,
      number: (value, options) => new Intl.NumberFormat(language, options).format(value),
      date: (value, options) => {
        const timeZone = value.length === 10 ? 'UTC' : (zone ?? 'UTC')
        return new Intl.DateTimeFormat(dateLocale, {timeZone, ...options}).format(new Date(value))
      },
    }),
    [language, dateLocale, zone],
  )
}
