/** The articles about a tag. */
import type {ScreenProps} from 'nonet/screen'
import {Feed} from './Feed'

export default function TagFeed({data, actions, address}: ScreenProps<'Tag'>) {
  return <Feed {...data} actions={actions} feed={null} tag={address.tag} empty="No articles are here yet." />
}
