/** Applies a filter form while it is filled in: choices immediately, text after a pause. The address follows, without empty parameters. */
import {type FormEvent, type RefObject, type SubmitEvent, useEffect, useRef, useState} from 'react'
import type {Page} from '../../../engine/page/frame.ts'
import {usePage, useRouter} from '../../../web/router/router-provider.tsx'
import {openedKey} from '../data.ts'

/** The pause in typing before it applies. */
const restMillis = 150

export interface AppliedFilters {
  /** Changes when a page other than the requested one is shown: controls then start from the page's values. */
  readonly formKey: number
  readonly form: RefObject<HTMLFormElement | null>
  readonly onChange: (event: FormEvent<HTMLFormElement>) => void
  /** A record picker has another record, or none. */
  readonly onPick: () => void
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Applies the form with other values for some fields; an empty one removes its field. */
  readonly applyWith: (changes: ReadonlyMap<string, string>) => void
}

interface ShownFilters {
  readonly page: Page
  /** Requested and not shown yet. */
  readonly asked: readonly string[]
  readonly formKey: number
}

/** Opening a record beside the list changes no filter. */
function listAddress({url}: Page): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete(openedKey)
  return `${path}?${parameters}`
}

function afterPage({page: before, asked, formKey}: ShownFilters, page: Page): ShownFilters {
  // The page of an earlier choice must not reset a later one that is still loading.
  const position = asked.lastIndexOf(page.url)
  if (position >= 0) return {page, asked: asked.slice(position + 1), formKey}
  // Fresh data of the page shown, or a page that replaces all that were requested.
  return listAddress(page) === listAddress(before) ? {page, asked, formKey} : {page, asked: [], formKey: formKey + 1}
}

/** What a form requests: its filled fields, or what `asked` makes of them. */
export function useApplyFilters(asked = filledIn): AppliedFilters {
  const page = usePage()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const [shown, setShown] = useState<ShownFilters>({page, asked: [], formKey: 0})
  if (page !== shown.page) setShown(afterPage(shown, page))

  const apply = (changes: ReadonlyMap<string, string> = new Map(), button: HTMLElement | null = null) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const address = addressOf(form.current, button, sent => withChanges(asked(sent), changes))
    // The page shown is not the last one requested while that is loading.
    if (address === (shown.asked.at(-1) ?? page.url)) return
    setShown(now => ({...now, asked: [...now.asked, address]}))
    // A button that has a value leads somewhere, as a link does: Back leads back.
    router.navigate(address, {replace: !hasValue(button), keepPlace: true})
  }
  const applyAfter = (millis: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(), millis)
  }
  return {
    form,
    formKey: shown.formKey,
    onChange: ({currentTarget, target}) => {
      // A picker reports itself when a record is picked.
      if (isPicker(target)) return
      if (router.enabled) applyAfter(isTyped(target) ? restMillis : 0)
      // The browser navigates: text is sent with Enter.
      else if (!isTyped(target)) currentTarget.requestSubmit()
    },
    onPick: () => {
      if (router.enabled && !isPicking(form.current)) applyAfter(0)
    },
    onSubmit: event => {
      if (!router.enabled) return
      event.preventDefault()
      apply(undefined, event.nativeEvent.submitter)
    },
    applyWith: changes => apply(changes),
  }
}

function isPicker(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox'
}

/** Whether a list of records is open. */
function isPicking(form: HTMLFormElement | null): boolean {
  return form?.querySelector('[role=combobox][aria-expanded=true]') !== null
}

function isTyped(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && (target.type === 'search' || target.type === 'text')
}

type AddressParameters = [name: string, value: string][]

function filledIn(form: FormData): AddressParameters {
  return [...form].flatMap(
    ([name, value]): AddressParameters =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
  )
}

function withChanges(parameters: AddressParameters, changes: ReadonlyMap<string, string>): AddressParameters {
  const kept = parameters.filter(([name]) => !changes.has(name))
  return [...kept, ...[...changes].filter(([, value]) => value !== '')]
}

const hasValue = (button: HTMLElement | null): boolean => button instanceof HTMLButtonElement && button.name !== ''

function addressOf(
  form: HTMLFormElement,
  button: HTMLElement | null,
  asked: (form: FormData) => AddressParameters,
): string {
  const query = new URLSearchParams(asked(new FormData(form, button))).toString().replaceAll('%2C', ',')
  const {pathname} = new URL(form.action)
  return query === '' ? pathname : `${pathname}?${query}`
}
