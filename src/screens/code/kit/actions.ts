/** The actions of the screen: whether they are possible, and how they are sent from a component. */
import {useRef, useState} from 'react'
import type {Problem} from '../../../engine/page/common.ts'
import {problemsOfPage} from '../../../web/router/client.ts'
import {usePage} from '../../../web/router/router-provider.tsx'
import {useAction as useSubmission} from '../../../web/router/use-action.ts'
import type {CodeAction, CodeRow} from '../data.ts'

/** Whether the person may do it; of a record, whether it is possible on it now. The server has decided it with the page. */
export function can(action: CodeAction, row?: CodeRow): boolean {
  return action.can && (row === undefined || row.can.includes(action.name))
}

type SubmittedInput = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

interface SubmitOptions {
  /** Calls the setter of `useOptimistic`: React takes it back when the answer is there. */
  readonly optimistic?: () => void
}

interface ActionOfScript {
  /** Resolves to whether it was done. The record is null for an action that creates one or is about none. */
  readonly submit: (row: CodeRow | null, input?: SubmittedInput, options?: SubmitOptions) => Promise<boolean>
  readonly pending: boolean
  /** Of the last refusal. */
  readonly problems: readonly Problem[]
  readonly problemOf: (field: string) => string | null
}

/** For what is not a form, such as dragging. Without JavaScript it does nothing: offer an `ActionForm` beside it. */
export function useAction(action: CodeAction): ActionOfScript {
  const {once = '', url} = usePage()
  const {pending, submit} = useSubmission({several: true})
  const sent = useRef(0)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  return {
    pending,
    problems,
    problemOf: field => problems.find(problem => problem.field === field)?.message ?? null,
    async submit(row, input = {}, {optimistic} = {}) {
      sent.current += 1
      const form = formOf(action, row, input)
      // Each is another one: only the same one, sent again, has no further effect.
      form.set('_once', `${once}-${action.name}-${sent.current}`)
      const outcome = await submit({
        url: new URL(url, location.href),
        form,
        staysOnPage: true,
        refusedInPlace: true,
        ...(optimistic && {optimistic}),
      })
      setProblems(outcome?.kind === 'refused' ? problemsOfPage(outcome.page) : [])
      return outcome?.kind === 'done'
    },
  }
}

function formOf(action: CodeAction, row: CodeRow | null, input: SubmittedInput): FormData {
  const form = new FormData()
  form.set('_action', action.name)
  if (row) {
    form.set('_record', row.id)
    form.set('_version', String(row.version))
  }
  for (const [name, value] of Object.entries(input))
    for (const each of Array.isArray(value) ? value : [value]) form.append(name, each === null ? '' : String(each))
  return form
}
