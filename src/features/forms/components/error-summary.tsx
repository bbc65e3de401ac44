/** All problems of a form, above it; takes the focus and links to the fields. */

import type {Ref} from 'react'
import type {Problem} from '../../../engine/page/common.ts'
import {useMessages} from '../../../web/router/router-provider.tsx'
import {useRefusal} from './form-state.tsx'

export interface ErrorSummaryProps {
  readonly problems: readonly Problem[]
  /** If there is nothing to correct, but something was refused. */
  readonly heading?: string
  readonly ref?: Ref<HTMLDivElement>
}

export function ErrorSummary({problems, heading, ref}: ErrorSummaryProps) {
  const {forms} = useMessages()
  const {edited, prefix} = useRefusal()
  if (problems.length === 0) return null
  return (
    <div ref={ref} className="summary" role="alert" tabIndex={-1} data-autofocus="">
      <h2>{heading ?? forms.problems(problems.length)}</h2>
      <ul>
        {problems.map(problem => (
          <li
            key={`${problem.field} ${problem.message}`}
            className={problem.field !== null && edited.has(problem.field) ? 'edited' : undefined}
          >
            {problem.field === null ? (
              problemText(problem)
            ) : (
              <a href={`#field-${prefix}${problem.field}`}>{problemText(problem)}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Of the surrounding form. */
export function FormErrors() {
  const {problems} = useRefusal()
  return <ErrorSummary problems={problems} />
}

function problemText({label, message}: Problem): string {
  return label === undefined ? message : `${label}: ${message}`
}
