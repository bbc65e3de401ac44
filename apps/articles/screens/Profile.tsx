/** A person, and what they have written. */
import type {ScreenProps} from 'nonet/screen'
import {ProfilePage} from './ProfilePage'

export default function Profile(props: ScreenProps<'Profile'>) {
  return <ProfilePage {...props} shows="written" />
}
