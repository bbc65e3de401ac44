/** Actions that a screen offers and its entity does not have. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import type {Across} from '../across-world.ts'
import {namesSaid} from './said.ts'

export function checkActionsOfScreens({screens, actions, document}: Across): Finding[] {
  return screens.screens.flatMap(screen => {
    if (!('entity' in screen.shows)) return []
    const {entity} = screen.shows
    const known = [...(actions.actions.get(entity)?.keys() ?? [])]
    return namesSaid(document, screen, 'actions')
      .filter(({name}) => !known.includes(name))
      .map(({name, place}) => {
        const message = `${entity} has no action \`${name}\`.`
        return finding('N230', place, {message, ...suggestFor(place, known, 'Add the action to point 4.')})
      })
  })
}
