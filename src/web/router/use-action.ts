/** An action sent from a component: pending state, refusals, and its optimistic effect. */
import {useRef, useState, useTransition} from 'react'
import type {Problem} from '../../engine/page/common.ts'
import {problemsOfPage} from './client.ts'
import {useRouter} from './router-provider.tsx'
import type {ActionOutcome, Submission} from './types.ts'

export interface ActionSubmission extends Submission {
  /** Calls the setter of `useOptimistic`: React reverts that state when the response arrives, done or refused. */
  readonly optimistic?: () => void
  /** The form, once its turn has come: the page may have changed while it waited. */
  readonly formNow?: () => FormData
}

export interface ActionState {
  readonly pending: boolean
  /** Of the last refusal; empty after a success. */
  readonly problems: readonly Problem[]
  /** Null if the action is already running: a second press does nothing until the response arrives. */
  readonly submit: (submission: ActionSubmission) => Promise<ActionOutcome | null>
}

interface ActionOptions {
  /** Each submission is sent, also while others are running. */
  readonly several?: boolean
  /** Each is sent when those before it are done. If one of them is not, those that wait are about what does not exist, and are given up. */
  readonly inOrder?: boolean
}

export function useAction({several = false, inOrder = false}: ActionOptions = {}): ActionState {
  const router = useRouter()
  const running = useRef(0)
  const last = useRef<Promise<ActionOutcome | null> | null>(null)
  const [pending, startTransition] = useTransition()
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const sendAfter = async (
    before: Promise<ActionOutcome | null> | null,
    {formNow, ...submission}: Omit<ActionSubmission, 'optimistic'>,
  ): Promise<ActionOutcome | null> => {
    if (before && (await before)?.kind !== 'done') return null
    return router.submit(before && formNow ? {...submission, form: formNow()} : submission)
  }
  const submit = ({optimistic, ...submission}: ActionSubmission) =>
    new Promise<ActionOutcome | null>(resolve => {
      if (running.current > 0 && !several && !inOrder) return resolve(null)
      const before = running.current > 0 && inOrder ? last.current : null
      running.current += 1
      startTransition(async () => {
        optimistic?.()
        last.current = sendAfter(before, submission)
        const outcome = await last.current.finally(() => {
          running.current -= 1
        })
        if (outcome) setProblems(outcome.kind === 'refused' ? problemsOfPage(outcome.page) : [])
        resolve(outcome)
      })
    })
  return {pending, problems, submit}
}
