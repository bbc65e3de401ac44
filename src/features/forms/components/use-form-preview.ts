/**
 * What would follow from the input, before it is sent: computed values and broken rules. Rules that need only the form are validated in the browser;
 * the rest is requested when the person pauses. The server decides when the form is sent.
 */
import {type RefObject, useEffect, useEffectEvent, useRef, useState} from 'react'
import type {Problem} from '../../../engine/page/common.ts'
import {useNavigation, useRouter} from '../../../web/router/router-provider.tsx'
import type {HintsData} from '../data.ts'
import type {ClientRules} from './client-rules.ts'
import {formIn} from './form-in.ts'

const pauseMillis = 150

export interface FormPreview {
  readonly facts: HintsData['facts']
  /** Expected refusals: of the whole form, and of touched fields. */
  readonly problems: readonly Problem[]
  /** The last response, or what the page came with: shown until there is a new one. */
  readonly latest: HintsData | null
  /** The input is newer than the last response. */
  readonly pending: boolean
  /** Something was typed into a field. */
  readonly changed: (field: string) => void
}

const noFacts: HintsData['facts'] = []
const noProblems: readonly Problem[] = []

/** What the browser has validated, and all messages it validates. */
interface LocalPreview {
  readonly problems: readonly Problem[]
  readonly messages: ReadonlySet<string>
}

const noLocalPreview: LocalPreview = {problems: noProblems, messages: new Set()}

export interface FormPreviewOptions {
  /** Null if there is nothing to show about the form. */
  readonly hints: HintsData | null
  /** The form has more input than initially. */
  readonly dirty: boolean
}

export function useFormPreview(
  form: RefObject<HTMLFormElement | null>,
  {hints, dirty}: FormPreviewOptions,
): FormPreview {
  const router = useRouter()
  const {state} = useNavigation()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [remote, setRemote] = useState<HintsData | null>(null)
  // What comes with a refusal is newer than the preview of the same input before it was sent.
  const [known, setKnown] = useState(hints)
  if (hints !== known) {
    setKnown(hints)
    setRemote(null)
  }
  const [pending, setPending] = useState(false)
  const [local, setLocal] = useState(noLocalPreview)
  const rules = useRef<ClientRules | 'loading' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRef<AbortController>(null)

  const cancel = () => {
    clearTimeout(timer.current)
    request.current?.abort()
  }
  const ask = async () => {
    if (!form.current) return
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    const result = await router.preview(previewOf(form.current), controller.signal)
    if (controller.signal.aborted) return
    setPending(false)
    const hints = formIn(result)?.hints
    if (hints) setRemote(hints)
  }
  const schedule = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void ask(), pauseMillis)
  }
  const validate = async () => {
    if (!hints?.local) return
    if (rules.current === null) {
      rules.current = 'loading'
      rules.current = await loadRules(hints.local)
    }
    if (rules.current !== null && rules.current !== 'loading' && form.current)
      setLocal({problems: rules.current.broken(new FormData(form.current)), messages: rules.current.messages})
  }
  const changed = (field: string) => {
    setTouched(before => (before.has(field) ? before : new Set([...before, field])))
    if (!hints) return
    void validate()
    setPending(true)
    schedule()
  }

  // A summary comes with the page and describes its initial content. Other hints come empty, although there may be defaults or refused input.
  const isPreviewed = hints !== null && (dirty || !hints.summary)
  const begin = useEffectEvent(() => schedule())
  const end = useEffectEvent(() => cancel())
  // biome-ignore lint/correctness/useExhaustiveDependencies: other hints are followed by another preview
  useEffect(() => {
    if (!isPreviewed) return
    begin()
    return () => end()
  }, [isPreviewed, hints])
  // Nothing is requested while navigating away. The form of a navigation that was refused or has failed is still here.
  const resume = useEffectEvent(() => {
    if (pending) schedule()
  })
  useEffect(() => {
    if (state === 'loading') end()
    else if (state === 'idle') resume()
  }, [state])

  const others = (remote?.problems ?? noProblems).filter(({message}) => !local.messages.has(message))
  const problems = [...local.problems, ...others]
  return {
    facts: factsOf(hints, remote),
    latest: isPreviewed ? (remote ?? hints) : hints,
    pending,
    problems: problems.filter(({field}) => field === null || touched.has(field)),
    changed,
  }
}

/** In the order of the page; empty if the server has nothing to show. */
function factsOf(hints: HintsData | null, remote: HintsData | null): HintsData['facts'] {
  if (!remote) return hints?.facts ?? noFacts
  return (hints ?? remote).facts.map(fact => ({
    ...fact,
    text: remote.facts.find(({key}) => key === fact.key)?.text ?? '',
  }))
}

/** Reserved names that say what is sent: a picked record, and the rows of parts, their places and those to remove. */
const previewed = ['_picked.', '_part.', '_place.', '_drop.']

/** No files, and no other reserved names. */
function previewOf(form: HTMLFormElement): FormData {
  const sent = new FormData()
  const isAsked = (name: string) => !name.startsWith('_') || previewed.some(prefix => name.startsWith(prefix))
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '_none' && isAsked(name)) sent.append(name, value)
  sent.set('_action', '_preview')
  return sent
}

/** If the file cannot be loaded, the server reports the same a moment later. */
async function loadRules(data: NonNullable<HintsData['local']>): Promise<ClientRules | null> {
  try {
    const {ClientRules} = await import('./client-rules.ts')
    return new ClientRules(data)
  } catch {
    return null
  }
}
