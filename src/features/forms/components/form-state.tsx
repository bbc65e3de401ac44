/** The state that fields share: refusals, expected refusals, and whether something was typed. */
import {createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState} from 'react'
import type {Problem} from '../../../engine/page/common.ts'
import {usePage} from '../../../web/router/router-provider.tsx'

interface FormState {
  /** Of the last refusal. */
  readonly problems: readonly Problem[]
  /** Fields edited since: their problem is no longer shown. */
  readonly edited: ReadonlySet<string>
  /** Expected refusals of the field. */
  readonly hints: readonly Problem[]
  readonly edit: (field: string) => void
  /** Distinguishes the same field in several forms of a page. */
  readonly prefix: string
}

const nothing: FormState = {problems: [], edited: new Set(), hints: [], edit: () => {}, prefix: ''}
const FormContext = createContext(nothing)

export interface FormStateProps {
  readonly problems: readonly Problem[]
  readonly hints?: readonly Problem[]
  readonly onEdit?: (field: string) => void
  readonly prefix?: string
  readonly children: ReactNode
}

interface FormProblems {
  readonly problems: readonly Problem[]
  readonly edited: ReadonlySet<string>
}

export function FormStateProvider({problems, hints = nothing.hints, onEdit, prefix = '', children}: FormStateProps) {
  const {status} = usePage()
  const [refusal, setRefusal] = useState<FormProblems>({problems, edited: nothing.edited})
  // Refusals stay until the next response to an action: a background refresh, which has no problems, knows nothing of what was typed. A refusal that is
  // shown in place leaves the status of the page as it was.
  const isResponse = problems.length > 0 || status >= 400
  if (problems !== refusal.problems && isResponse) setRefusal({problems, edited: nothing.edited})
  const latestOnEdit = useRef(onEdit)
  useLayoutEffect(() => {
    latestOnEdit.current = onEdit
  })
  const edit = useCallback((field: string) => {
    setRefusal(before => (before.edited.has(field) ? before : {...before, edited: new Set([...before.edited, field])}))
    latestOnEdit.current?.(field)
  }, [])
  const state = useMemo(() => ({...refusal, hints, edit, prefix}), [refusal, hints, edit, prefix])
  return <FormContext value={state}>{children}</FormContext>
}

export interface FieldState {
  /** The id of its control. */
  readonly id: string
  /** The refusal, until the field is edited. */
  readonly problem: string | null
  /** Expected refusals of the field. */
  readonly hint: string | null
  readonly onEdit: () => void
}

export function useField(name: string): FieldState {
  const {problems, edited, hints, edit, prefix} = useContext(FormContext)
  const problem = edited.has(name) ? undefined : problems.find(({field}) => field === name)
  const messages = hints.filter(({field}) => field === name).map(({message}) => message)
  return {
    id: `field-${prefix}${name}`,
    problem: problem?.message ?? null,
    hint: problem || messages.length === 0 ? null : messages.join(' '),
    onEdit: () => edit(name),
  }
}

/** Expected refusals of the whole form that were not refused already. */
export function useFormHint(): string | null {
  const {problems, hints} = useContext(FormContext)
  const ofForm = hints.filter(({field, message}) => field === null && !problems.some(each => each.message === message))
  return ofForm.length === 0 ? null : ofForm.map(({message}) => message).join(' ')
}

/** All refusals, which fields were edited since, and the prefix of their ids. */
export function useRefusal(): FormProblems & Pick<FormState, 'prefix'> {
  const {problems, edited, prefix} = useContext(FormContext)
  return {problems, edited, prefix}
}
