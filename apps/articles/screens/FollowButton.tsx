/** Follows a person, or no longer. Visitors are asked to sign in, and nobody follows themselves. */
import {ActionForm, can, href, type RowOf, type ScreenProps, usePerson} from 'nonet/screen'

interface FollowButtonProps {
  readonly person: Pick<RowOf<'Profile', 'profile'>, 'id' | 'version' | 'can' | 'shown' | 'username' | 'followed'>
  readonly actions: Pick<ScreenProps<'Profile'>['actions'], 'follow' | 'unfollow'>
}

export function FollowButton({person, actions}: FollowButtonProps) {
  const viewer = usePerson()
  const action = person.followed ? actions.unfollow : actions.follow
  const button = (
    <button type="submit" className="btn btn-sm btn-outline-secondary">
      {person.followed ? 'Unfollow' : 'Follow'} {person.username}
    </button>
  )
  if (viewer?.id === person.id) return null
  if (!can(action, person)) return <form action={href('Sign in')}>{button}</form>
  return (
    <ActionForm action={action} record={person}>
      {() => button}
    </ActionForm>
  )
}
