/** The addresses of records: the screen that shows or edits a record, for the roles of an actor, and the field in its address. */

import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {display} from '../../points/screens/bullets/colours.ts'
import type {Screen} from '../../points/screens/model.ts'
import {isForViewer} from '../../points/screens/run.ts'
import {type Actor, nobody, personOf} from '../base/actor.ts'
import {declaredScreens} from '../base/screens-that.ts'

export interface RecordLink {
  /** The field in the address: `id`, or a unique field. */
  readonly key: string
  readonly href: (value: string) => string
}

/** The first screen of such records, regardless of permissions. */
export function anyRecordLink(screens: readonly Screen[], entity: string): RecordLink | null {
  return linkBy(
    screens.map(screen => ({...screen, for: {kind: 'everyone'}})),
    'showOne',
    {entity, actor: nobody},
  )
}

export function recordLink(screens: readonly Screen[], entity: string, actor: Actor): RecordLink | null {
  return linkBy(screens, 'showOne', {entity, actor})
}

/** The document's form that edits records of this entity, if the actor may open one. */
export function editLink(screens: readonly Screen[], entity: string, actor: Actor): RecordLink | null {
  return linkBy(screens, 'edit', {entity, actor})
}

function linkBy(
  screens: readonly Screen[],
  ability: 'showOne' | 'edit',
  {entity, actor}: {entity: string; actor: Actor},
): RecordLink | null {
  for (const screen of declaredScreens(screens, ability, entity)) {
    const {address, route, details} = screen
    if (address.kind !== 'record' || bulletOf({details}, display)) continue
    if (!isForViewer(screen.for, personOf(actor))) continue
    const [before = '', ...after] = route.path.split(`:${address.key}`)
    const rest = after.join(`:${address.key}`)
    return {key: address.key, href: value => `${before}${encodeURIComponent(value)}${rest}`}
  }
  return null
}
