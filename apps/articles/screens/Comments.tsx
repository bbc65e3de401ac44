/** A comment, and the form for the next one. */
import {ActionForm, type ActionOf, can, href, Link, type RowOf, useFormat} from 'nonet/screen'
import {Picture} from './Picture'
import {Problems} from './Problems'

interface CommentFormProps {
  readonly action: ActionOf<'Article', 'comment'>
  readonly article: RowOf<'Article', 'article'>['id']
  readonly image: string | null
}

export function CommentForm({action, article, image}: CommentFormProps) {
  return (
    <ActionForm action={action} fixed={{article}} className="card comment-form">
      {({defaultOf, problems}) => (
        <>
          <Problems of={problems} />
          <div className="card-block">
            <textarea
              className="form-control"
              name="body"
              rows={3}
              required
              aria-label="Your comment"
              placeholder="Write a comment..."
              defaultValue={defaultOf('body')}
            />
          </div>
          <div className="card-footer">
            <Picture className="comment-author-img" of={image} />
            <button type="submit" className="btn btn-sm btn-primary">
              Post Comment
            </button>
          </div>
        </>
      )}
    </ActionForm>
  )
}

interface CommentProps {
  readonly comment: RowOf<'Article', 'comments'>
  readonly remove: ActionOf<'Article', 'removeComment'>
}

export function Comment({comment, remove}: CommentProps) {
  const {date} = useFormat()
  const {author, body, created} = comment
  return (
    <article className="card">
      <div className="card-block">
        <p className="card-text">{body}</p>
      </div>
      <div className="card-footer">
        <Picture className="comment-author-img" of={author.image} />
        <Link className="comment-author" href={href('Profile', {username: author.username})}>
          {author.username}
        </Link>
        <time className="date-posted" dateTime={created}>
          {date(created, {dateStyle: 'long'})}
        </time>
        {can(remove, comment) && (
          <ActionForm action={remove} record={comment}>
            {() => (
              <span className="mod-options">
                <button type="submit" aria-label="Delete this comment">
                  <i className="ion-trash-a">
                    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
                      <path d="M2.5 4.5h11M6 4V2.5h4V4M4 4.5l.7 9h6.6l.7-9M6.5 7v4M9.500 7v4" />
                    </svg>
                  </i>
                </button>
              </span>
            )}
          </ActionForm>
        )}
      </div>
    </article>
  )
}
