/** Screens find each other, and the engine finds them, by what they can do: never by the name of their kind. */

import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {where} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {mayOpen} from '../../points/screens/run.ts'
import type {ScreenAbilities, Shows} from '../../points/screens/shows.ts'
import {type Actor, personOf} from './actor.ts'

export type ScreenAbility = keyof ScreenAbilities

/** A screen about records of an entity. */
export type EntityScreen = Screen & {readonly shows: Extract<Shows, {readonly entity: string}>}

/** The document's screens of these records that can do it, for all roles. */
export function declaredScreens(screens: readonly Screen[], ability: ScreenAbility, entity: string): EntityScreen[] {
  return screens.filter(isEntityScreen).filter(({kind, shows}) => kind.can[ability] && shows.entity === entity)
}

interface ScreensWanted {
  readonly entity: string
  readonly actor: Actor
}

/** Those of them that the actor may open, and that need no parameter. */
export function screensThat(
  screens: readonly Screen[],
  ability: ScreenAbility,
  {entity, actor}: ScreensWanted,
): EntityScreen[] {
  return declaredScreens(screens, ability, entity).filter(each => mayOpen(each, personOf(actor)) && isPlain(each))
}

/** The first of them. A list of all records is preferred to a filtered one. */
export function screenThat(
  screens: readonly Screen[],
  ability: ScreenAbility,
  wanted: ScreensWanted,
): EntityScreen | null {
  const found = screensThat(screens, ability, wanted)
  return found.find(each => bulletOf(each, where) === null) ?? found[0] ?? null
}

const isEntityScreen = (screen: Screen): screen is EntityScreen => 'entity' in screen.shows

const isPlain = ({route}: Screen): boolean => route.segments.every(segment => segment.kind === 'word')
