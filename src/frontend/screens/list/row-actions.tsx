/** What can be done with one record of a list, at the end of its row: shown while the pointer or the focus is there. Without JavaScript its checkbox and the buttons below the list do the same. */
import type {BulkAction, ListedRecord} from '../../../contract/list.ts'
import type {ListChanges} from './list-changes.ts'

export interface RowActionsProps {
  readonly record: ListedRecord
  /** What the record goes by in its row. */
  readonly name: string
  readonly actions: readonly BulkAction[]
  readonly changes: Pick<ListChanges, 'act' | 'pending' | 'refused'>
}

/** More would cover the row. */
const mostShown = 2

export function RowActions({record, name, actions, changes: {act, pending, refused}}: RowActionsProps) {
  const problems = refused.get(record.id) ?? []
  const isPending = pending.has(record.id)
  // What needs an answer first is done with the checkbox, or on the record.
  const fitting = actions.filter(action => !action.asks && record.actions.includes(action.name)).slice(0, mostShown)
  if (fitting.length === 0 && problems.length === 0) return null
  return (
    <div className="acts">
      {problems.length > 0 && (
        <span className="problem small" role="alert">
          {problems.map(({message}) => message).join(' ')}
        </span>
      )}
      {fitting.map(action => (
        <button
          key={action.name}
          type="button"
          className={action.tone === 'stop' ? 'button stop' : 'button'}
          aria-label={`${action.label}: ${name}`}
          aria-disabled={isPending || undefined}
          onClick={() => isPending || void act(record, action)}
        >
          {action.label}
        </button>
      ))}
    </div>
  )
}
