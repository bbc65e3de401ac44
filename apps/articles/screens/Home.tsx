/** What everyone has published, or those whom one follows. */
import {href, redirect, type ScreenProps, usePerson} from 'nonet/screen'
import {Feed} from './Feed'

export default function Home({data, actions, address}: ScreenProps<'Home'>) {
  const person = usePerson()
  const isOwn = address.feed === 'following'
  if (isOwn && !person) redirect(href('Sign in'))
  return (
    <Feed
      {...data}
      actions={actions}
      feed={address.feed}
      tag={null}
      empty={
        isOwn ? (
          <>
            Your feed is empty. Follow people whose articles you like:{' '}
            <a href={href('Home')}>see what everyone writes</a>.
          </>
        ) : (
          'No articles are here yet.'
        )
      }
    />
  )
}
