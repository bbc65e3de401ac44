/** Applies a filter form while it is filled in: choices immediately, text after a pause. The address follows, without empty parameters. */
import {type FormEvent, type RefObject, type SubmitEvent, useEffect, useRef, useState} from 'react'
import {usePage, useRouter} from '../router/router-provider.tsx'

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

/** What a form requests: its filled fields, or what `asked` makes of them. */
export function useApplyFilters(asked = filledIn): AppliedFilters {
  const {url} = usePage()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const [shown, setShown] = useState<{url: string; asked: readonly string[]; formKey: number}>({
    url,
    asked: [],
    formKey: 0,
  })
  if (url !== shown.url) {
    // The page of an earlier choice must not reset a later one that is still loading.
    const position = shown.asked.indexOf(url)
    setShown({url, asked: shown.asked.slice(position + 1), formKey: shown.formKey + (position < 0 ? 1 : 0)})
  }

  const apply = (changes: ReadonlyMap<string, string> = new Map()) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const address = addressOf(form.current, sent => withChanges(asked(sent), changes))
    if (address === url) return
    setShown(now => ({...now, asked: [...now.asked, address]}))
    router.navigate(address, {replace: true, keepPlace: true})
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
      apply()
    },
    applyWith: apply,
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

function addressOf(form: HTMLFormElement, asked: (form: FormData) => AddressParameters): string {
  const query = new URLSearchParams(asked(new FormData(form))).toString().replaceAll('%2C', ',')
  const {pathname} = new URL(form.action)
  return query === '' ? pathname : `${pathname}?${query}`
}
