/** Where a page belongs, above its heading. */
import type {LinkData} from '../records.ts'
import type {Words} from '../words.ts'

export function Crumbs({back, words}: {back: LinkData | null; words: Words}) {
  return (
    back && (
      <nav className="crumbs" aria-label={words.records.hereAmong}>
        <a href={back.href}>{back.label}</a>
      </nav>
    )
  )
}
