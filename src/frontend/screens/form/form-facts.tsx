/** What follows from what is filled in, before it is sent. */
import type {HintsData} from '../../../contract/form.ts'
import {useFormHint} from '../../components/form/form-state.tsx'

export function FormFacts({facts}: {facts: HintsData['facts']}) {
  const hint = useFormHint()
  const said = facts.filter(({text}) => text !== '')
  return (
    <div className="form-facts" aria-live="polite">
      {said.length > 0 && (
        <dl className="hints">
          {said.map(({key, label, help, text}) => (
            <div key={key}>
              <dt title={help || undefined}>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {hint !== null && <p className="hint">{hint}</p>}
    </div>
  )
}
