/** The components that a document names for its own screens. */
import type {Page} from '../../engine/page/frame.ts'
import type {Specification} from '../../points/specification.ts'

/** Each once, in the order of the document: two screens may share one. */
export function ownComponents({screens}: Specification): readonly string[] {
  const named = screens.screens.flatMap(({shows}) => (shows.kind === 'code' ? [shows.component] : []))
  return [...new Set(named)]
}

/** The component of a page that is an own screen. */
export function shownComponent(page: Page): string | null {
  return page.screen === 'code' ? page.data.component : null
}
