/** What happened and what was said, in one line of time. */
import type {HistoryData} from '../../../contract/record.ts'
import {Avatar} from '../../components/avatar.tsx'
import {RichText} from '../../components/rich-text.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'

export function ActivityFeed({entries}: {entries: readonly HistoryData[]}) {
  return (
    <ol className="trail">
      {entries.map(entry => (
        <Event key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

function Event({entry}: {entry: HistoryData}) {
  const messages = useMessages()
  const {who, state} = entry
  return (
    <li>
      {who && who.name !== '' ? (
        <Avatar id={who.id} name={who.name} />
      ) : (
        <span className="face nobody" aria-hidden="true">
          ·
        </span>
      )}
      <div>
        <p>
          <b>{who?.name || entry.nobody}</b> {state && <span className={`state ${state.tone}`}>{state.label}</span>}
          {entry.what !== '' && <span className="second">{state ? ` · ${entry.what}` : entry.what}</span>}{' '}
          {entry.at !== '' && (
            <span className="quiet">
              <span className="between">· </span>
              <time dateTime={entry.at} title={entry.exact}>
                {entry.when}
              </time>
            </span>
          )}
          {entry.remove !== undefined && (
            <>
              {' '}
              <Link className="button bare small" href={entry.remove} prefetch={false}>
                {messages.forms.delete}
              </Link>
            </>
          )}
        </p>
        {entry.rich ? (
          <RichText text={entry.rich} />
        ) : (
          entry.comment !== null && <p className="words">{entry.comment}</p>
        )}
      </div>
    </li>
  )
}
