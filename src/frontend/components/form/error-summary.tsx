/** Everything a form's answer complains about, on top of the form; takes the focus, and links to the fields. */

import type {Problem} from '../../../contract/page.ts'
import {useMessages} from '../../router/router-provider.tsx'

export interface ErrorSummaryProps {
  readonly problems: readonly Problem[]
  /** As in the ids of the fields. */
  readonly prefix?: string
  /** Where there is nothing to mend, but something was refused. */
  readonly heading?: string
}

export function ErrorSummary({problems, prefix = '', heading}: ErrorSummaryProps) {
  const {forms} = useMessages()
  if (problems.length === 0) return null
  return (
    <div className="summary" role="alert" tabIndex={-1} data-autofocus="">
      <h2>{heading ?? forms.mend(problems.length)}</h2>
      <ul>
        {problems.map(problem => (
          <li key={`${problem.field} ${problem.message}`}>
            {problem.field === null ? (
              textOf(problem)
            ) : (
              <a href={`#field-${prefix}${problem.field}`}>{textOf(problem)}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function textOf({label, message}: Problem): string {
  return label === undefined ? message : `${label}: ${message}`
}
