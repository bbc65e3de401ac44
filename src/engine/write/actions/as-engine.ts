/** The document's own words at work: they may do all and see all, while history tells who set them going. */
import {allSeeing} from '../../read-context.ts'
import type {WriteContext} from '../context.ts'

export function asEngine(writing: WriteContext): WriteContext {
  return {...writing, sight: allSeeing(writing), asEngine: true}
}
