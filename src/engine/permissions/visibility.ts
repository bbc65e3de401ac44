/**
 * What one actor can see: which records of an entity, which fields of each, and what a path through references shows. All of it is
 * conditions inside the expressions themselves, so that lists, counts, sorts, searches and sums cannot go around it.
 */
import type {Core} from '../../feel/core.ts'
import {readableField} from '../../points/entities/lookup.ts'
import type {Entities, Entity, Field} from '../../points/entities/model.ts'
import {engineEntities, ownFields} from '../../points/entities/own-fields.ts'
import {type Actor, rolesKeyOf} from '../actor.ts'
import {both, either, thisCore, yes} from '../core-build.ts'
import type {Grant, GrantedAct, Grants} from './grants.ts'
import {visibleCondition, visibleValue} from './visible-conditions.ts'
import {type VisibleField, type VisiblePath, visibleFieldAt, visiblePath} from './visible-paths.ts'

declare const permitted: unique symbol

/** A condition that keeps an actor to what they may see. Only `Visibility` makes one, and every query demands one. */
export interface Permitted {
  readonly entity: string
  readonly where: Core
  readonly [permitted]: true
}

/** People name paths in addresses, so that the paths that are known are bounded. */
const mostFields = 5000

const withoutName = (actor: Actor): Actor =>
  actor.kind === 'person' ? {kind: 'person', id: '', name: '', roles: actor.roles.toSorted()} : actor

/** Id and version say nothing about a record that its being there does not say. */
const alwaysSeen: ReadonlySet<string> = new Set(['id', 'version'])

/** People with the same roles share one: the person who asks is the parameter `me` of its conditions. */
export class Visibility {
  readonly actor: Actor
  readonly entities: Entities
  readonly grants: Grants
  private readonly grantedFor = new Map<string, readonly Grant[]>()
  private readonly permitted = new Map<string, Permitted>()
  private readonly conditions = new WeakMap<Core, Core>()
  private readonly fields = new Map<string, VisibleField | null>()

  constructor(actor: Actor, entities: Entities, grants: Grants) {
    this.actor = actor
    this.entities = entities
    this.grants = grants
  }

  /** What the roles allow with records of an entity. */
  granted(act: GrantedAct, entity: string): readonly Grant[] {
    const key = `${act} ${entity}`
    const known = this.grantedFor.get(key) ?? this.grants(this.actor, act, entity)
    this.grantedFor.set(key, known)
    return known
  }

  /** The records of an entity that are covered: for reading unless another act is named. */
  records(entity: string, act: GrantedAct = 'read'): Permitted {
    const key = `${act} ${entity}`
    const known = this.permitted.get(key)
    if (known) return known
    const where = either(this.granted(act, entity).map(grant => grant.where ?? yes))
    const made = {entity, where} as Permitted
    this.permitted.set(key, made)
    return made
  }

  /** A condition of the document, as far as the actor sees what it reads; the same object each time. */
  condition(said: Core): Core {
    const known = this.conditions.get(said) ?? visibleCondition(this, said)
    this.conditions.set(said, known)
    return known
  }

  /** A value that the document names, as far as the actor sees what it reads. */
  value(said: Core): Core {
    return visibleValue(this, said)
  }

  /** Narrower than what is permitted, never wider. */
  narrowed(from: Permitted, conditions: readonly Core[]): Permitted {
    return {entity: from.entity, where: both([from.where, ...conditions])} as Permitted
  }

  /** When a field of the record at hand is seen. */
  seesField(entity: string, field: string, act: GrantedAct = 'read'): Core {
    const grants = this.granted(act, entity)
    if (alwaysSeen.has(field)) return either(grants.map(grant => grant.where ?? yes))
    // A span is seen where both of its dates are.
    const span = this.field(entity, field)?.span
    const seen = (name: string) =>
      either(grants.filter(grant => grant.fields === null || grant.fields.has(name)).map(grant => grant.where ?? yes))
    const [first, last] = span ? [seen(span.from), seen(span.to)] : [seen(field), null]
    return last === null || JSON.stringify(first) === JSON.stringify(last) ? first : both([first, last])
  }

  /** The value at a path of fields, as far as it may be seen; null where there is no such path. `from` must lead to what is seen. */
  path(entity: string, path: readonly string[], from: Core = thisCore(entity)): VisiblePath | null {
    return visiblePath(this, entity, path, from)
  }

  /** The field at the end of a path; null where there is none, or none that is seen on any record. */
  visibleField(entity: string, path: readonly string[]): VisibleField | null {
    const key = path.length === 1 ? `${entity} ${path[0]}` : `${entity} ${path.join('.')}`
    const known = this.fields.get(key)
    if (known !== undefined) return known
    if (this.fields.size >= mostFields) this.fields.clear()
    const found = visibleFieldAt(this, entity, path)
    this.fields.set(key, found)
    return found
  }

  field(entity: string, name: string): Field | null {
    const declared = this.entities.entities.get(entity)
    if (declared) return readableField(declared, name)
    return engineEntities.get(entity)?.get(name) ?? (engineEntities.has(entity) ? (ownFields.get(name) ?? null) : null)
  }

  entity(name: string): Entity | null {
    return this.entities.entities.get(name) ?? null
  }
}

/** What every set of roles sees of a document. Statements are compiled for a set of roles, and held by what it sees. */
export class Permissions {
  readonly entities: Entities
  readonly grants: Grants
  private readonly byRoles = new Map<string, Visibility>()

  constructor(entities: Entities, grants: Grants) {
    this.entities = entities
    this.grants = grants
  }

  /** One for all with the same roles. */
  of(actor: Actor): Visibility {
    const key = rolesKeyOf(actor)
    const known = this.byRoles.get(key) ?? new Visibility(withoutName(actor), this.entities, this.grants)
    this.byRoles.set(key, known)
    return known
  }
}
