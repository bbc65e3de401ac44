/** The path of a record's states, with the current one. */

import {useMessages} from '../../../web/router/router-provider.tsx'
import type {StepData} from '../data.ts'

export function StatePath({steps}: {steps: readonly StepData[]}) {
  const messages = useMessages()
  return (
    <ol className="path" aria-label={messages.records.standing}>
      {steps.map(step => (
        <li
          key={step.label}
          className={step.at === 'now' ? `now ${step.tone}` : step.at}
          aria-current={step.at === 'now' ? 'step' : undefined}
        >
          <span className="step" aria-hidden="true" />
          {step.label}
        </li>
      ))}
    </ol>
  )
}
