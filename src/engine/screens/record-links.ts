/** Where a record of an entity is shown by itself, for somebody: the screen, and the field its address is made of. */
import type {Screen} from '../../points/screens/model.ts'
import {mayOpen} from '../../points/screens/run.ts'
import {type Actor, personOf} from '../actor.ts'

export interface RecordLink {
  /** The field in the address: `id`, or one that occurs once. */
  readonly key: string
  readonly href: (value: string) => string
}

export function recordLink(screens: readonly Screen[], entity: string, actor: Actor): RecordLink | null {
  const screen = screens.find(
    each => each.shows.kind === 'record' && each.shows.entity === entity && mayOpen(each, personOf(actor)),
  )
  const parameter = screen?.route.segments.find(segment => segment.kind === 'parameter')
  if (!screen || !parameter) return null
  return {
    key: parameter.name,
    href: value => screen.route.path.replace(`:${parameter.name}`, encodeURIComponent(value)),
  }
}

/** The first screen of a kind for an entity that somebody may open and that needs no parameter. */
export function screenOf(
  screens: readonly Screen[],
  kind: 'list' | 'form',
  {entity, actor}: {entity: string; actor: Actor},
): Screen | null {
  const fits = (each: Screen) =>
    each.shows.kind === kind && each.shows.entity === entity && mayOpen(each, personOf(actor))
  const found = screens.filter(each => fits(each) && each.route.segments.every(segment => segment.kind === 'word'))
  // A list of everything is where a record belongs, rather than one of what waits for somebody.
  return found.find(each => each.details.where === null) ?? found[0] ?? null
}
