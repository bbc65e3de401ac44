/** The components that a document names for its own screens. */
import type {Specification} from '../../points/specification.ts'

/** Each once, in the order of the document: two screens may share one. */
export function ownComponents({screens}: Specification): readonly string[] {
  const named = screens.screens.flatMap(({shows}) => (shows.kind === 'code' ? [shows.component] : []))
  return [...new Set(named)]
}
