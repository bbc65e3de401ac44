/** The document's own words at work: they may do all and see all, while history tells who set them going. */
import type {Grants} from '../../grants.ts'
import {allSeeing} from '../../read-context.ts'
import type {WriteContext} from '../context.ts'

const everything: Grants = () => [{where: null, fields: null}]

export function asEngine(writing: WriteContext): WriteContext {
  return {...writing, grants: everything, sight: allSeeing(writing), asEngine: true}
}
