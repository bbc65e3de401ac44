/** Likes an article, or no longer. Visitors are asked to sign in. */
import {ActionForm, can, href, type RowOf, type ScreenProps} from 'nonet/screen'
import type {ReactNode} from 'react'

interface LikeButtonProps {
  readonly article: Pick<RowOf<'Home', 'articles'>, 'id' | 'version' | 'can' | 'shown' | 'liked'>
  readonly actions: Pick<ScreenProps<'Home'>['actions'], 'like' | 'unlike'>
  readonly children: ReactNode
}

export function LikeButton({article, actions, children}: LikeButtonProps) {
  const action = article.liked ? actions.unlike : actions.like
  const button = (
    <button type="submit" className={`btn btn-sm ${article.liked ? 'btn-primary' : 'btn-outline-primary'}`}>
      {children}
    </button>
  )
  if (!can(action, article)) return <form action={href('Sign in')}>{button}</form>
  return (
    <ActionForm action={action} record={article}>
      {() => button}
    </ActionForm>
  )
}
