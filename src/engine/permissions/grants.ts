/** What an actor may do. Point 6 decides; nothing is allowed without a grant. */
import type {Core} from '../../feel/core.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {decideGrants} from '../../points/roles/run.ts'
import type {Specification} from '../../points/specification.ts'
import type {Actor} from '../actor.ts'
import {fieldCore, standingAt, thisCore} from '../core-build.ts'

export type GrantedAct = 'create' | 'read' | 'update' | 'delete' | 'export'

/** Grants add up: a record is covered where the condition of one of them holds, with the fields of those that hold. */
export interface Grant {
  /** On which records; null for all of them. */
  readonly where: Core | null
  /** Which fields; null for all of them. */
  readonly fields: ReadonlySet<string> | null
}

/** For people they follow from their roles alone. `Visibility` holds what was decided for a set of roles. */
export type Grants = (actor: Actor, act: GrantedAct, entity: string) => readonly Grant[]

const everything: readonly Grant[] = [{where: null, fields: null}]
const nothing: readonly Grant[] = []

/**
 * The engine and the operator may do everything; for people, the document's point 6 decides. Files have no permissions of their
 * own: they are reached only through a field, and people who may read that field may see which file is in it.
 */
export function grantsBy(document: Grants): Grants {
  return (actor, act, entity) => {
    if (actor.kind === 'engine' || actor.kind === 'operator') return everything
    return act === 'read' && entity === fileEntity ? everything : document(actor, act, entity)
  }
}

/** For a document whose point 6 is not read: people may do nothing. */
export const noGrants: Grants = () => nothing

/** Point 6, in the form that reading and writing use. */

export function documentGrants({roles, entities}: Specification): Grants {
  const decided = decideGrants(roles, entities, (where, part) => {
    const {entity: parent = '', field = ''} = part.partOf ?? {}
    const type = {kind: 'reference', entity: parent} as const
    return standingAt(where, fieldCore(thisCore(part.name), part.name, {name: field, type}))
  })
  return (actor, act, entity) => decided(actor.kind === 'person' ? actor.roles : null, act, entity)
}
