/** A person, with the articles that they have written or like. */
import {href, Link, type ScreenProps, usePerson} from 'nonet/screen'
import {Articles} from './Articles'
import {Tab} from './Feed'
import {FollowButton} from './FollowButton'
import {Picture} from './Picture'

interface ProfilePageProps extends Pick<ScreenProps<'Profile'>, 'data' | 'actions'> {
  readonly shows: 'written' | 'liked'
}

export function ProfilePage({data: {profile, articles}, actions, shows}: ProfilePageProps) {
  const {username, bio, image} = profile
  const isOwn = usePerson()?.id === profile.id
  return (
    <div className="profile-page">
      <div className="user-info">
        <div className="container">
          <Picture className="user-img" of={image} />
          <h4 aria-level={1}>{username}</h4>
          <p>{bio}</p>
          {isOwn && (
            <Link className="btn btn-sm btn-outline-secondary" href={href('Settings')}>
              Edit Profile Settings
            </Link>
          )}
          <FollowButton person={profile} actions={actions} />
        </div>
      </div>
      <div className="container page">
        <div className="articles-toggle">
          <ul className="nav nav-pills" aria-label="Articles">
            <Tab to={href('Profile', {username})} isShown={shows === 'written'}>
              {isOwn ? 'My Articles' : 'Articles'}
            </Tab>
            <Tab to={href('Favourites', {username})} isShown={shows === 'liked'}>
              Favorited Articles
            </Tab>
          </ul>
        </div>
        <Articles of={articles} actions={actions} query={{}} empty="No articles are here yet." />
      </div>
    </div>
  )
}
