/** The permissions of an actor, from point 6. Nothing is allowed without a grant. */

import {rebase} from '../../feel/core.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {decideGrants, type Grant} from '../../points/roles/run.ts'
import type {Specification} from '../../points/specification.ts'
import {type Actor, rolesOf} from '../base/actor.ts'
import {fieldCore, thisCore} from '../base/core-build.ts'

export type GrantedAct = 'create' | 'read' | 'update' | 'delete' | 'export'

/**
 * Grants add up: a record is covered if the condition of any grant holds, with the fields of all grants that hold.
 * Grants of people depend on their roles alone. `Visibility` holds them per set of roles.
 */
export type Grants = (actor: Actor, act: GrantedAct, entity: string) => readonly Grant[]

const everything: readonly Grant[] = [{where: null, fields: null}]
const nothing: readonly Grant[] = []

/**
 * The engine and the operator may do everything; for people, point 6 of the document decides. Files have no permissions
 * of their own: they are reached only through a field, and people who may read that field may see its file.
 */
export function grantsBy(document: Grants): Grants {
  return (actor, act, entity) => {
    if (actor.kind === 'engine' || actor.kind === 'operator') return everything
    return act === 'read' && entity === fileEntity ? everything : document(actor, act, entity)
  }
}

/** For a document whose point 6 cannot be read: people may do nothing. */
export const noGrants: Grants = () => nothing

/** The grants of point 6, in the form used for reading and writing. */
export function documentGrants({roles, entities}: Specification): Grants {
  const decided = decideGrants(roles, entities, (where, part) => {
    const {entity: parent = '', field = ''} = part.partOf ?? {}
    const type = {kind: 'reference', entity: parent} as const
    return rebase(where, fieldCore(thisCore(part.name), part.name, {name: field, type}))
  })
  return (actor, act, entity) => decided(rolesOf(actor), act, entity)
}
