/** Facts about the days of a period calendar: some months come with the page, others are requested when they are shown. */
import {useEffect, useEffectEvent, useState} from 'react'
import {pageIn} from '../../../web/router/client.ts'
import {useRouter} from '../../../web/router/router-provider.tsx'
import type {CalendarDayData, PeriodCalendarData} from '../../forms/panel-data.ts'
import {isoAfterMonths} from './days.ts'

interface KnownDays extends Pick<PeriodCalendarData, 'texts'> {
  readonly lookup: string
  readonly days: ReadonlyMap<string, CalendarDayData>
  /** The months of these days. */
  readonly isKnown: (month: string) => boolean
}

export function usePeriodDays(
  calendar: PeriodCalendarData,
  lookup: string,
  month: string,
): Pick<KnownDays, 'days' | 'texts'> {
  const router = useRouter()
  const [known, setKnown] = useState<KnownDays>(() => knownIn(calendar, calendar.first))
  const isKnown = useEffectEvent((iso: string) => known.lookup === lookup && known.isKnown(iso))
  useEffect(() => {
    if (isKnown(month) && isKnown(isoAfterMonths(month, 1))) return
    const request = new AbortController()
    const load = async () => {
      const result = await router.load(`${lookup}${lookup.includes('?') ? '&' : '?'}_days=${month}`, request.signal)
      const page = pageIn(result)
      if (request.signal.aborted || !page) return
      const found = 'calendar' in page.data ? page.data.calendar : undefined
      if (!found) return
      const added = {...knownIn(found, month), lookup}
      setKnown(before =>
        before.lookup === lookup
          ? {
              ...before,
              days: new Map([...before.days, ...added.days]),
              isKnown: iso => before.isKnown(iso) || added.isKnown(iso),
            }
          : added,
      )
    }
    void load()
    return () => request.abort()
  }, [month, lookup, router])
  return known
}

/** The month that was requested is known even if its data begins later. */
function knownIn({lookup, days, texts, first, last}: PeriodCalendarData, month: string): KnownDays {
  const from = month < first ? month : first
  return {lookup, days: new Map(Object.entries(days)), texts, isKnown: iso => iso >= from && iso <= last}
}
