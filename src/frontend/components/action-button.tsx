/** What can be done with a record: a button; what asks for something opens a dialog, or a page where there is no script. */
import type {ActionData} from '../../contract/records.ts'
import type {Words} from '../../messages/index.ts'
import {Summary} from './form/error-summary.tsx'
import {encodingOf} from './form/field-control.tsx'
import {Fields} from './form/fields.tsx'

export interface ActProps {
  readonly action: ActionData
  readonly version: number
  readonly once: string | undefined
  readonly words: Words
  readonly language: string
}

const classOf = ({tone}: ActionData) => (tone === 'plain' ? 'button' : `button ${tone}`)

export function Act({action, version, once, words, language}: ActProps) {
  if (action.asks.length === 0)
    return (
      <form method="post" noValidate>
        <Hidden action={action} version={version} once={once} />
        <Send action={action} />
      </form>
    )
  const id = `act-${action.name}`
  return (
    <>
      <a className={classOf(action)} href={action.href} data-dialog={id} data-prefetch="no">
        {action.label}…
      </a>
      <dialog
        id={id}
        className="card"
        aria-labelledby={`${id}-title`}
        open={action.open}
        data-open={action.open || undefined}
      >
        <form className="form" method="post" encType={encodingOf(action.asks)} noValidate>
          <h2 id={`${id}-title`}>{action.label}</h2>
          <Hidden action={action} version={version} once={once} />
          <Summary problems={action.problems} language={language} prefix={`${action.name}-`} />
          <Fields fields={action.asks} problems={action.problems} words={words} prefix={`${action.name}-`} />
          <div className="acts">
            <Send action={action.tone === 'plain' ? {...action, tone: 'lead'} : action} />
            <button className="button bare" type="submit" formMethod="dialog" formNoValidate>
              {words.forms.cancel}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}

function Hidden({action, version, once}: Omit<ActProps, 'words' | 'language'>) {
  return (
    <>
      <input type="hidden" name="_once" value={`${once ?? ''}-${action.name}`} />
      <input type="hidden" name="_version" value={version} />
    </>
  )
}

function Send({action}: {action: ActionData}) {
  return (
    <button className={classOf(action)} type="submit" name="_action" value={action.name}>
      {action.label}
    </button>
  )
}
