/** Suggests people while a name is typed after an @. */
import {type RefObject, useEffect, useId, useLayoutEffect, useRef, useState} from 'react'
import type {OptionData} from '../../../engine/page/common.ts'
import {Avatar} from '../../../web/components/avatar.tsx'
import {useAnchored} from '../../../web/hooks/use-anchored.ts'
import {pageIn} from '../../../web/router/client.ts'
import {useMessages, useRouter} from '../../../web/router/router-provider.tsx'
import {formIn} from './form-in.ts'
import {useTextEvents} from './use-text-events.ts'

export interface MentionPickerProps {
  /** The data at this address, with `q`, lists people who may read the record. */
  readonly href: string
  readonly field: RefObject<HTMLTextAreaElement | null>
}

const pauseMillis = 150

/** The beginning of a name, up to two words, directly before the caret. */
const begun = /(?:^|[\s(])@([\p{L}\p{M}'’-]*(?: [\p{L}\p{M}'’-]+)?)$/u

interface TypedName {
  readonly name: string
  /** The position of the @. */
  readonly from: number
}

function typedIn({value, selectionStart}: HTMLTextAreaElement): TypedName | null {
  const name = begun.exec(value.slice(0, selectionStart))?.[1]
  return name === undefined ? null : {name, from: selectionStart - name.length - 1}
}

export function MentionPicker({href, field}: MentionPickerProps) {
  const listId = useId()
  const {mentions: messages} = useMessages().forms
  const [typed, setTyped] = useState<TypedName | null>(null)
  const people = usePeople(href, typed?.name ?? null)
  const [highlighted, setHighlighted] = useState(0)
  const panel = useRef<HTMLDivElement>(null)
  const open = typed !== null && people.length > 0
  const at = Math.min(highlighted, people.length - 1)
  useAnchored({anchor: field, panel, open})
  const choose = (person: OptionData) => {
    const target = field.current
    if (!typed || !target) return
    const isAlone = people.filter(({label}) => label === person.label).length === 1
    const text = isAlone ? `@${person.label} ` : `@[${person.label}](${person.value}) `
    target.setRangeText(text, typed.from, target.selectionStart, 'end')
    target.dispatchEvent(new InputEvent('input', {bubbles: true}))
    setTyped(null)
  }
  const onInput = ({target}: Event) => {
    if (!(target instanceof HTMLTextAreaElement)) return
    setTyped(typedIn(target))
    setHighlighted(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.isComposing) return
    const person = people[at]
    if (event.key === 'ArrowDown') setHighlighted((at + 1) % people.length)
    else if (event.key === 'ArrowUp') setHighlighted((at + people.length - 1) % people.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person)
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onLeave = () => setTyped(null)
  useTextEvents(field, {onInput, onKeyDown, onLeave})
  // A name may have been begun before this was loaded.
  useEffect(() => {
    const target = field.current
    if (target && target === target.ownerDocument.activeElement) setTyped(typedIn(target))
  }, [field])
  // Set together with the list, so that screen readers never meet one without the other.
  useLayoutEffect(
    () => describe(field.current, {listId, option: open ? `${listId}-${at}` : null}),
    [field, listId, open, at],
  )
  return (
    <>
      <div
        ref={panel}
        id={listId}
        className="suggestions people"
        popover="manual"
        role="listbox"
        tabIndex={-1}
        aria-label={messages.people}
        hidden={!open}
        onPointerDown={event => event.preventDefault()}
      >
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
          <div
            key={person.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={index === at ? 'command highlighted' : 'command'}
            onClick={() => choose(person)}
          >
            <Avatar id={person.value} name={person.label} />
            <span className="name">{person.label}</span>
          </div>
        ))}
      </div>
      <p className="sr-only" role="status">
        {open && messages.count(people.length)}
      </p>
    </>
  )
}

/** The field keeps the focus and announces the highlighted person. */
function describe(field: HTMLTextAreaElement | null, {listId, option}: {listId: string; option: string | null}): void {
  if (option === null) field?.removeAttribute('aria-activedescendant')
  else {
    field?.setAttribute('aria-controls', listId)
    field?.setAttribute('aria-activedescendant', option)
  }
}

const noPeople: readonly OptionData[] = []

function usePeople(href: string, name: string | null): readonly OptionData[] {
  const router = useRouter()
  const [people, setPeople] = useState(noPeople)
  useEffect(() => {
    if (name === null) return
    const request = new AbortController()
    const timer = setTimeout(async () => {
      const result = await router.load(`${href}&q=${encodeURIComponent(name)}`, request.signal)
      if (request.signal.aborted || !pageIn(result)) return
      setPeople(formIn(result)?.fields[0]?.options ?? noPeople)
    }, pauseMillis)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [router, href, name])
  return name === null ? noPeople : people
}
