/** What the checks between points are given: the document as it was read, and what they ask of it again and again. */
import {Mentioned} from './mentioned.ts'
import {Terms} from './reason/term.ts'
import {Reach} from './roles/reach.ts'
import type {Specification} from './specification.ts'

export interface Across extends Specification {
  readonly terms: Terms
  readonly reach: Reach
  readonly mentioned: Mentioned
}

export function acrossOf(specification: Specification): Across {
  const {entities, roles, document} = specification
  return {
    ...specification,
    terms: new Terms(entities),
    reach: new Reach(roles, entities),
    mentioned: new Mentioned(document),
  }
}
