/**
 * Calendar interactions with pointer and keyboard: choose free days or hours for a new record, and move and resize items. Loaded after the page.
 * Without it there is a link to the form on each day, and each item links to its record.
 */
import {type PointerEvent as ReactPointerEvent, useLayoutEffect, useRef, useState} from 'react'
import type {CalendarData, CalendarItem} from '../../features/planning/calendar-data.ts'
import {
  type ChosenTime,
  chosenText,
  createHref,
  lengthText,
  minutesOf,
} from '../../features/planning/components/chosen-time.ts'
import {
  edgeAt,
  fewestMoved,
  minutesOfDay,
  moveForm,
  type TimeMove,
  track,
} from '../../features/planning/components/moves.ts'
import {BarCard, type BarFacts, CreateOffer} from '../../features/planning/components/popovers.tsx'
import {hoverMillis, useBarCard, usePlanTools} from '../../features/planning/components/use-plan-tools.ts'
import {useDateLocale, useLocale, useMessages, usePage} from '../../web/router/router-provider.tsx'
import {useAction} from '../../web/router/use-action.ts'
import {type CalendarTools, type ChosenPlace, type HeldPlace, movedPlace, stepMinutes} from './calendar-plan.ts'

interface CalendarToolboxProps {
  readonly data: CalendarData
  readonly onTools: (tools: CalendarTools) => void
  readonly onHold: (held: HeldPlace | null) => void
  readonly onMove: (move: TimeMove) => void
}

/** The selection, or the target of a move. */
interface CalendarDraft {
  readonly place: ChosenPlace
  readonly for: 'create' | {readonly item: CalendarItem; readonly minutes: number; readonly edge: TimeMove['edge']}
  /** The day of the focused link, when choosing with the keyboard. */
  readonly day: number | null
  /** Whether the pointer is still choosing. */
  readonly held: boolean
  readonly byKeys: boolean
}

/** A row of days, or the hours of one day, under the pointer. */
interface Area {
  readonly kind: 'week' | 'hours'
  readonly first: number
  readonly element: HTMLElement
}

/** The time of a new record if only its day is chosen, as the form would take it. */
const usualHours = {begins: 540, ends: 600}

export function CalendarToolbox({data, onTools, onHold, onMove}: CalendarToolboxProps) {
  const [language, dateLocale] = [useLocale(), useDateLocale()]
  const {calendars} = useMessages()
  const {url, once = ''} = usePage()
  const action = useAction({inOrder: true})
  // For a move that has waited for another one of the same item.
  const shown = useRef({data, once})
  useLayoutEffect(() => {
    shown.current = {data, once}
  })
  const [draft, showDraft] = useState<CalendarDraft | null>(null)
  // Keys may come faster than they are rendered.
  const latestDraft = useRef<CalendarDraft | null>(null)
  const anchor = useRef<HTMLElement>(null)
  const area = useRef<Area | null>(null)
  const dragged = useRef(false)
  const card = useBarCard<CalendarItem>()
  const {create, hours} = data
  const width = data.view === 'day' ? 1 : 7

  const timeOf = ({first, last, minutes}: ChosenPlace): ChosenTime => {
    const begin = minutesOf(data.days[0]?.date ?? '')
    return minutes
      ? {from: begin + minutes.begins, to: begin + minutes.ends, days: false}
      : {from: begin + first * minutesOfDay, to: begin + (last + 1) * minutesOfDay, days: true}
  }
  const setDraft = (next: CalendarDraft | null) => {
    latestDraft.current = next
    showDraft(next)
    if (next === null) return onHold(null)
    const time = timeOf(next.place)
    const isNew = next.for === 'create'
    onHold({
      place: next.place,
      text: chosenText(time, dateLocale),
      item: next.for === 'create' ? null : next.for.item.id,
      link:
        isNew && create && next.day !== null ? {day: next.day, href: createHref(create, time, {row: '', url})} : null,
      anchor,
    })
  }
  const isShown = ({first, last}: ChosenPlace): boolean => first >= 0 && last < data.days.length

  /** The day, and among hours the minute, where the pointer is. */
  const minuteAt = ({clientX, clientY}: {clientX: number; clientY: number}, {kind, first, element}: Area): number => {
    const box = element.getBoundingClientRect()
    if (kind === 'week') {
      const column = Math.floor(((clientX - box.left) / box.width) * width)
      return (first + Math.max(0, Math.min(width - 1, column))) * minutesOfDay
    }
    const minutes = hours ? (hours.first + ((clientY - box.top) / box.height) * hours.labels.length) * 60 : 0
    return first * minutesOfDay + Math.max(0, Math.min(minutesOfDay, minutes))
  }
  const between = (a: number, b: number, {kind}: Area): ChosenPlace => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)]
    const day = Math.floor(from / minutesOfDay)
    if (kind === 'week') return {first: day, last: Math.floor(to / minutesOfDay), minutes: null}
    const begins = Math.floor(from / stepMinutes) * stepMinutes
    const ends = Math.max(Math.ceil(to / stepMinutes) * stepMinutes, begins + stepMinutes)
    // A press without a move is an hour.
    return {first: day, last: day, minutes: {begins, ends: a === b ? begins + 60 : ends}}
  }

  const startCreating = (event: ReactPointerEvent<HTMLElement>, here: Area) => {
    if (create === null || event.button !== 0 || event.pointerType === 'touch') return
    event.preventDefault()
    const from = minuteAt(event, here)
    if (data.days[Math.floor(from / minutesOfDay)]?.create === null) return
    const choose = (at: PointerEvent, held: boolean) => {
      // Hours are chosen on one day; days across weeks.
      const now = here.kind === 'week' && area.current?.kind === 'week' ? area.current : here
      const moved = Math.abs(at.clientY - event.clientY) >= fewestMoved || here.kind === 'week'
      const place = between(from, moved ? minuteAt(at, now) : from, here)
      setDraft({place, for: 'create', day: null, held, byKeys: false})
    }
    choose(event.nativeEvent, true)
    track({move: at => choose(at, true), end: at => choose(at, false), cancel: () => setDraft(null)})
  }

  const send = (item: CalendarItem, minutes: number, edge: TimeMove['edge']) => {
    setDraft(null)
    if (item.movable === null || minutes === 0) return
    const move: TimeMove = {id: item.id, version: item.movable, minutes, edge, row: null}
    void action.submit({
      url: new URL(url, location.href),
      form: moveForm(move, once),
      formNow: () => {
        const now = shown.current
        const same = now.data.items.find(({id}) => id === item.id)
        return moveForm({...move, version: same?.movable ?? move.version}, now.once)
      },
      staysOnPage: true,
      optimistic: () => onMove(move),
    })
  }

  const startMoving = (event: ReactPointerEvent<HTMLElement>, item: CalendarItem) => {
    event.stopPropagation()
    card.press()
    dragged.current = false
    const here = area.current
    if (item.movable === null || !here || event.button !== 0 || event.pointerType === 'touch') return
    const box = event.currentTarget.getBoundingClientRect()
    const across = {at: event.clientX, from: box.left, to: box.right, before: item.first < here.first}
    const down = {at: event.clientY, from: box.top, to: box.bottom, before: false, after: false}
    // A timed item that spans several days is moved as a whole.
    const isPoint = here.kind === 'week' && item.time !== ''
    const ends =
      here.kind === 'hours' ? down : {...across, after: item.last >= here.first + (here.kind === 'week' ? width : 1)}
    const edge = isPoint ? 'both' : edgeAt(ends)
    const from = minuteAt(event, here)
    let latest = 0
    track({
      move: at => {
        const far = Math.max(Math.abs(at.clientX - event.clientX), Math.abs(at.clientY - event.clientY))
        if (!dragged.current && far < fewestMoved) return
        dragged.current = true
        const now = area.current?.kind === here.kind ? area.current : here
        const step = here.kind === 'week' ? minutesOfDay : stepMinutes
        latest = Math.round((minuteAt(at, now) - from) / step) * step
        const place = movedPlace(item, latest, edge)
        if (isShown(place)) setDraft({place, for: {item, minutes: latest, edge}, day: null, held: true, byKeys: false})
      },
      end: () => dragged.current && send(item, latest, edge),
      cancel: () => setDraft(null),
    })
  }

  const keyOnCreate = (event: React.KeyboardEvent<HTMLElement>, day: number) => {
    if (event.key === 'Escape') return setDraft(null)
    const by = stepsOf(event.key, hours !== null)
    if (by === null || create === null) return
    event.preventDefault()
    const {current} = latestDraft
    const before: ChosenPlace =
      current?.day === day ? current.place : {first: day, last: day, minutes: hours ? usualOn(day) : null}
    const place = event.shiftKey ? stretched(before, by) : shiftedPlace(before, by)
    if (isShown(place)) setDraft({place, for: 'create', day, held: false, byKeys: true})
  }

  const keyOnItem = (event: React.KeyboardEvent<HTMLElement>, item: CalendarItem) => {
    const {current} = latestDraft
    const shown = current && current.for !== 'create' && current.for.item.id === item.id ? current.for : null
    if (event.key === 'Escape') {
      card.hideNow()
      return setDraft(null)
    }
    if (event.key === 'Enter' && shown) {
      event.preventDefault()
      return send(item, shown.minutes, shown.edge)
    }
    const by = stepsOf(event.key, hours !== null && item.minutes !== null)
    if (by === null || item.movable === null) return
    event.preventDefault()
    card.hideNow()
    // One or the other: moving again starts where the item is.
    const edge = event.shiftKey && !(hours === null && item.time !== '') ? 'end' : 'both'
    const minutes = (shown?.edge === edge ? shown.minutes : 0) + by
    const place = movedPlace(item, minutes, edge)
    if (isShown(place)) setDraft({place, for: {item, minutes, edge}, day: null, held: false, byKeys: true})
  }

  const doing: CalendarActions = {
    startCreating,
    startMoving,
    keyOnCreate,
    keyOnItem,
    over: here => {
      area.current = here
    },
    showCard: card.show,
    hideCard: card.hide,
    leave: () => {
      card.hide()
      if (latestDraft.current?.byKeys) setDraft(null)
    },
    click: event => {
      if (dragged.current) event.preventDefault()
      dragged.current = false
    },
  }
  usePlanTools(doing, toolsFor, onTools)

  const chosen = draft && timeOf(draft.place)
  const when = chosen && chosenText(chosen, dateLocale)
  return (
    <>
      <p className="only-read" role="status">
        {draft && when && (draft.for === 'create' ? when : calendars.moveTo(when))}
      </p>
      {draft?.for === 'create' && create && chosen && when && !draft.held && (
        <CreateOffer
          key={`${chosen.from} ${chosen.to}`}
          anchor={anchor}
          create={create}
          href={createHref(create, chosen, {row: '', url})}
          when={when}
          length={lengthText(chosen, language, workingDays(data, draft.place))}
          row={null}
          focused={!draft.byKeys}
          onClose={() => setDraft(null)}
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

interface CalendarActions {
  readonly startCreating: (event: ReactPointerEvent<HTMLElement>, here: Area) => void
  readonly startMoving: (event: ReactPointerEvent<HTMLElement>, item: CalendarItem) => void
  readonly keyOnCreate: (event: React.KeyboardEvent<HTMLElement>, day: number) => void
  readonly keyOnItem: (event: React.KeyboardEvent<HTMLElement>, item: CalendarItem) => void
  readonly showCard: (element: HTMLElement, item: CalendarItem, after: number) => void
  readonly hideCard: () => void
  readonly over: (here: Area) => void
  readonly leave: () => void
  readonly click: (event: React.MouseEvent<HTMLElement>) => void
}

function toolsFor(doing: {readonly current: CalendarActions}): CalendarTools {
  const areaTools = (kind: Area['kind']) => (first: number) => ({
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) =>
      doing.current.startCreating(event, {kind, first, element: event.currentTarget}),
    onPointerOver: (event: ReactPointerEvent<HTMLElement>) =>
      doing.current.over({kind, first, element: event.currentTarget}),
  })
  return {
    week: areaTools('week'),
    hours: areaTools('hours'),
    create: day => ({
      onPointerDown: event => event.stopPropagation(),
      onKeyDown: event => doing.current.keyOnCreate(event, day),
      onBlurCapture: () => doing.current.leave(),
    }),
    item: item => ({
      onPointerDown: event => doing.current.startMoving(event, item),
      onPointerOver: event =>
        event.pointerType !== 'touch' && doing.current.showCard(event.currentTarget, item, hoverMillis),
      onPointerOut: () => doing.current.hideCard(),
      onFocusCapture: event => doing.current.showCard(event.currentTarget, item, 0),
      onKeyDown: event => doing.current.keyOnItem(event, item),
      onBlurCapture: () => doing.current.leave(),
      onClickCapture: event => doing.current.click(event),
    }),
  }
}

const week = 7 * minutesOfDay
const dayKeys: Readonly<Record<string, number>> = {
  ArrowLeft: -minutesOfDay,
  ArrowRight: minutesOfDay,
  ArrowUp: -week,
  ArrowDown: week,
}
const hourKeys: Readonly<Record<string, number>> = {...dayKeys, ArrowUp: -stepMinutes, ArrowDown: stepMinutes}

/** The minutes of an arrow key; null for other keys. */
const stepsOf = (key: string, hourly: boolean): number | null => (hourly ? hourKeys : dayKeys)[key] ?? null

const usualOn = (day: number): ChosenPlace['minutes'] => ({
  begins: day * minutesOfDay + usualHours.begins,
  ends: day * minutesOfDay + usualHours.ends,
})

function shiftedPlace({first, last, minutes}: ChosenPlace, by: number): ChosenPlace {
  if (!minutes) return {first: first + by / minutesOfDay, last: last + by / minutesOfDay, minutes: null}
  const [begins, ends] = [minutes.begins + by, minutes.ends + by]
  return {
    first: Math.floor(begins / minutesOfDay),
    last: Math.floor((ends - 1) / minutesOfDay),
    minutes: {begins, ends},
  }
}

function stretched({first, last, minutes}: ChosenPlace, by: number): ChosenPlace {
  if (!minutes) return {first, last: Math.max(first, last + by / minutesOfDay), minutes: null}
  const ends = Math.max(minutes.begins + stepMinutes, minutes.ends + by)
  return {first, last: Math.floor((ends - 1) / minutesOfDay), minutes: {begins: minutes.begins, ends}}
}

/** Without weekends and days off. */
function workingDays({days}: CalendarData, {first, last}: ChosenPlace): number {
  const all = days.slice(first, last + 1)
  const working = all.filter(({off, note}) => !off && note === '')
  return working.length > 0 ? working.length : all.length
}
