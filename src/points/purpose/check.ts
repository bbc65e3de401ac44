/** What is wrong between point 1 and the others: a document can be shown only to roles that exist. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggest} from '../../document/near.ts'
import {placeIn} from '../../document/raw.ts'
import type {Roles} from '../roles/model.ts'
import type {Purpose} from './model.ts'

export function checkPurpose({shows, showsAt}: Purpose, {roles}: Roles): Finding[] {
  if (shows?.kind !== 'roles' || showsAt === null) return []
  return shows.roles
    .filter(role => !roles.has(role))
    .map(role => {
      const message = `There is no role \`${role}\` in point 6, so that nobody could read the specification by it.`
      const known = [...roles.keys(), 'everyone', 'signed in']
      const hint = suggest(role, known, 'Name roles of point 6, or write `everyone` or `signed in`.')
      return finding('N101', placeIn(showsAt, Math.max(0, showsAt.text.indexOf(role))), {message, hint})
    })
}
