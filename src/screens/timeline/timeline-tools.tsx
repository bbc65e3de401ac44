/**
 * Timeline interactions with pointer and keyboard: choose free time for a new record, move and resize bars, and read their facts. Loaded after the
 * page. Without it there is a link to the form in each row, and each bar links to its record.
 */
import {type PointerEvent as ReactPointerEvent, type RefObject, useLayoutEffect, useRef, useState} from 'react'
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
import {BarCard, type BarCardProps, CreateOffer, SeveralCard} from '../../features/planning/components/popovers.tsx'
import {BarList, type HeldTime, type TimelineTools} from '../../features/planning/components/timeline-rows.tsx'
import {hoverMillis, useBarCard, usePlanTools} from '../../features/planning/components/use-plan-tools.ts'
import type {TimelineBar, TimelineData, TimelineRow} from '../../features/planning/timeline-data.ts'
import {Avatar} from '../../web/components/avatar.tsx'
import {useDateLocale, useLocale, useMessages, usePage} from '../../web/router/router-provider.tsx'
import {useAction} from '../../web/router/use-action.ts'

interface TimelineToolboxProps {
  readonly data: TimelineData
  /** The container of all rows, and the header of their names. */
  readonly clip: RefObject<HTMLDivElement | null>
  readonly names: RefObject<HTMLTableCellElement | null>
  readonly onTools: (tools: TimelineTools) => void
  readonly onHold: (change: (before: HeldTime | null) => HeldTime | null) => void
  readonly onMove: (move: TimeMove) => void
}

/** Units in a row, drawn over it. */
interface ChosenSpan {
  readonly row: TimelineRow
  readonly start: number
  readonly end: number
  readonly top: number
  readonly height: number
  /** In the last row, where there is no room below it for what is said about it. */
  readonly last: boolean
  /** The row where it began. */
  readonly began: string
  /** The result: a new record, or a bar's new position. */
  readonly for: 'create' | TimelineBar
  readonly edge: TimeMove['edge']
  /** Whether the pointer is still choosing. */
  readonly held: boolean
  readonly byKeys: boolean
}

export function TimelineToolbox({data, clip, names, onTools, onHold, onMove}: TimelineToolboxProps) {
  const [language, dateLocale] = [useLocale(), useDateLocale()]
  const {calendars} = useMessages()
  const {url, once = ''} = usePage()
  const action = useAction({inOrder: true})
  // For a move that has waited for another one of the same bar.
  const shown = useRef({data, once})
  useLayoutEffect(() => {
    shown.current = {data, once}
  })
  const [draft, showDraft] = useState<ChosenSpan | null>(null)
  // Keys may come faster than they are rendered.
  const latestDraft = useRef<ChosenSpan | null>(null)
  const setDraft = (next: ChosenSpan | null) => {
    latestDraft.current = next
    showDraft(next)
    const held = next && heldBy(next)
    // Rows are not rendered for changes that do not affect them.
    onHold(before => (isSameHold(before, held) ? before : held))
  }
  const card = useBarCard<{readonly bars: readonly TimelineBar[]; readonly row: TimelineRow}>()
  const hover = card.shown
  const draftBox = useRef<HTMLDivElement>(null)
  const dragged = useRef(false)
  const over = useRef<{readonly row: TimelineRow; readonly element: HTMLElement} | null>(null)

  const length = data.heads.reduce((sum, head) => sum + head.units, 0)
  const {origin, create} = data
  const step = data.view === 'day' ? 1 : minutesOfDay / origin.unit
  const first = data.view === 'day' ? (data.now ?? 8) : Math.max(0, todayIn(data)) * step

  /** In units; negative over the names. */
  const unitAt = (x: number): number => {
    const box = clip.current?.getBoundingClientRect()
    const head = names.current?.getBoundingClientRect()
    if (!box || !head || x < head.right) return -1
    return ((x - box.left - head.width) / (box.width - head.width)) * length
  }
  const placeOf = (element: HTMLElement): Pick<ChosenSpan, 'top' | 'height' | 'last'> => {
    const [box, at] = [clip.current?.getBoundingClientRect(), element.getBoundingClientRect()]
    return {top: at.top - (box?.top ?? 0), height: at.height, last: (box?.bottom ?? 0) - at.bottom < lineBelow}
  }
  const timeOf = ({start, end}: Pick<ChosenSpan, 'start' | 'end'>): ChosenTime => {
    const begin = minutesOf(origin.date) + origin.minute
    return {from: begin + start * origin.unit, to: begin + end * origin.unit, days: data.view !== 'day'}
  }
  const heldBy = (chosen: ChosenSpan): HeldTime => ({
    row: chosen.began,
    bar: chosen.for === 'create' ? null : chosen.for.id,
    href: create && chosen.for === 'create' ? createHref(create, timeOf(chosen), {row: chosen.row.id, url}) : null,
  })
  const send = (bar: TimelineBar, {start, end, edge, row}: ChosenSpan) => {
    setDraft(null)
    const moved = edge === 'end' ? end - bar.end : start - bar.start
    const isElsewhere = !row.bars.includes(bar)
    if (bar.movable === null || (moved === 0 && !isElsewhere)) return
    const move: TimeMove = {
      id: bar.id,
      version: bar.movable,
      minutes: moved * origin.unit,
      edge,
      row: isElsewhere ? row.id : null,
    }
    void action.submit({
      url: new URL(url, location.href),
      form: moveForm(move, once),
      formNow: () => {
        const now = shown.current
        const rows = [...(now.data.own ? [now.data.own] : []), ...now.data.groups.flatMap(group => group.rows)]
        const same = rows.flatMap(({bars}) => bars).find(({id}) => id === bar.id)
        return moveForm({...move, version: same?.movable ?? move.version}, now.once)
      },
      staysOnPage: true,
      optimistic: () => onMove(move),
    })
  }

  const startCreating = (event: ReactPointerEvent<HTMLElement>, row: TimelineRow) => {
    const at = Math.floor(unitAt(event.clientX) / step)
    if (create === null || row.create === null || event.button !== 0 || event.pointerType === 'touch' || at < 0) return
    event.preventDefault()
    const base = {
      row,
      began: row.id,
      for: 'create',
      edge: 'both',
      byKeys: false,
      ...placeOf(event.currentTarget),
    } as const
    const choose = (x: number, held: boolean) => {
      const to = Math.max(0, Math.min(length / step - 1, Math.floor(unitAt(x) / step)))
      const start = Math.min(at, to) * step
      const isPress = data.view === 'day' && Math.abs(x - event.clientX) < fewestMoved
      const end = isPress
        ? Math.min(start + hour / origin.unit, nextIn(row, start, length))
        : (Math.max(at, to) + 1) * step
      setDraft({...base, start, end, held})
    }
    card.hideNow()
    choose(event.clientX, true)
    track({
      move: ({clientX}) => choose(clientX, true),
      end: ({clientX}) => choose(clientX, false),
      cancel: () => setDraft(null),
    })
  }

  const startMoving = (event: ReactPointerEvent<HTMLElement>, bar: TimelineBar, row: TimelineRow) => {
    card.press()
    event.stopPropagation()
    dragged.current = false
    if (bar.movable === null || event.button !== 0 || event.pointerType === 'touch') return
    const box = event.currentTarget.getBoundingClientRect()
    const edge = edgeAt({at: event.clientX, from: box.left, to: box.right, before: bar.before, after: bar.after})
    const from = event.clientX
    const start = {row, ...placeOf(event.currentTarget)}
    const [whole, head] = [clip.current, names.current].map(each => each?.getBoundingClientRect().width ?? 0)
    const width = ((whole ?? 0) - (head ?? 0)) / length
    let chosen: ChosenSpan | null = null
    track({
      move: ({clientX}) => {
        const isElsewhere = edge === 'both' && create?.row !== null && over.current?.row !== row
        if (!dragged.current && !isElsewhere && Math.abs(clientX - from) < fewestMoved) return
        dragged.current = true
        card.hideNow()
        const shift = Math.round((clientX - from) / width / step) * step
        const at = isElsewhere && over.current ? {row: over.current.row, ...placeOf(over.current.element)} : start
        chosen = {...at, began: row.id, ...shifted(bar, edge, shift, step), for: bar, edge, held: true, byKeys: false}
        setDraft(chosen)
      },
      end: () => {
        if (chosen) send(bar, chosen)
      },
      cancel: () => setDraft(null),
    })
  }

  const keyOnCreate = (event: React.KeyboardEvent<HTMLElement>, row: TimelineRow) => {
    const by = arrows[event.key]
    if (event.key === 'Escape') return setDraft(null)
    if (by === undefined || create === null) return
    event.preventDefault()
    const element = event.currentTarget.closest('tr') ?? event.currentTarget
    const {current} = latestDraft
    const shown = current?.for === 'create' && current.row.id === row.id ? current : null
    const place = placeOf(element)
    const base = {row, began: row.id, for: 'create', edge: 'both', held: false, byKeys: true, ...place} as const
    if (!shown) return setDraft({...base, start: first, end: first + step})
    const units = by * step
    const next = event.shiftKey
      ? {start: shown.start, end: Math.max(shown.start + step, shown.end + units)}
      : {start: shown.start + units, end: shown.end + units}
    if (next.start >= 0 && next.end <= length) setDraft({...base, ...next})
  }

  const keyOnBar = (event: React.KeyboardEvent<HTMLElement>, bar: TimelineBar, row: TimelineRow) => {
    const {current} = latestDraft
    const shown = current && current.for !== 'create' && current.for.id === bar.id ? current : null
    if (event.key === 'Escape') {
      setDraft(null)
      return card.hideNow()
    }
    if (event.key === 'Enter' && shown) {
      event.preventDefault()
      return send(bar, shown)
    }
    const by = arrows[event.key]
    if (by === undefined || bar.movable === null) return
    event.preventDefault()
    card.hideNow()
    // One or the other: moving again starts where the bar is.
    const edge = event.shiftKey ? 'end' : 'both'
    const at = shown?.edge === edge ? shown : {start: bar.start, end: bar.end}
    const next = {
      start: at.start + (edge === 'end' ? 0 : by * step),
      end: edge === 'end' ? Math.max(at.start + step, at.end + by * step) : at.end + by * step,
    }
    const place = placeOf(event.currentTarget)
    setDraft({row, began: row.id, ...place, ...next, for: bar, edge, held: false, byKeys: true})
  }

  const doing: TimelineActions = {
    startCreating,
    startMoving,
    keyOnCreate,
    keyOnBar,
    showHover: (element, bars, row, after) => card.show(element, {bars, row}, after),
    press: card.press,
    hideHover: card.hide,
    over: (row, element) => {
      over.current = {row, element}
    },
    leave: () => setDraft(null),
    leaveBar: () => {
      card.hide()
      if (latestDraft.current?.byKeys) setDraft(null)
    },
    click: event => {
      if (dragged.current) event.preventDefault()
      dragged.current = false
    },
  }
  usePlanTools(doing, toolsFor, onTools)

  const chosen = draft && timeOf(draft)
  const when = chosen && chosenText(chosen, dateLocale)
  const overlaps = draft && data.view === 'day' ? overlapping(draft) : []
  const clash = overlaps.length > 0 ? calendars.overlaps(overlaps.join(', ')) : null
  return (
    <>
      {draft && (
        <div
          ref={draftBox}
          className={clash === null ? 'draft' : 'draft clash'}
          style={{
            top: draft.top,
            height: draft.height,
            left: `calc(var(--names) + (100% - var(--names)) * ${draft.start / length})`,
            width: `calc((100% - var(--names)) * ${(draft.end - draft.start) / length})`,
          }}
        >
          {(draft.for !== 'create' || draft.held) && (
            <span className={draft.last ? 'above' : undefined}>
              {when}
              {clash !== null && <b>{clash}</b>}
            </span>
          )}
        </div>
      )}
      <p className="only-read" role="status">
        {draft && when && (draft.for === 'create' ? when : calendars.moveTo(when))}
        {clash !== null && ` ${clash}`}
      </p>
      {draft?.for === 'create' && create && chosen && when && !draft.held && (
        <CreateOffer
          key={`${draft.start} ${draft.end}`}
          anchor={draftBox}
          create={create}
          href={createHref(create, chosen, {row: draft.row.id, url})}
          when={when}
          length={lengthText(chosen, language, workingDays(data, draft, step))}
          row={draft.row.id === data.own?.id ? null : draft.row.name}
          overlaps={overlaps}
          focused={!draft.byKeys}
          onClose={() => setDraft(null)}
        />
      )}
      {hover && !draft && (
        <HoverCard
          key={hover.bars[0]?.id}
          {...hover}
          data={data}
          anchor={card.anchor}
          onEnter={card.stay}
          onLeave={card.hide}
        />
      )}
    </>
  )
}

interface HoverCardProps extends Pick<BarCardProps, 'anchor' | 'onEnter' | 'onLeave'> {
  readonly bars: readonly TimelineBar[]
  readonly row: TimelineRow
  readonly data: TimelineData
}

function HoverCard({bars, row, data, ...place}: HoverCardProps) {
  const [bar] = bars
  const title = (
    <>
      {data.people && <Avatar id={row.id} name={row.name} />}
      <b>{row.name}</b>
    </>
  )
  if (!bar || bars.length > 1) return <SeveralCard {...place} title={title} list={<BarList bars={bars} />} />
  const facts = data.columns.flatMap(({label}, index) => {
    const text = bar.texts[index] ?? ''
    return text === '' ? [] : [{label, text}]
  })
  return <BarCard {...place} bar={{...bar, title, facts, editable: bar.movable !== null}} />
}

interface TimelineActions {
  readonly startCreating: (event: ReactPointerEvent<HTMLElement>, row: TimelineRow) => void
  readonly startMoving: (event: ReactPointerEvent<HTMLElement>, bar: TimelineBar, row: TimelineRow) => void
  readonly keyOnCreate: (event: React.KeyboardEvent<HTMLElement>, row: TimelineRow) => void
  readonly keyOnBar: (event: React.KeyboardEvent<HTMLElement>, bar: TimelineBar, row: TimelineRow) => void
  readonly showHover: (element: HTMLElement, bars: readonly TimelineBar[], row: TimelineRow, after: number) => void
  readonly press: () => void
  readonly hideHover: () => void
  readonly over: (row: TimelineRow, element: HTMLElement) => void
  readonly leave: () => void
  readonly leaveBar: () => void
  readonly click: (event: React.MouseEvent<HTMLElement>) => void
}

const toolsFor = (doing: {readonly current: TimelineActions}): TimelineTools => ({
  row: row => ({
    onPointerDown: event => doing.current.startCreating(event, row),
    onPointerOver: event => doing.current.over(row, event.currentTarget),
  }),
  create: row => ({
    onPointerDown: event => event.stopPropagation(),
    onKeyDown: event => doing.current.keyOnCreate(event, row),
    onBlurCapture: () => doing.current.leave(),
  }),
  bar: (bar, row) => ({
    onPointerDown: event => doing.current.startMoving(event, bar, row),
    onPointerOver: event =>
      event.pointerType !== 'touch' && doing.current.showHover(event.currentTarget, [bar], row, hoverMillis),
    onPointerOut: () => doing.current.hideHover(),
    onFocusCapture: event => doing.current.showHover(event.currentTarget, [bar], row, 0),
    onBlurCapture: () => doing.current.leaveBar(),
    onKeyDown: event => doing.current.keyOnBar(event, bar, row),
    onClickCapture: event => doing.current.click(event),
  }),
  several: (bars, row) => ({
    onPointerDown: event => {
      event.stopPropagation()
      doing.current.press()
    },
    onPointerOver: event =>
      event.pointerType !== 'touch' && doing.current.showHover(event.currentTarget, bars, row, hoverMillis),
    onPointerOut: () => doing.current.hideHover(),
  }),
})

const isSameHold = (a: HeldTime | null, b: HeldTime | null): boolean =>
  a === b || (a !== null && b !== null && a.row === b.row && a.bar === b.bar && a.href === b.href)

const arrows: Readonly<Record<string, number>> = {ArrowLeft: -1, ArrowRight: 1}

/** What is said about a selection, in pixels. */
const lineBelow = 24

/** A press without a move is an hour, as in calendars; it ends where something else begins. */
const hour = 60

const nextIn = ({bars}: TimelineRow, start: number, length: number): number =>
  Math.min(length, ...bars.flatMap(bar => (bar.start > start ? [bar.start] : [])))

const overlapping = ({row, start, end, for: moved}: ChosenSpan): string[] =>
  row.bars.flatMap(bar => {
    const isOther = moved === 'create' || bar.id !== moved.id
    return isOther && bar.start < end && bar.end > start && bar.text !== '' ? [bar.text] : []
  })

/** Today, counted from the first day; negative in another period. */
const todayIn = ({heads}: TimelineData): number => heads.findIndex(({now}) => now)

function shifted(
  bar: TimelineBar,
  edge: TimeMove['edge'],
  by: number,
  step: number,
): Pick<ChosenSpan, 'start' | 'end'> {
  if (edge === 'start') return {start: Math.min(bar.start + by, bar.end - step), end: bar.end}
  if (edge === 'end') return {start: bar.start, end: Math.max(bar.end + by, bar.start + step)}
  return {start: bar.start + by, end: bar.end + by}
}

/** Without weekends and the row's days off. */
function workingDays({heads}: TimelineData, {row, start, end}: ChosenSpan, step: number): number {
  const days = heads.filter((_, index) => index * step >= start && index * step < end)
  const working = days.filter((_, index) => {
    const at = start + index * step
    return !days[index]?.off && !row.marks.some(mark => mark.kind === 'off' && mark.start <= at && mark.end > at)
  })
  return working.length > 0 ? working.length : days.length
}
