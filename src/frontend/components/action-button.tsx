/** What can be done with a record: a button; what asks for something opens a dialog, or a page where there is no script. */

import type {ActionData} from '../../contract/record.ts'
import {ActionForm} from '../router/action-form.tsx'
import {Link} from '../router/link.tsx'
import {useMessages} from '../router/router-provider.tsx'
import {ErrorSummary} from './form/error-summary.tsx'
import {encodingOf} from './form/field-control.tsx'
import {Fields} from './form/fields.tsx'

export interface ActionButtonProps {
  readonly action: ActionData
  readonly version: number
  readonly once: string | undefined
}

const classOf = ({tone}: ActionData) => (tone === 'plain' ? 'button' : `button ${tone}`)

export function ActionButton({action, version, once}: ActionButtonProps) {
  const words = useMessages()
  if (action.asks.length === 0)
    return (
      <ActionForm noValidate>
        <Hidden action={action} version={version} once={once} />
        <Send action={action} />
      </ActionForm>
    )
  const id = `act-${action.name}`
  return (
    <>
      <Link className={classOf(action)} href={action.href} data-dialog={id} prefetch={false}>
        {action.label}…
      </Link>
      <dialog
        id={id}
        className="card"
        aria-labelledby={`${id}-title`}
        open={action.open}
        data-open={action.open || undefined}
      >
        <ActionForm className="form" encType={encodingOf(action.asks)} noValidate>
          <h2 id={`${id}-title`}>{action.label}</h2>
          <Hidden action={action} version={version} once={once} />
          <ErrorSummary problems={action.problems} prefix={`${action.name}-`} />
          <Fields fields={action.asks} problems={action.problems} prefix={`${action.name}-`} />
          <div className="acts">
            <Send action={action.tone === 'plain' ? {...action, tone: 'lead'} : action} />
            <button className="button bare" type="submit" formMethod="dialog" formNoValidate>
              {words.forms.cancel}
            </button>
          </div>
        </ActionForm>
      </dialog>
    </>
  )
}

function Hidden({action, version, once}: Omit<ActionButtonProps, 'words' | 'language'>) {
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
