/** Keeps what is typed into a form until it is saved or cancelled, and restores it when the person returns. */
import {type RefObject, useEffectEvent, useLayoutEffect, useRef, useState} from 'react'
import {
  changedNames,
  cleanUpDrafts,
  draftKey,
  type FormValues,
  formValues,
  noteSent,
  readDraft,
  removeDraft,
  writeDraft,
} from '../../../web/hooks/draft-storage.ts'
import {usePage, useRouter} from '../../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../../web/router/types.ts'
import type {FormFieldData, LineItemsData} from '../data.ts'
import {isSameAs} from './draft-fields.ts'
import {hasSameRows} from './rows.ts'

/** The pause in typing before the draft is written. */
const pauseMillis = 300

export interface Draft {
  /** Distinguishes the forms of a page. */
  readonly name: string
  readonly fields: readonly FormFieldData[]
  readonly lineItems: readonly LineItemsData[]
  readonly form: RefObject<HTMLFormElement | null>
  /** The restored draft; null if the form shows what the server sent. */
  readonly restored: FormValues | null
  /** Changes when the fields restart with other values: their key. */
  readonly generation: number
  /** There is unsaved input. */
  readonly dirty: boolean
  /** There is input that no draft can keep: leaving would lose it. */
  readonly unkept: boolean
  /** All input is in the draft. */
  readonly saved: boolean
  /** Something was typed. */
  readonly changed: () => void
  /** Restarts with what the server sent. */
  readonly discard: () => void
  /** The person cancels: the draft is discarded. */
  readonly drop: () => void
  readonly submitted: () => void
  readonly answered: (outcome: ActionOutcome) => void
}

export interface DraftOptions extends Pick<Draft, 'name' | 'fields'> {
  readonly lineItems?: readonly LineItemsData[]
  /** False: what is typed is not kept, and leaving asks first. */
  readonly isKept?: boolean
}

const noLineItems: readonly LineItemsData[] = []

interface DraftState {
  readonly restored: FormValues | null
  readonly generation: number
  readonly dirty: boolean
  readonly unkept: boolean
  readonly saved: boolean
}

export function useDraft({name, fields, lineItems = noLineItems, isKept = true}: DraftOptions): Draft {
  const router = useRouter()
  const page = usePage()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The id of the field that had the focus before the fields restarted; empty for the first one. */
  const refocus = useRef<string | null>(null)
  // The address of the form, also while the router is navigating away.
  const [key] = useState(() => draftKey(page, name))
  const isSame = (values: FormValues) => isSameAs(fields, values) && lineItems.every(list => hasSameRows(list, values))
  const restorable = () => {
    const draft = isKept && page.status < 400 ? readDraft(key) : null
    return draft && !isSame(draft) ? draft : null
  }
  const [state, setState] = useState<DraftState>({
    restored: null,
    generation: 0,
    dirty: false,
    unkept: false,
    saved: false,
  })
  const save = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current) return
    const unkept = !isKept || !writeDraft(key, form.current)
    setState(before => ({...before, unkept, saved: !unkept}))
  }
  const flush = useEffectEvent(() => timer.current !== undefined && save())
  const adoptTypedValues = useEffectEvent((element: HTMLFormElement) => {
    cleanUpDrafts(page)
    // What was typed before hydration is newer than the draft.
    const typed = changedNames(element)
    const draft = restorable()
    if (draft) {
      const now = formValues(element)
      const merged = new Map([
        ...draft,
        ...[...typed].flatMap(each => (now.has(each) ? [[each, now.get(each) ?? []] as const] : [])),
      ])
      const {activeElement} = document
      refocus.current = activeElement && element.contains(activeElement) ? activeElement.id : null
      setState({restored: merged, generation: 1, dirty: true, unkept: false, saved: false})
    } else if (typed.size > 0) {
      setState(before => ({...before, dirty: true}))
      save()
    }
  })
  // The first render is as on the server; it is never painted without the draft.
  useLayoutEffect(() => {
    if (form.current) adoptTypedValues(form.current)
  }, [])
  useLayoutEffect(() => {
    if (state.generation === 0 || refocus.current === null) return
    if (form.current) focusAgain(form.current, refocus.current)
    refocus.current = null
  }, [state.generation])
  useLayoutEffect(() => {
    const leave = () => flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      // The form is still in the document: the last keystrokes are kept too.
      leave()
    }
  }, [])
  const changed = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(save, pauseMillis)
    setState(before => (before.dirty && !before.saved ? before : {...before, dirty: true, saved: false}))
  }
  const drop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    removeDraft(key)
    setState(before => ({...before, dirty: false, unkept: false, saved: false}))
  }
  const discard = () => {
    drop()
    refocus.current = ''
    setState(({generation}) => ({
      restored: null,
      generation: generation + 1,
      dirty: false,
      unkept: false,
      saved: false,
    }))
  }
  const submitted = () => {
    save()
    if (!router.enabled) noteSent(key)
  }
  const answered = (outcome: ActionOutcome) => {
    // If the session has ended, the response is the sign-in page: nothing is saved yet.
    if (outcome.kind === 'done' && !router.current().page.signsIn) drop()
  }
  return {name, fields, lineItems, form, ...state, changed, discard, drop, submitted, answered}
}

/** Restarted fields are new elements: the one that had the focus gets it back, or else the first. */
function focusAgain(form: HTMLFormElement, id: string): void {
  const same = id === '' ? null : form.elements.namedItem(id)
  const first = [...form.elements].find(
    each => each instanceof HTMLElement && each.matches('input:not([type=hidden]), select, textarea'),
  )
  const target = same ?? first
  if (target instanceof HTMLElement) target.focus({preventScroll: true})
}
