/** What the fields of a form know of it: what was refused, what would be, and that something was typed. */
import {createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState} from 'react'
import type {Problem} from '../../../contract/common.ts'
import {usePage} from '../../router/router-provider.tsx'

interface FormState {
  /** Of the last refusal. */
  readonly problems: readonly Problem[]
  /** Fields that were edited since: what was refused is no longer called wrong. */
  readonly edited: ReadonlySet<string>
  /** What would be refused. */
  readonly hints: readonly Problem[]
  readonly edit: (field: string) => void
}

const nothing: FormState = {problems: [], edited: new Set(), hints: [], edit: () => {}}
const FormContext = createContext(nothing)

export interface FormStateProps {
  readonly problems: readonly Problem[]
  readonly hints?: readonly Problem[]
  readonly onEdit?: (field: string) => void
  readonly children: ReactNode
}

interface FormProblems {
  readonly problems: readonly Problem[]
  readonly edited: ReadonlySet<string>
}

export function FormStateProvider({problems, hints = nothing.hints, onEdit, children}: FormStateProps) {
  const {status} = usePage()
  const [refusal, setRefusal] = useState<FormProblems>({problems, edited: nothing.edited})
  // What was refused stays until the next answer to an action: a background refresh knows nothing of what was typed.
  if (problems !== refusal.problems && status >= 400) setRefusal({problems, edited: nothing.edited})
  const latestOnEdit = useRef(onEdit)
  useLayoutEffect(() => {
    latestOnEdit.current = onEdit
  })
  const edit = useCallback((field: string) => {
    setRefusal(before => (before.edited.has(field) ? before : {...before, edited: new Set([...before.edited, field])}))
    latestOnEdit.current?.(field)
  }, [])
  const state = useMemo(() => ({...refusal, hints, edit}), [refusal, hints, edit])
  return <FormContext value={state}>{children}</FormContext>
}

export interface FieldState {
  /** What was refused, until the field is edited. */
  readonly problem: string | null
  /** What would be refused. */
  readonly hint: string | null
  readonly onEdit: () => void
}

export function useField(name: string): FieldState {
  const {problems, edited, hints, edit} = useContext(FormContext)
  const problem = edited.has(name) ? undefined : problems.find(({field}) => field === name)
  const messages = hints.filter(({field}) => field === name).map(({message}) => message)
  return {
    problem: problem?.message ?? null,
    hint: problem || messages.length === 0 ? null : messages.join(' '),
    onEdit: () => edit(name),
  }
}

/** What would be refused of the whole form and was not refused already. */
export function useFormHint(): string | null {
  const {problems, hints} = useContext(FormContext)
  const ofForm = hints.filter(({field, message}) => field === null && !problems.some(each => each.message === message))
  return ofForm.length === 0 ? null : ofForm.map(({message}) => message).join(' ')
}

/** All that was refused, and which of it was edited since. */
export function useRefusal(): FormProblems {
  const {problems, edited} = useContext(FormContext)
  return {problems, edited}
}
