/** Events and comments in one feed, newest last. */
import {type MouseEvent, memo, type ReactNode, useState} from 'react'
import {Avatar} from '../../../web/components/avatar.tsx'
import {Mark} from '../../../web/components/mark.tsx'
import {RichText} from '../../../web/components/rich-text.tsx'
import {LazyPart, lazyWithPreload} from '../../../web/lazy.tsx'
import {isPlainClick, Link} from '../../../web/router/link.tsx'
import {useMessages, useRouter, useShell} from '../../../web/router/router-provider.tsx'
import type {CommentPart, HistoryData} from '../data.ts'

export function ActivityFeed({entries}: {entries: readonly HistoryData[]}) {
  return (
    <ol className="trail">
      {entries.toReversed().map(entry => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

const CommentEditor = lazyWithPreload(async () => (await import('./comment-editor.tsx')).CommentEditor)

const Entry = memo(({entry}: {entry: HistoryData}) => {
  const messages = useMessages()
  const {enabled} = useRouter()
  // The page whose form is shown here.
  const [opened, setOpened] = useState('')
  const openHere = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!enabled || !isPlainClick(event)) return
    event.preventDefault()
    setOpened(event.currentTarget.getAttribute('href') ?? '')
  }
  const {who, state} = entry
  const {points} = useShell()
  const text = entry.rich ? (
    <RichText text={entry.rich} />
  ) : (
    entry.comment !== null && <p className="words">{entry.parts?.map(commentPart) ?? entry.comment}</p>
  )
  return (
    <li>
      {who && who.name !== '' ? (
        <Avatar id={who.id} name={who.name} />
      ) : (
        <span className="avatar nobody" aria-hidden="true">
          <Mark points={points} />
        </span>
      )}
      <div>
        <p>
          {entry.by && <b>{entry.by}</b>} {state && <span className={`state ${state.tone}`}>{state.label}</span>}
          {entry.what !== '' && <span className="subtle">{state ? ` · ${entry.what}` : entry.what}</span>}{' '}
          {entry.at !== '' && (
            <span className="muted">
              <span className="between">· </span>
              <time dateTime={entry.at} title={entry.exact}>
                {entry.when}
              </time>
            </span>
          )}
          {entry.edit && (
            <Link className="button ghost small" href={entry.edit} prefetch={false} onClick={openHere}>
              {messages.forms.edit}
            </Link>
          )}
          {entry.remove && (
            <Link className="button ghost small" href={entry.remove} prefetch={false} onClick={openHere}>
              {messages.forms.delete}
            </Link>
          )}
        </p>
        {opened ? (
          <LazyPart key={opened} fallback={text}>
            <CommentEditor href={opened} id={entry.id} text={text} onClose={() => setOpened('')} />
          </LazyPart>
        ) : (
          text
        )}
      </div>
    </li>
  )
})

/** People in a text, some of them more than once. */
function commentPart(part: CommentPart, index: number): ReactNode {
  if (typeof part === 'string') return part
  return (
    <b key={`${index} ${part.id}`} className="mention">
      @{part.name}
    </b>
  )
}
