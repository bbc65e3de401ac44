/** What a document names of own code: the components of its screens, its layouts, its functions and effects. */
import type {ScreenContent} from '../../engine/page/frame.ts'
import {cardPart, fieldPart, layoutPart} from '../../engine/page/own.ts'
import {effectFile} from '../../points/calls/read-own-effect.ts'
import type {Specification} from '../../points/specification.ts'

/** Each once, in the order of the document: two screens may share one. */
export function ownComponents(specification: Specification): readonly string[] {
  const {screens, site} = specification.screens
  const named = screens.flatMap(({shows}) => (shows.kind === 'code' ? [shows.component] : []))
  const pages = [site.missingPage, site.errorPage].flatMap(each => each?.text ?? [])
  const layouts = [site.layout, ...screens.map(({layout}) => layout)].flatMap(each => each?.text ?? [])
  return [...new Set([...named, ...pages, ...layouts.map(layoutPart), ...ownPartsOf(specification)])]
}

/** Those within built-in screens. */
function ownPartsOf({entities, screens}: Specification): readonly string[] {
  const cards = screens.screens.flatMap(screen =>
    screen.cards.flatMap(({shownBy}) => (shownBy ? cardPart(shownBy.text) : [])),
  )
  const fields = [...entities.entities.values()].flatMap(entity => [...entity.fields.values()])
  const ofFields = fields.flatMap(({shownBy, editedBy}) =>
    [shownBy, editedBy].flatMap(each => (each ? fieldPart(each.text) : [])),
  )
  return [...ofFields, ...cards]
}

/** The functions that it declares, whether a field uses them or not. */
export const ownFunctions = ({entities}: Specification): readonly string[] => [...entities.functions.keys()]

/** The files of its effects: `sendContract`. */
export const ownEffectFiles = ({calls}: Specification): readonly string[] =>
  calls.effects.map(({name}) => effectFile(name))

export const hasOwnCode = (specification: Specification): boolean =>
  ownComponents(specification).length + ownFunctions(specification).length + specification.calls.effects.length > 0

/** The component of a page that is an own screen, or of one that does not exist. */
export function shownComponent({screen, data}: ScreenContent): string | null {
  if (screen === 'code') return data.component
  return 'shownBy' in data ? (data.shownBy ?? null) : null
}
