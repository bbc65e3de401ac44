/** What happened and what was said, in one line of time, the newest last. */
import type {ReactNode} from 'react'
import type {CommentPart, HistoryData} from '../../../contract/record.ts'
import {Avatar} from '../../components/avatar.tsx'
import {RichText} from '../../components/rich-text.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'

export function ActivityFeed({entries}: {entries: readonly HistoryData[]}) {
  return (
    <ol className="trail">
      {entries.toReversed().map(entry => (
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
          {change(entry.edit, messages.forms.edit)}
          {change(entry.remove, messages.forms.delete)}
        </p>
        {entry.rich ? (
          <RichText text={entry.rich} />
        ) : (
          entry.comment !== null && <p className="words">{entry.parts?.map(mentioned) ?? entry.comment}</p>
        )}
      </div>
    </li>
  )
}

function change(href: string | undefined, label: string): ReactNode {
  return (
    href && (
      <Link className="button bare small" href={href} prefetch={false}>
        {label}
      </Link>
    )
  )
}

/** People in a text. */
function mentioned(part: CommentPart): ReactNode {
  if (typeof part === 'string') return part
  return (
    <b key={part.id} className="mention">
      @{part.name}
    </b>
  )
}
