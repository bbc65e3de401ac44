/** What will follow from what is filled in, said before it happens; the browser keeps it up to date. */
import type {HintsData} from '../../../contract/form.ts'

export function Hints({hints}: {hints: HintsData}) {
  return (
    <>
      <p className="hint" data-hint="" aria-live="polite" />
      <dl className="hints" data-hints="" aria-live="polite">
        {hints.facts.map(({key, label, help, text}) => (
          <div key={key} data-fact={key} hidden={text === ''}>
            <dt title={help || undefined}>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
