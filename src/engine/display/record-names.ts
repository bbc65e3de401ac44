/** The names of records and entities, and the fields that they are built from. */

import {ownerOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {nameOfRecord, pathsIn} from '../../points/entities/run.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {hiddenAs} from '../../points/screens/bullets/texts.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'
import {type Actor, personOf} from '../base/actor.ts'
import {declaredScreens} from '../base/screens-that.ts'
import type {Cell, Path} from '../query/list-query.ts'

// The singular and plural of an entity, for use in a sentence.

interface EntityNouns {
  readonly one: string
  readonly several: string
}

export function entityNouns({entities, limits}: Specification, name: string): EntityNouns {
  const entity = entities.entities.get(name)
  const {LANGUAGE} = limits.settings
  return {one: inSentence(entity?.label ?? name, LANGUAGE), several: inSentence(entity?.plural ?? name, LANGUAGE)}
}

// What people are during a record, for use in a sentence: “3 away today”.

/** What is written in capitals, such as “Private”, is a name and not what they are. */
export function presentOn(screen: Screen): string {
  return /^\p{Ll}/u.test(bulletOf(screen, hiddenAs) ?? '') ? (bulletOf(screen, hiddenAs) ?? '') : ''
}

/** As the timeline of the entity says; may be empty. */
export function presentAs(screens: readonly Screen[], entity: string): string {
  const [timeline] = declaredScreens(screens, 'inRows', entity)
  return timeline ? presentOn(timeline) : ''
}

/** The name of a record without some of its fields; dates stay together. Empty if nothing is left. */
export function restOfName(entity: Entity, said: readonly Path[], textAt: (path: Path) => string): string {
  const known = new Set(said.map(path => path.join('.')))
  const left = namingPaths(entity).filter(path => !known.has(path.join('.')) && textAt(path) !== '')
  return left.length === 0 ? '' : nameOfRecord(entity, path => (known.has(path.join('.')) ? '' : textAt(path)))
}

export function namingPaths({namedBy}: Entity): Path[] {
  return pathsIn(namedBy.parts)
}

/** The paths needed to name a record for a viewer, who may be its owner. */
export function viewerNamingPaths(entity: Entity): Path[] {
  const owner = entity.namedForOwner ? ownerOf(entity) : null
  return [
    ...namingPaths(entity),
    ...(owner && entity.namedForOwner ? [...pathsIn(entity.namedForOwner.parts), [owner.name]] : []),
  ]
}

type NamingCell = Pick<Cell, 'text' | 'value'>

/** `cellAt`: the cells of `viewerNamingPaths`. */
export function nameForViewer(entity: Entity, actor: Actor, cellAt: (path: Path) => NamingCell | undefined): string {
  return nameOfRecord(entity, path => cellAt(path)?.text ?? '', isOwn(entity, actor, cellAt))
}

/** True if the record belongs to the viewer and has a different name for its owner. */
export function isOwn(entity: Entity, actor: Actor, cellAt: (path: Path) => NamingCell | undefined): boolean {
  const owner = entity.namedForOwner ? ownerOf(entity) : null
  const me = personOf(actor)?.id
  return owner !== null && me !== undefined && cellAt([owner.name])?.value === me
}
