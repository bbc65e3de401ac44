/** An action sent from a component: pending state, refusals, and its optimistic effect. */
import {useRef, useState, useTransition} from 'react'
import type {Problem} from '../../engine/page/common.ts'
import {problemsOf} from './client.ts'
import {useRouter} from './router-provider.tsx'
import type {ActionOutcome, Submission} from './types.ts'

export interface ActionSubmission extends Submission {
  /** Calls the setter of `useOptimistic`: React reverts that state when the response arrives, done or refused. */
  readonly optimistic?: () => void
}

export interface ActionState {
  readonly pending: boolean
  /** Of the last refusal; empty after a success. */
  readonly problems: readonly Problem[]
  /** Null if the action is already running: a second press does nothing until the response arrives. */
  readonly submit: (submission: ActionSubmission) => Promise<ActionOutcome | null>
}

/** `several`: each submission is sent, also while others are running. */
export function useAction({several = false} = {}): ActionState {
  const router = useRouter()
  const running = useRef(false)
  const [pending, startTransition] = useTransition()
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const submit = ({optimistic, ...submission}: ActionSubmission) =>
    new Promise<ActionOutcome | null>(resolve => {
      if (running.current && !several) return resolve(null)
      running.current = true
      startTransition(async () => {
        optimistic?.()
        const outcome = await router.submit(submission).finally(() => {
          running.current = false
        })
        setProblems(outcome.kind === 'refused' ? problemsOf(outcome.page) : [])
        resolve(outcome)
      })
    })
  return {pending, problems, submit}
}
