/** The dates of a period: the plain fields, replaced by a calendar in the browser. */
import {useEffect, useEffectEvent, useRef, useState} from 'react'
import {formValues} from '../../../web/hooks/draft-storage.ts'
import {lazyWithPreload} from '../../../web/lazy.tsx'
import type {PeriodDatesProps} from '../../forms/components/fields.tsx'

const PeriodCalendar = lazyWithPreload(async () => (await import('./period-calendar.tsx')).PeriodCalendar)

/** The plain fields, until the calendar is loaded; it starts with their content. */
export function PeriodDates({calendar, fields, blocks, daysAt, onlyDays, children}: PeriodDatesProps) {
  const plain = useRef<HTMLDivElement>(null)
  const [handedOver, setHandedOver] = useState<{values: ReadonlyMap<string, string>; focused: string | null} | null>(
    null,
  )
  const handOver = useEffectEvent(() => {
    const form = plain.current?.closest('form')
    if (!form) return
    const values = formValues(form)
    const {activeElement} = document
    const focused = activeElement instanceof HTMLInputElement && plain.current?.contains(activeElement)
    setHandedOver({
      values: new Map(fields.map(({name}) => [name, values.get(name)?.at(-1) ?? ''])),
      focused: focused ? activeElement.name : null,
    })
  })
  useEffect(() => {
    PeriodCalendar.preload().then(handOver, () => {})
  }, [])
  if (handedOver)
    return (
      <PeriodCalendar
        calendar={calendar}
        fields={fields}
        handedOver={handedOver.values}
        focused={handedOver.focused}
        blocks={blocks}
        daysAt={daysAt ?? calendar.lookup}
        onlyDays={onlyDays}
      />
    )
  return (
    <div ref={plain} className={calendar.halfDays ? 'period-place with-parts' : 'period-place'}>
      {children}
      {calendar.closed !== '' && <p className="help">{calendar.closed}</p>}
    </div>
  )
}
