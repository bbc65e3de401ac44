/** Articles as previews, page by page. */
import {href, Link, type RowOf, type ScreenProps} from 'nonet/screen'
import type {ReactNode} from 'react'
import {ArticleMeta} from './ArticleMeta'
import {LikeButton} from './LikeButton'
import {Pages} from './Pages'

type Home = ScreenProps<'Home'>

interface ArticlesProps {
  readonly of: Home['data']['articles']
  readonly actions: Home['actions']
  /** The values of the address beside the page. */
  readonly query: Readonly<Record<string, string>>
  readonly empty: ReactNode
}

export function Articles({of: page, actions, query, empty}: ArticlesProps) {
  if (page.rows.length === 0) return <div className="empty-feed-message">{empty}</div>
  return (
    <>
      {page.rows.map(article => (
        <Preview key={article.id} article={article} actions={actions} />
      ))}
      <Pages of={page} query={query} />
    </>
  )
}

interface PreviewProps {
  readonly article: RowOf<'Home', 'articles'>
  readonly actions: Home['actions']
}

function Preview({article, actions}: PreviewProps) {
  const {slug, title, description, tags} = article
  return (
    <div className="article-preview">
      <ArticleMeta of={article}>
        <LikeButton article={article} actions={actions}>
          <span className="visually-hidden">{article.liked ? 'You like it. ' : 'Like it. '}</span>
          <span aria-hidden>♥</span> {article.likes}
        </LikeButton>
      </ArticleMeta>
      <Link className="preview-link" href={href('Article', {slug: slug ?? ''})} reloadDocument>
        <h1 aria-level={2}>{title}</h1>
        <p>{description}</p>
        <span>Read more…</span>
      </Link>
      {tags.length > 0 && (
        <ul className="tag-list">
          {tags.map(({id, name}) => (
            <li key={id} className="tag-default tag-pill tag-outline">
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
