/** The actor of a request. Everything is read or changed by an actor. */
import type {Reference} from '../../feel/value.ts'
import {userEntity} from '../../points/entities/own-fields.ts'

export type Actor =
  | {
      readonly kind: 'person'
      readonly id: string
      readonly name: string
      readonly roles: readonly string[]
      /** The language chosen in their account. */
      readonly language?: string
      /** The digest of the session's token, where they have signed in. */
      readonly session?: string
      /** Called with an API key, which cannot change with what its person signs in. */
      readonly byKey?: true
    }
  /** A visitor who is not signed in. */
  | {readonly kind: 'nobody'}
  /** The document itself: timed actions, effects. */
  | {readonly kind: 'engine'}
  /** An effect of own code, which has the permissions of a role, and is no person. */
  | {readonly kind: 'effect'; readonly name: string; readonly roles: readonly string[]}
  /** The operator on the command line: trusted with all data. */
  | {readonly kind: 'operator'}

export type PersonActor = Extract<Actor, {kind: 'person'}>

export const nobody: Actor = {kind: 'nobody'}
export const operator: Actor = {kind: 'operator'}
export const engineItself: Actor = {kind: 'engine'}

/** The person, if signed in. */
export function personOf(actor: Actor): PersonActor | null {
  return actor.kind === 'person' ? actor : null
}

/** The value of `me` in expressions. */
export function meOf(actor: Actor): Reference | null {
  return actor.kind === 'person' ? {entity: userEntity, id: actor.id} : null
}

/** Null for visitors, and for actors without roles. */
export function rolesOf(actor: Actor): readonly string[] | null {
  return actor.kind === 'person' || actor.kind === 'effect' ? actor.roles : null
}

/** The same for all actors with the same roles, in any order. */
export function rolesKeyOf(actor: Actor): string {
  const roles = rolesOf(actor)
  return roles ? `${actor.kind} ${roles.toSorted().join(',')}` : actor.kind
}
