/** What a document names of own code: the components of its screens, its functions and effects. */
import type {Page} from '../../engine/page/frame.ts'
import {effectFile} from '../../points/calls/read-own-effect.ts'
import type {Specification} from '../../points/specification.ts'

/** Each once, in the order of the document: two screens may share one. */
export function ownComponents({screens}: Specification): readonly string[] {
  const named = screens.screens.flatMap(({shows}) => (shows.kind === 'code' ? [shows.component] : []))
  return [...new Set(named)]
}

/** The functions that it declares, whether a field uses them or not. */
export const ownFunctions = ({entities}: Specification): readonly string[] => [...entities.functions.keys()]

/** The files of its effects: `sendContract`. */
export const ownEffectFiles = ({calls}: Specification): readonly string[] =>
  calls.effects.map(({name}) => effectFile(name))

export const hasOwnCode = (specification: Specification): boolean =>
  ownComponents(specification).length + ownFunctions(specification).length + specification.calls.effects.length > 0

/** The component of a page that is an own screen. */
export function shownComponent(page: Page): string | null {
  return page.screen === 'code' ? page.data.component : null
}
