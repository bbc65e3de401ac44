/** The people whom a screen is for, as point 6 knows them. */
import type {Audience, Reach} from '../roles/reach.ts'
import type {Screen} from './model.ts'

export function audienceOf({for: whom}: Screen, reach: Reach): readonly Audience[] {
  if (whom.kind === 'everyone') return [null]
  return whom.kind === 'signed in' ? reach.everybody : whom.roles
}

/** What somebody must be able to do with the entity for the screen to show anything. */
export function actOf({shows, route}: Screen): 'read' | 'create' | 'update' {
  if (shows.kind !== 'form') return 'read'
  return route.segments.some(({kind}) => kind === 'parameter') ? 'update' : 'create'
}
