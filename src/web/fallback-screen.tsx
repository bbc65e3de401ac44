/** The fallback pages. For a missing page the middle dot of the mark is open; for a failure, the reference is shown. */

import type {FallbackData} from '../engine/page/frame.ts'
import {Mark} from './components/mark.tsx'
import {PageHead} from './components/top-bar.tsx'
import {useHasDraft} from './hooks/use-stored-drafts.ts'
import {Link} from './router/link.tsx'
import {useMessages, usePage} from './router/router-provider.tsx'

const middleOpen = Array.from({length: 9}, (_, index) => index !== 4)
const lastOpen = Array.from({length: 9}, (_, index) => index !== 8)

export function FallbackScreen({data}: {data: FallbackData}) {
  const page = usePage()
  const messages = useMessages()
  const {back} = data
  const hasDraft = useHasDraft(back?.typed ? back.href : null)
  const retry = data.retry && !back
  return (
    <>
      {page.shell.menu.length > 0 && <PageHead>{null}</PageHead>}
      <div className="lost">
        <Mark points={page.screen === 'missing' ? middleOpen : lastOpen} />
        <h1 tabIndex={-1}>{data.heading}</h1>
        <Message data={data} />
        {hasDraft && <p>{messages.failures.typedKept}</p>}
        <div className="buttons">
          {retry && (
            <Link className="button primary" href={page.url} prefetch={false}>
              {messages.failures.tryAgain}
            </Link>
          )}
          {back && (
            <Link className="button primary" href={back.href} prefetch={false}>
              {messages.failures.back}
            </Link>
          )}
          {data.links.map((link, index) => (
            <Link
              key={link.href}
              className={index === 0 && !retry && !back ? 'button primary' : 'button'}
              href={link.href}
            >
              {link.label}
            </Link>
          ))}
        </div>
      </div>
    </>
  )
}

/** The reference once: within the document's sentence, or below ours. */
function Message({data: {message, reference}}: {data: FallbackData}) {
  const messages = useMessages()
  const [before = '', ...after] = reference === null ? [message] : message.split(reference)
  const rest = after.join(reference ?? '')
  const [stop = ''] = /^[.,;:!?]?/.exec(rest) ?? []
  return (
    <>
      <p>
        {before}
        {after.length > 0 && (
          <span className="together">
            <code>{reference}</code>
            {stop}
          </span>
        )}
        {rest.slice(stop.length)}
      </p>
      {reference !== null && after.length === 0 && (
        <p className="small muted">
          {messages.failures.reference} <code className="together">{reference}</code>
        </p>
      )}
    </>
  )
}
