/** What can be done with one record of a list, at the end of its row: shown while the pointer or the focus is there. Without JavaScript its checkbox and the buttons below the list do the same. */
import type {BulkAction, ListedRecord} from '../../../contract/list.ts'
import {useHydrated} from '../../hooks/use-hydrated.ts'
import {usePage} from '../../router/router-provider.tsx'
import {useAction} from '../../router/use-action.ts'

export interface RowActionsProps {
  readonly record: ListedRecord
  /** What the record goes by in its row. */
  readonly name: string
  readonly actions: readonly BulkAction[]
}

/** More would cover the row. */
const mostShown = 2

export function RowActions({record, name, actions}: RowActionsProps) {
  const {url, once = ''} = usePage()
  const hydrated = useHydrated()
  const {pending, problems, submit} = useAction()
  // What needs an answer first is done with the checkbox, or on the record.
  const fitting = actions.filter(action => !action.asks && record.actions.includes(action.name)).slice(0, mostShown)
  if (!hydrated || fitting.length === 0) return null
  const run = (action: string) => {
    const form = new FormData()
    form.set('_action', action)
    form.set('_record', `${record.id}:${record.version}`)
    form.set('_once', `${once}-${action}-${record.id}`)
    void submit({url: new URL(url, location.href), form, refusedInPlace: true})
  }
  return (
    <div className="acts" aria-busy={pending || undefined}>
      {problems.length > 0 && (
        <span className="problem small" role="alert">
          {problems.map(({message}) => message).join(' ')}
        </span>
      )}
      {fitting.map(({name: action, label, tone}) => (
        <button
          key={action}
          type="button"
          className={tone === 'stop' ? 'button stop' : 'button'}
          aria-label={`${label}: ${name}`}
          aria-disabled={pending || undefined}
          onClick={() => run(action)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
