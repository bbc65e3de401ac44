/** What happened and what was said, in one line of time, the newest last. */
import {type ReactNode, useState} from 'react'
import type {CommentPart, HistoryData} from '../../../contract/record.ts'
import {Avatar} from '../../components/avatar.tsx'
import {RichText} from '../../components/rich-text.tsx'
import {useLoaded} from '../../hooks/use-loaded.ts'
import {Link} from '../../router/link.tsx'
import {useMessages, useRouter} from '../../router/router-provider.tsx'

export function ActivityFeed({entries}: {entries: readonly HistoryData[]}) {
  return (
    <ol className="trail">
      {entries.toReversed().map(entry => (
        <Event key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

const loadEditor = () => import('./comment-editor.tsx')

function Event({entry}: {entry: HistoryData}) {
  const messages = useMessages()
  const {enabled} = useRouter()
  const [edited, setEdited] = useState(false)
  const editor = useLoaded(loadEditor, edited)
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
          {change(entry.edit, messages.forms.edit, enabled && (() => setEdited(true)))}
          {change(entry.remove, messages.forms.delete)}
        </p>
        {edited && editor && entry.edit ? (
          <editor.CommentEditor href={entry.edit} id={entry.id} onClose={() => setEdited(false)} />
        ) : entry.rich ? (
          <RichText text={entry.rich} />
        ) : (
          entry.comment !== null && <p className="words">{entry.parts?.map(mentioned) ?? entry.comment}</p>
        )}
      </div>
    </li>
  )
}

/** A link to the page that does it, or what does it here. */
function change(href: string | undefined, label: string, here: (() => void) | false = false): ReactNode {
  return (
    href && (
      <Link
        className="button bare small"
        href={href}
        prefetch={false}
        onClick={event => {
          if (!here || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          here()
        }}
      >
        {label}
      </Link>
    )
  )
}

/** People in a text, some of them more than once. */
function mentioned(part: CommentPart, index: number): ReactNode {
  if (typeof part === 'string') return part
  return (
    <b key={`${index} ${part.id}`} className="mention">
      @{part.name}
    </b>
  )
}
