/** What is drawn over a timeline: the time being chosen, the offer to create a record in it, and the facts of a bar. Loaded after the page. */
import {useRef} from 'react'
import {chosenText} from '../../features/planning/components/chosen-time.ts'
import {DraftOffer, DraftStatus} from '../../features/planning/components/draft-notes.tsx'
import {BarCard, type BarCardProps, SeveralCard} from '../../features/planning/components/popovers.tsx'
import {BarList} from '../../features/planning/components/timeline-rows.tsx'
import {lengthOfHeads} from '../../features/planning/components/timeline-table.tsx'
import type {BarCardState} from '../../features/planning/components/use-bar-card.ts'
import type {TimelineData} from '../../features/planning/timeline-data.ts'
import {Avatar} from '../../web/components/avatar.tsx'
import {useDateLocale, useMessages} from '../../web/router/router-provider.tsx'
import {type PointedBars, stepOf, type TimelineDraft, timeOf} from './use-timeline-tools.ts'

interface TimelineOverlaysProps {
  readonly data: TimelineData
  readonly draft: TimelineDraft | null
  readonly card: BarCardState<PointedBars>
  readonly onClose: () => void
}

export function TimelineOverlays({data, draft, card, onClose}: TimelineOverlaysProps) {
  const {calendars} = useMessages()
  const dateLocale = useDateLocale()
  const box = useRef<HTMLDivElement>(null)
  const time = draft && timeOf(draft.place, data)
  const when = time && chosenText(time, dateLocale)
  const overlaps = draft && data.view === 'day' ? overlapping(draft) : []
  const clash = overlaps.length > 0 ? calendars.overlaps(overlaps.join(', ')) : null
  const hover = card.shown
  return (
    <>
      {draft && (
        <div ref={box} className={clash === null ? 'draft' : 'draft clash'} style={positionOf(draft, data)}>
          {(draft.move || draft.held) && (
            <span className={draft.place.last ? 'above' : undefined}>
              {when}
              {clash !== null && <b>{clash}</b>}
            </span>
          )}
        </div>
      )}
      <DraftStatus draft={draft} when={when} clash={clash} />
      {draft && time && (
        <DraftOffer
          draft={draft}
          time={time}
          anchor={box}
          create={data.create}
          row={{id: draft.place.row.id, name: draft.place.row.id === data.own?.id ? null : draft.place.row.name}}
          days={workingDays(data, draft)}
          overlaps={overlaps}
          onClose={onClose}
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

function positionOf({place: {top, height, start, end}}: TimelineDraft, data: TimelineData) {
  const length = lengthOfHeads(data.heads)
  return {
    top,
    height,
    left: `calc(var(--names) + (100% - var(--names)) * ${start / length})`,
    width: `calc((100% - var(--names)) * ${(end - start) / length})`,
  }
}

/** The names of what is in the same row and time. */
function overlapping({place: {row, start, end}, move}: TimelineDraft): string[] {
  return row.bars.flatMap(bar =>
    bar.id !== move?.bar.id && bar.start < end && bar.end > start && bar.text !== '' ? [bar.text] : [],
  )
}

/** Without weekends and the row's days off. */
function workingDays(data: TimelineData, {place: {row, start, end}}: TimelineDraft): number {
  const step = stepOf(data)
  const days = data.heads.filter((_, index) => index * step >= start && index * step < end)
  const working = days.filter(({off}, index) => {
    const at = start + index * step
    return !off && !row.marks.some(mark => mark.kind === 'off' && mark.start <= at && mark.end > at)
  })
  return working.length > 0 ? working.length : days.length
}

interface HoverCardProps extends Pick<BarCardProps, 'anchor' | 'onEnter' | 'onLeave'>, PointedBars {
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
