/** Popovers of calendars and timelines: the offer to create a record in the chosen time, and the facts of a bar. Loaded when first needed. */
import {type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState} from 'react'
import {Icon} from '../../../web/components/icon.tsx'
import {useAnchored} from '../../../web/hooks/use-anchored.ts'
import {useDismiss} from '../../../web/hooks/use-dismiss.ts'
import {Link} from '../../../web/router/link.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {CreateData} from '../period-data.ts'

interface CreateOfferProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly create: CreateData
  readonly href: string
  /** The choice: `12–14 Jan`, `3 days`; and the row, unless it is the viewer's own. */
  readonly when: string
  readonly length: string
  readonly row: string | null
  /** The names of records in the same row and time. */
  readonly overlaps?: readonly string[]
  /** Chosen with the pointer: the button gets the focus. */
  readonly focused: boolean
  readonly onClose: () => void
}

export function CreateOffer(props: CreateOfferProps) {
  const {anchor, create, href, when, length, row, overlaps = [], focused, onClose} = props
  const {calendars} = useMessages()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLAnchorElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const id = useId()
  useAnchored({anchor, panel, open: true})
  useDismiss(true, panel, onClose)
  useEffect(() => {
    const first = input.current ?? button.current
    if (focused) first?.focus({preventScroll: true})
  }, [focused])
  // With the keyboard the focus stays at the row, where the arrow keys go on choosing.
  const asked = focused ? create.text : undefined
  const filled = asked && text.trim() !== '' ? `${href}&${new URLSearchParams({[asked.name]: text.trim()})}` : href
  const follow = (event: FormEvent) => {
    event.preventDefault()
    button.current?.click()
  }
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label={create.label}
      className="plan-pop offer"
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <p>
        <b>{when}</b> <span className="muted">{[length, row].filter(Boolean).join(' · ')}</span>
      </p>
      {overlaps.length > 0 && <p className="hint">{calendars.overlaps(overlaps.join(', '))}</p>}
      {asked && (
        <form className="field" onSubmit={follow}>
          <label htmlFor={id}>{asked.label}</label>
          <input
            ref={input}
            id={id}
            className="input"
            autoComplete="off"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        </form>
      )}
      <Link ref={button} className="button primary" href={filled}>
        {create.label}
      </Link>
    </div>
  )
}

export interface BarFacts {
  readonly title: ReactNode
  readonly when: string
  readonly facts: readonly {readonly label: string; readonly text: string}[]
  readonly tone: string
  readonly state: {readonly label: string; readonly tone: string} | null
  readonly href: string | null
  readonly editable: boolean
}

export interface BarCardProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly bar: BarFacts
  readonly onEnter: () => void
  readonly onLeave: () => void
}

export function BarCard({bar, ...place}: BarCardProps) {
  const {calendars} = useMessages()
  return (
    <PopoverCard
      {...place}
      title={
        <>
          {bar.title}
          <span className="when">
            <i className={`tint ${bar.tone}`} aria-hidden="true" /> {bar.when}
          </span>
        </>
      }
    >
      {bar.facts.length > 0 && (
        <dl>
          {bar.facts.map(({label, text}) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {(bar.href !== null || bar.state) && (
        <div className="foot">
          {bar.href !== null && (
            <Link className="button ghost" href={bar.href}>
              <Icon name="file" />
              {calendars.open}
            </Link>
          )}
          {bar.href !== null && bar.editable && (
            <Link className="button ghost" href={`${bar.href}?edit`}>
              <Icon name="calendar" />
              {calendars.editDates}
            </Link>
          )}
          {bar.state && <span className={`state ${bar.state.tone}`}>{bar.state.label}</span>}
        </div>
      )}
    </PopoverCard>
  )
}

interface SeveralCardProps extends Omit<BarCardProps, 'bar'> {
  readonly title: ReactNode
  readonly list: ReactNode
}

/** The records of bars that are pointed at as one. */
export function SeveralCard({title, list, ...place}: SeveralCardProps) {
  return (
    <PopoverCard {...place} className="plan-pop bar-list" title={title}>
      {list}
    </PopoverCard>
  )
}

interface PopoverCardProps extends Omit<BarCardProps, 'bar'> {
  readonly className?: string
  /** Its name. */
  readonly title: ReactNode
  readonly children: ReactNode
}

/** Stays open while the pointer is on it. */
function PopoverCard({anchor, className = 'plan-pop', title, onEnter, onLeave, children}: PopoverCardProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useAnchored({anchor, panel, open: true})
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-labelledby={id}
      className={className}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      <div className="title" id={id}>
        {title}
      </div>
      {children}
    </div>
  )
}
