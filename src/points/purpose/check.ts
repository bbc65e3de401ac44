/** Checks point 1 against point 6: the specification can only be shown to roles that exist. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {sliceOf} from '../../document/raw.ts'
import type {Roles} from '../roles/model.ts'
import type {Purpose} from './model.ts'

export function checkPurpose({shows, showsAt}: Purpose, {roles}: Roles): Finding[] {
  if (shows?.kind !== 'roles' || showsAt === null) return []
  return shows.roles
    .filter(role => !roles.has(role))
    .map(role => {
      const known = [...roles.keys(), 'everyone', 'signed in']
      const at = Math.max(0, showsAt.text.indexOf(role))
      const place = sliceOf(showsAt, at, at + role.length)
      const hint = 'Name roles of point 6, or write `everyone` or `signed in`.'
      return finding('N101', place, {message: `Unknown role \`${role}\`.`, ...suggestFor(place, known, hint)})
    })
}
