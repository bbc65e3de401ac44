/** Where a page belongs, above its heading. */
import type {LinkData} from '../../contract/records.ts'
import type {Words} from '../../messages/index.ts'

interface CrumbsProps {
  readonly back: LinkData | null
  readonly words: Words
  /** What the page itself is quoted by. */
  readonly number?: string | undefined
}

export function Crumbs({back, words, number}: CrumbsProps) {
  return (
    back && (
      <nav className="crumbs num" aria-label={words.records.hereAmong}>
        <a href={back.href}>{back.label}</a>
        {number !== undefined && ` / ${number}`}
      </nav>
    )
  )
}
