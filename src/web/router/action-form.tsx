/** A form that sends an action to its page. Before hydration and without JavaScript it is a plain POST form. */
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type SubmitEvent,
  useContext,
  useRef,
  useState,
} from 'react'
import {usePage, useRouter} from './router-provider.tsx'
import type {ActionOutcome, Submission} from './types.ts'
import {useAction} from './use-action.ts'

export interface ActionFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method'> {
  readonly action?: string
  /** The browser posts and loads a new document, so that nothing of this one remains. */
  readonly reloadDocument?: boolean
  /** Shows the expected effect with the setter of `useOptimistic`; React reverts it when the response arrives. */
  readonly optimistic?: (form: FormData) => void
  /** The component shows the refusal, from `onOutcome`; the page stays. */
  readonly refusedInPlace?: boolean
  /** As in `Submission`. */
  readonly staysOnPage?: boolean
  /** As in `Submission`. */
  readonly onSaved?: () => void
  /** Called with the outcome, after the page is shown. */
  readonly onOutcome?: (outcome: ActionOutcome) => void
}

interface Submitting {
  readonly pending: boolean
  /** Upload progress in percent; null while no files are sent. */
  readonly progress: number | null
  /** The number of refusals. */
  readonly refusals: number
}

const SubmittingContext = createContext<Submitting>({pending: false, progress: null, refusals: 0})

/** Whether the surrounding form is being sent. */
export function useSubmitting(): Submitting {
  return useContext(SubmittingContext)
}

export function ActionForm({
  reloadDocument = false,
  optimistic,
  refusedInPlace = false,
  staysOnPage = false,
  onSaved,
  onOutcome,
  onKeyDown,
  onSubmit,
  children,
  ...props
}: ActionFormProps) {
  const router = useRouter()
  const action = useAction()
  const [progress, setProgress] = useState<number | null>(null)
  const [refusals, setRefusals] = useState(0)
  // Of an attempt without an answer, which may have been carried out: the next one must not have another effect, whatever the page has now.
  const unanswered = useRef<FormDataEntryValue | null>(null)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    const submission = event.isDefaultPrevented() || reloadDocument || !router.enabled ? null : submissionOf(event)
    if (!submission) return
    event.preventDefault()
    if (unanswered.current !== null && submission.form.has('_once')) submission.form.set('_once', unanswered.current)
    const form = event.currentTarget
    const {submitter} = event.nativeEvent
    const outcome = await action.submit({
      ...submission,
      // With what has been typed since. A form that is no longer shown cannot be submitted.
      onRetry: () => (form.isConnected ? form.requestSubmit(submitter) : void action.submit(submission)),
      onProgress: setProgress,
      refusedInPlace,
      staysOnPage,
      ...(onSaved && {onSaved}),
      ...(optimistic && {optimistic: () => optimistic(submission.form)}),
    })
    setProgress(null)
    if (outcome) unanswered.current = outcome.kind === 'unreachable' ? submission.form.get('_once') : null
    if (outcome?.kind === 'refused') setRefusals(count => count + 1)
    if (outcome) onOutcome?.(outcome)
  }
  const submitting = {pending: action.pending, progress, refusals}
  return (
    <SubmittingContext value={submitting}>
      <form
        method="post"
        {...props}
        data-reload-document={reloadDocument || undefined}
        aria-busy={submitting.pending || undefined}
        onKeyDown={event => {
          onKeyDown?.(event)
          submitByKeys(event)
        }}
        onSubmit={event => void submit(event)}
      >
        {children}
      </form>
    </SubmittingContext>
  )
}

/** Ctrl+Enter or Cmd+Enter presses the first button of the form, also from a textarea. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLButtonElement>('[type=submit]')?.click()
}

/** What the browser would post to this origin, or null if it would do something else. */
export function submissionOf(event: SubmitEvent<HTMLFormElement>): Submission | null {
  const form = event.currentTarget
  const {submitter} = event.nativeEvent
  const attribute = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  const target = attribute('target') || '_self'
  if (attribute('method')?.toLowerCase() !== 'post' || target !== '_self') return null
  const url = new URL(attribute('action') || location.href, location.href)
  url.hash = ''
  return url.origin === location.origin ? {url, form: new FormData(form, submitter)} : null
}

/** The page's one-time token, so that a form sent twice has one effect. `scope` distinguishes several forms of a page. */
export function IdempotencyKey({scope}: {scope?: string}) {
  const {once = ''} = usePage()
  return <input type="hidden" name="_once" value={scope === undefined ? once : `${once}-${scope}`} />
}

/** Shows a busy state while its form is sent, and keeps the focus. */
export function SubmitButton(props: ComponentProps<'button'>) {
  const {pending} = useSubmitting()
  return <button type="submit" {...props} aria-disabled={pending || props['aria-disabled'] || undefined} />
}
