/** The fallback pages: for a missing page the middle dot of the mark is open; for a failure, the reference to quote. */
import type {FallbackData} from '../page.ts'
import {Icon} from '../parts/icon.tsx'
import {Mark} from '../parts/mark.tsx'
import type {ViewProps} from '../view.ts'
import {wordsFor} from '../words.ts'

const middleOpen = Array.from({length: 9}, (_, index) => index !== 4)
const lastOpen = Array.from({length: 9}, (_, index) => index !== 8)

export function Fallback({data, page}: ViewProps<FallbackData>) {
  const words = wordsFor(page.shell.language)
  return (
    <div className="lost">
      <Mark points={page.screen === 'missing' ? middleOpen : lastOpen} />
      <h1 tabIndex={-1}>{data.heading}</h1>
      <p>{data.message}</p>
      {data.reference !== null && (
        <p className="small quiet">
          {words.failing.reference} <code>{data.reference}</code>
        </p>
      )}
      <div className="acts">
        {data.retry && (
          <a className="button lead" href={page.url} data-prefetch="no">
            <Icon name="retry" />
            {words.failing.tryAgain}
          </a>
        )}
        {data.links.map((link, index) => (
          <a key={link.href} className={index === 0 && !data.retry ? 'button lead' : 'button'} href={link.href}>
            {link.label}
          </a>
        ))}
      </div>
    </div>
  )
}
