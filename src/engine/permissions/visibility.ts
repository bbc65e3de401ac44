/**
 * The records, fields and paths through references that one actor can see. All of it is compiled into conditions inside
 * the queries themselves, so lists, counts, sorts, searches and sums cannot bypass it.
 */

import {type Core, rebase} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import {readableField} from '../../points/entities/lookup.ts'
import type {Entities, Entity, Field} from '../../points/entities/model.ts'
import {engineEntities, ownFields} from '../../points/entities/own-fields.ts'
import type {Grant} from '../../points/roles/run.ts'
import {type Actor, rolesKeyOf} from '../base/actor.ts'
import {conjunction, either, isYes, onlyIf, partsChanged, thisCore, yes} from '../base/core-build.ts'
import type {GrantedAct, Grants} from './grants.ts'
import {
  type ReadPermissions,
  type VisibleField,
  type VisiblePath,
  visibleFieldAt,
  visiblePath,
  visibleRecord,
  visibleStep,
  visibleWithRecord,
} from './visible-paths.ts'

/*
 * Restricts a condition of the document to the data that the actor can see. A record does not match if one of its
 * own fields that the condition reads is hidden; a hidden field of another record is null, and hidden records are
 * left out of lists. A screen therefore never reveals data that its viewer may not read.
 */

/** Returns the same object if the actor sees everything the condition reads. */
function visibleCondition(visibility: ReadPermissions, condition: Core): Core {
  const needs: Core[] = []
  const seen = walked(condition, {visibility, needs, names: {next: 0}})
  const needed = conjunction(needs)
  return isYes(needed) ? seen : conjunction([needed, seen])
}

/** Restricts a value of the document in the same way: null if a field of the record that it reads is hidden. */
function visibleValue(visibility: ReadPermissions, value: Core): Core {
  const needs: Core[] = []
  const seen = walked(value, {visibility, needs, names: {next: 0}})
  return onlyIf(conjunction(needs), seen)
}

interface Walk {
  readonly visibility: ReadPermissions
  /** Conditions on the record itself. */
  readonly needs: Core[]
  readonly names: {next: number}
}

function walked(core: Core, walk: Walk): Core {
  switch (core.op) {
    case 'field':
      return walkedField(core, walk)
    case 'relation':
      return walkedRelation(core, walk)
    case 'all':
      return filtered(core, core.entity, [walk.visibility.records(core.entity).where], walk)
    default:
      return partsChanged(core, part => walked(part, walk))
  }
}

function walkedField(core: Core & {readonly op: 'field'}, walk: Walk): Core {
  const {entity, field, of} = core
  const {visibility} = walk
  if (isAboutMe(of)) return core
  const seen = visibleWithRecord(visibility, entity, field)
  if (of.op === 'this') {
    walk.needs.push(seen)
    return core
  }
  const from = walked(of, walk)
  // List items need no check, because the list holds visible records only.
  if (from.op === 'variable') return onlyIf(rebase(seen, from), same(core, {...core, of: from}))
  const record = visibleRecord(visibility.records(entity).where, entity, from)
  if (record === of && isYes(seen)) return core
  return visibleStep(seen, {entity, field: {name: field, type: core.type}, from: record})
}

/** The visible linked records, if the field that links them is visible. */
function walkedRelation(core: Core & {readonly op: 'relation'}, walk: Walk): Core {
  const {entity, field, of} = core
  const {visibility} = walk
  if (isAboutMe(of)) return core
  const declared = visibility.field(entity, field)
  const target = core.type.kind === 'list' && core.type.of.kind === 'reference' ? core.type.of.entity : null
  const seen = visibleWithRecord(visibility, entity, field)
  if (of.op === 'this') walk.needs.push(seen)
  const from = of.op === 'this' ? of : walked(of, walk)
  const list = same(core, {...core, of: from})
  const guarded = of.op === 'this' || isYes(seen) ? [] : [rebase(seen, from)]
  if (target === null) return guarded.length === 0 ? list : onlyIf(conjunction(guarded), list)
  const link =
    declared?.type.storage.kind === 'other side' ? visibility.seesField(target, declared.type.storage.by) : yes
  return filtered(list, target, [visibility.records(target).where, link], walk, guarded)
}

/** `about`: conditions on the record that the list belongs to. */
function filtered(
  list: Core,
  entity: string,
  conditions: readonly Core[],
  {names}: Walk,
  about: readonly Core[] = [],
): Core {
  const of: Type = {kind: 'reference', entity}
  const item: Core = {op: 'variable', name: `seen ${names.next++}`, type: of}
  const condition = conjunction([...about, ...conditions.map(each => rebase(each, item))])
  return isYes(condition) ? list : {op: 'filter', list, variable: item.name, condition, type: list.type}
}

/** Actors always see their own account. */
function isAboutMe(core: Core): boolean {
  return core.op === 'me' || (core.op === 'field' && isAboutMe(core.of))
}

/** Returns the first object if both are equal, so that caches keyed by it still match. */
function same<C extends Core & {readonly of: Core}>(before: C, after: C): C {
  return before.of === after.of ? before : after
}

declare const permitted: unique symbol

/**
 * A condition that restricts an actor to the records they may see. Only `Visibility` creates one. `select` and
 * `readStored` require it; larger statements join its `where` with their own conditions.
 */
export interface Permitted {
  readonly entity: string
  readonly where: Core
  readonly [permitted]: true
}

/** Paths come from addresses, so the cache needs a bound. */
const mostFields = 5000

const withoutName = (actor: Actor): Actor =>
  actor.kind === 'person' ? {kind: 'person', id: '', name: '', roles: actor.roles.toSorted()} : actor

/** Shared by all people with the same roles: the current person is the parameter `me` of its conditions. */
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

  /** The grants of the roles for an entity. */
  granted(act: GrantedAct, entity: string): readonly Grant[] {
    const key = `${act} ${entity}`
    const known = this.grantedFor.get(key) ?? this.grants(this.actor, act, entity)
    this.grantedFor.set(key, known)
    return known
  }

  /** The records of an entity covered by grants for an act, reading by default. */
  records(entity: string, act: GrantedAct = 'read'): Permitted {
    const key = `${act} ${entity}`
    const known = this.permitted.get(key)
    if (known) return known
    const where = either(this.granted(act, entity).map(grant => grant.where ?? yes))
    const made = {entity, where} as Permitted
    this.permitted.set(key, made)
    return made
  }

  /** A condition of the document, restricted to the data the actor sees. Returns the same object on every call. */
  condition(said: Core): Core {
    const known = this.conditions.get(said) ?? visibleCondition(this, said)
    this.conditions.set(said, known)
    return known
  }

  /** A value of the document, restricted to the data the actor sees. */
  value(said: Core): Core {
    return visibleValue(this, said)
  }

  /** Adds conditions; the result never matches more records than the original. */
  narrowed(from: Permitted, conditions: readonly Core[]): Permitted {
    return {entity: from.entity, where: conjunction([from.where, ...conditions])} as Permitted
  }

  /** The condition under which a field of the current record is visible. */
  seesField(entity: string, field: string, act: GrantedAct = 'read'): Core {
    const grants = this.granted(act, entity)
    // People who may see that a record exists may see its id.
    if (field === 'id') return either(grants.map(grant => grant.where ?? yes))
    if (field === 'version' && act === 'read') return this.seesVersion(entity)
    // A span is visible if both of its dates are.
    const span = this.field(entity, field)?.span
    const seen = (name: string) =>
      either(grants.filter(grant => grant.fields === null || grant.fields.has(name)).map(grant => grant.where ?? yes))
    const [first, last] = span ? [seen(span.from), seen(span.to)] : [seen(field), null]
    return last === null || JSON.stringify(first) === JSON.stringify(last) ? first : conjunction([first, last])
  }

  /** The version counts all changes, also of hidden fields: it is seen with all fields, and by people who may change or delete the record. */
  private seesVersion(entity: string): Core {
    const reading = this.granted('read', entity).filter(({fields}) => fields === null || fields.has('version'))
    const writing = [...this.granted('update', entity), ...this.granted('delete', entity)]
    return either([...reading, ...writing].map(({where}) => where ?? yes))
  }

  /**
   * The value at a path of fields, restricted to visible data; null if the path does not exist. `from` must lead to a
   * visible record.
   */
  path(entity: string, path: readonly string[], from: Core = thisCore(entity)): VisiblePath | null {
    return visiblePath(this, entity, path, from)
  }

  /** The field at the end of a path; null if the path does not exist or is visible on no record. */
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

/** The visibility of every set of roles. Statements are compiled per set of roles and held by its `Visibility`. */
export class Permissions {
  readonly entities: Entities
  readonly grants: Grants
  private readonly byRoles = new Map<string, Visibility>()

  constructor(entities: Entities, grants: Grants) {
    this.entities = entities
    this.grants = grants
  }

  /** Returns the shared instance for the actor's roles. */
  of(actor: Actor): Visibility {
    const key = rolesKeyOf(actor)
    const known = this.byRoles.get(key) ?? new Visibility(withoutName(actor), this.entities, this.grants)
    this.byRoles.set(key, known)
    return known
  }
}
