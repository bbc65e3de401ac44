/** A date: typed into the browser's own field, or chosen from a calendar that opens beside it. */
import {useRef, useState} from 'react'
import {useAnchored} from '../../hooks/use-anchored.ts'
import {useDismiss} from '../../hooks/use-dismiss.ts'
import {useHydrated} from '../../hooks/use-hydrated.ts'
import {useLoaded} from '../../hooks/use-loaded.ts'
import {useMessages} from '../../router/router-provider.tsx'
import {Icon} from '../icon.tsx'
import type {EditorProps} from './control.ts'

const loadCalendar = async () => (await import('./date-calendar.tsx')).DateCalendar

export function DateField({field, attributes, onEdit}: EditorProps) {
  const {forms} = useMessages()
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  // The calendar is loaded with the first press; until then nothing else is needed.
  const [wanted, setWanted] = useState(false)
  const Calendar = useLoaded(loadCalendar, wanted)
  const wrapper = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const shown = open && Calendar !== null
  useAnchored({anchor: wrapper, panel, open: shown})
  useDismiss(open, wrapper, () => setOpen(false))
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const choose = (day: string) => {
    if (input.current) input.current.value = day
    onEdit()
    close()
  }
  const {min, max} = field.attributes
  return (
    <div className={hydrated ? 'date enhanced' : 'date'} ref={wrapper}>
      <input
        {...attributes}
        ref={input}
        type="date"
        className="input"
        min={typeof min === 'string' ? min : undefined}
        max={typeof max === 'string' ? max : undefined}
        defaultValue={field.values[0] ?? ''}
      />
      {hydrated && (
        <button
          ref={button}
          type="button"
          className="toggle"
          aria-label={forms.openCalendar(field.label)}
          aria-expanded={open}
          aria-haspopup="dialog"
          onPointerEnter={() => setWanted(true)}
          onFocus={() => setWanted(true)}
          onClick={() => {
            setWanted(true)
            setOpen(!open)
          }}
        >
          <Icon name="calendar" />
        </button>
      )}
      {shown && (
        <div
          ref={panel}
          className="calendar-panel"
          popover="manual"
          role="dialog"
          aria-label={forms.chooseDate(field.label)}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            close()
          }}
          onBlur={event => {
            if (event.relatedTarget && !wrapper.current?.contains(event.relatedTarget)) setOpen(false)
          }}
        >
          <Calendar
            value={input.current?.value ?? ''}
            min={typeof min === 'string' ? min : null}
            max={typeof max === 'string' ? max : null}
            onChoose={choose}
          />
        </div>
      )}
    </div>
  )
}
