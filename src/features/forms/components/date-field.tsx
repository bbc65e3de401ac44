/** A date: typed into the native field or chosen from a calendar beside it. */
import {useRef, useState} from 'react'
import {Icon} from '../../../web/components/icon.tsx'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import {LazyPart, lazyWithPreload} from '../../../web/lazy.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {EditorProps} from './control.ts'
import {useField} from './form-state.tsx'
import {type PeriodEnd, typedDay, usePeriod, write} from './period.tsx'

const DatePanel = lazyWithPreload(async () => (await import('./date-calendar.tsx')).DatePanel)

/** When it is about to be used. */
const preload = () => void DatePanel.preload().catch(() => {})

export function DateField({field, attributes, onEdit}: EditorProps) {
  const {forms} = useMessages()
  const hydrated = useHydrated()
  const days = useDays({field, onEdit})
  const [open, setOpen] = useState(false)
  const wrapper = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = ({refocus = false} = {}) => {
    setOpen(false)
    if (refocus) button.current?.focus()
  }
  const {min, max} = field.attributes
  return (
    <div className={hydrated ? 'date enhanced' : 'date'} ref={wrapper}>
      <input
        {...attributes}
        ref={days.input}
        type="date"
        className="input"
        min={typeof min === 'string' ? min : undefined}
        max={typeof max === 'string' ? max : undefined}
        defaultValue={field.values[0] ?? ''}
        onInput={days.typed}
      />
      {hydrated && (
        <button
          ref={button}
          type="button"
          className="toggle"
          aria-label={forms.openCalendar(field.label)}
          aria-expanded={open}
          aria-haspopup="dialog"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => {
            days.begin()
            setOpen(!open)
          }}
        >
          <Icon name="calendar" />
        </button>
      )}
      {open && (
        <LazyPart>
          <DatePanel
            {...days.shown}
            label={days.next.label}
            isPeriod={days.isPeriod}
            min={typeof min === 'string' ? min : null}
            max={typeof max === 'string' ? max : null}
            anchor={wrapper}
            onChoose={day => days.choose(day) && close({refocus: true})}
            onClose={close}
          />
        </LazyPart>
      )}
    </div>
  )
}

/** The state of the open calendar. */
interface DateFieldState {
  readonly value: string
  readonly until: string | null
  /** The end of a period that is chosen next. */
  readonly next: PeriodEnd
}

/** What typing and choosing do: to one date, or to both ends of a period. */
function useDays({field, onEdit}: Pick<EditorProps, 'field' | 'onEdit'>) {
  const own = useRef<HTMLInputElement>(null)
  const known = usePeriod(field.name)
  const {onEdit: editFirst} = useField(known?.period.from.field.name ?? '')
  const {onEdit: editLast} = useField(known?.period.to.field.name ?? '')
  const [{next, ...shown}, setShown] = useState<DateFieldState>({value: '', until: null, next: 'from'})
  if (!known) {
    const alone = {field, input: own}
    const choose = (day: string) => {
      write(alone, day)
      onEdit()
      return true
    }
    const begin = () => setShown({value: typedDay(alone), until: null, next: 'from'})
    return {input: own, isPeriod: false, next: field, shown, typed: () => {}, begin, choose}
  }
  const {period, end} = known
  const {from, to} = period
  const show = (at: PeriodEnd) => setShown({value: typedDay(from), until: typedDay(to), next: at})
  /** The last day is never before the first. */
  const follow = () => {
    if (typedDay(from) === '' || (typedDay(to) !== '' && typedDay(to) >= typedDay(from))) return
    write(to, typedDay(from))
    editLast()
  }
  /** Whether the period is complete. A day before the first starts it again. */
  const choose = (day: string): boolean => {
    const begins = next === 'from' || typedDay(from) === '' || day < typedDay(from)
    write(begins ? from : to, day)
    if (begins) {
      editFirst()
      follow()
    } else editLast()
    show('to')
    return !begins
  }
  return {
    input: period[end].input,
    isPeriod: true,
    next: period[next].field,
    shown,
    typed: () => end === 'from' && follow(),
    begin: () => show(end),
    choose,
  }
}
