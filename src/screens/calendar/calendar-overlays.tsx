/** What is shown over a calendar: the offer to create a record in the chosen time, and the facts of an item. Loaded after the page. */
import type {RefObject} from 'react'
import type {CalendarData, CalendarItem} from '../../features/planning/calendar-data.ts'
import {chosenText} from '../../features/planning/components/chosen-time.ts'
import {DraftOffer, DraftStatus} from '../../features/planning/components/draft-notes.tsx'
import {BarCard, type BarFacts} from '../../features/planning/components/popovers.tsx'
import type {BarCardState} from '../../features/planning/components/use-bar-card.ts'
import {useDateLocale} from '../../web/router/router-provider.tsx'
import {type CalendarDraft, timeOfPlace} from './use-calendar-tools.ts'

interface CalendarOverlaysProps {
  readonly data: CalendarData
  readonly draft: CalendarDraft | null
  readonly card: BarCardState<CalendarItem>
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function CalendarOverlays({data, draft, card, anchor, onClose}: CalendarOverlaysProps) {
  const dateLocale = useDateLocale()
  const time = draft && timeOfPlace(draft.place, data)
  return (
    <>
      <DraftStatus draft={draft} when={time && chosenText(time, dateLocale)} />
      {draft && time && (
        <DraftOffer
          draft={draft}
          time={time}
          anchor={anchor}
          create={data.create}
          days={workingDays(data, draft)}
          onClose={onClose}
        />
      )}
      {card.shown && !draft && (
        <BarCard
          key={card.shown.id}
          anchor={card.anchor}
          onEnter={card.stay}
          onLeave={card.hide}
          bar={factsOf(card.shown, data)}
        />
      )}
    </>
  )
}

/** What the page knows of an item already: its days and times, and the columns that an agenda says of it. */
function factsOf(item: CalendarItem, {days, columns}: CalendarData): BarFacts {
  const dayAt = (index: number) => days[Math.max(0, Math.min(days.length - 1, index))]?.label ?? ''
  const [first, last] = [dayAt(item.first), dayAt(item.last)]
  const span = first === last ? first : `${first} – ${last}`
  return {
    ...item,
    title: <b>{item.text}</b>,
    when: [span, item.times].filter(text => text !== '').join(', '),
    facts: columns.flatMap(({label}, index) => {
      const text = item.cells[index]?.text ?? ''
      return text === '' ? [] : [{label, text}]
    }),
    editable: item.movable !== null,
  }
}

/** Without weekends and days off. */
function workingDays({days}: CalendarData, {place: {first, last}}: CalendarDraft): number {
  const all = days.slice(first, last + 1)
  const working = all.filter(({off, note}) => !off && note === '')
  return working.length > 0 ? working.length : all.length
}
