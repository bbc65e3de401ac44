/** The input of all cross-checks: the specification, and indexes over it that several checks share. */
import {NameUses} from '../points/name-uses.ts'
import type {Specification} from '../points/specification.ts'
import {Reach} from './reach.ts'
import {Terms} from './terms.ts'

export interface CrossCheckContext extends Specification {
  readonly terms: Terms
  readonly reach: Reach
  readonly mentioned: NameUses
}

export function crossCheckContext(specification: Specification): CrossCheckContext {
  const {entities, roles, document} = specification
  return {
    ...specification,
    terms: new Terms(entities),
    reach: new Reach(roles, entities),
    mentioned: new NameUses(document),
  }
}
