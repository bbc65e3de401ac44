/** A person, and the articles that they like. */
import type {ScreenProps} from 'nonet/screen'
import {ProfilePage} from './ProfilePage'

export default function Favourites(props: ScreenProps<'Favourites'>) {
  return <ProfilePage {...props} shows="liked" />
}
