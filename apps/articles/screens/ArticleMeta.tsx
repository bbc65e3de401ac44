/** Who wrote an article, and when. */
import {href, Link, type RowOf, useFormat} from 'nonet/screen'
import type {ReactNode} from 'react'
import {Picture} from './Picture'

interface ArticleMetaProps {
  readonly of: Pick<RowOf<'Home', 'articles'>, 'author' | 'created'>
  readonly children: ReactNode
}

export function ArticleMeta({of: {author, created}, children}: ArticleMetaProps) {
  const {date} = useFormat()
  const profile = href('Profile', {username: author.username})
  return (
    <div className="article-meta">
      <Link href={profile} tabIndex={-1} aria-hidden>
        <Picture of={author.image} />
      </Link>
      <div className="info">
        <Link className="author" href={profile}>
          {author.username}
        </Link>
        <time className="date" dateTime={created}>
          {date(created, {dateStyle: 'long'})}
        </time>
      </div>
      {children}
    </div>
  )
}
