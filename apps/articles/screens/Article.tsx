/** An article, and what people say about it. */
import {ActionForm, can, href, Link, type ScreenProps, usePerson, Value} from 'nonet/screen'
import {ArticleMeta} from './ArticleMeta'
import {Comment, CommentForm} from './Comments'
import {FollowButton} from './FollowButton'
import {LikeButton} from './LikeButton'

type Props = ScreenProps<'Article'>

export default function Article({data, actions}: Props) {
  const {article, comments} = data
  const person = usePerson()
  return (
    <div className="article-page">
      <div className="banner">
        <div className="container">
          <h1>{article.title}</h1>
          <Meta data={data} actions={actions} />
        </div>
      </div>
      <div className="container page">
        <div className="article-content">
          <Value of={article} name="body" />
          {article.tags.length > 0 && (
            <ul className="tag-list">
              {article.tags.map(({id, name}) => (
                <li key={id}>
                  <Link className="tag-default tag-pill tag-outline" href={href('Tag', {tag: name})}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
        <hr />
        <div className="article-actions">
          <Meta data={data} actions={actions} />
        </div>
        <section className="comments" aria-label="Comments">
          {can(actions.comment) ? (
            <CommentForm action={actions.comment} article={article.id} image={person?.image ?? null} />
          ) : (
            <p>
              <Link
                href={`${href('Sign in')}?return=${encodeURIComponent(href('Article', {slug: article.slug ?? ''}))}`}
              >
                Sign in
              </Link>{' '}
              or <Link href={href('Sign up')}>sign up</Link> to add comments on this article.
            </p>
          )}
          {comments.rows.map(comment => (
            <Comment key={comment.id} comment={comment} remove={actions.removeComment} />
          ))}
        </section>
      </div>
    </div>
  )
}

/** The author, and what can be done with their article. */
function Meta({data: {article, author}, actions}: Pick<Props, 'data' | 'actions'>) {
  const isOwn = can(actions.removeArticle, article)
  return (
    <ArticleMeta of={article}>
      {isOwn ? (
        <>
          <Link className="btn btn-sm btn-outline-secondary" href={href('Edit article', {slug: article.slug ?? ''})}>
            Edit Article
          </Link>
          <ActionForm action={actions.removeArticle} record={article}>
            {() => (
              <button type="submit" className="btn btn-sm btn-outline-danger">
                Delete Article
              </button>
            )}
          </ActionForm>
        </>
      ) : (
        <>
          <FollowButton person={author} actions={actions} />
          <LikeButton article={article} actions={actions}>
            <span aria-hidden>♥</span> {article.liked ? 'Unfavorite' : 'Favorite'} Article ({article.likes})
          </LikeButton>
        </>
      )}
    </ArticleMeta>
  )
}
