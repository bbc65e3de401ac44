/** Point 6, as the gate asks it. */
import {decideGrants} from '../points/roles/run.ts'
import type {Specification} from '../points/specification.ts'
import {fieldCore, standingAt, thisCore} from './core-build.ts'
import type {Grants} from './grants.ts'

export function documentGrants({roles, entities}: Specification): Grants {
  const decided = decideGrants(roles, entities, (where, part) => {
    const {entity: parent = '', field = ''} = part.partOf ?? {}
    const type = {kind: 'reference', entity: parent} as const
    return standingAt(where, fieldCore(thisCore(part.name), part.name, {name: field, type}))
  })
  return (actor, act, entity) => decided(actor.kind === 'person' ? actor.roles : null, act, entity)
}
