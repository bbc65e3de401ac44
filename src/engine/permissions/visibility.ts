/**
 * What one actor can see: which records of an entity, which fields of each, and what a path through references shows. All of it is conditions inside the
 * expressions themselves, so that lists, counts, sorts, searches and sums cannot go around it.
 */

import type {Core} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import {readableField} from '../../points/entities/lookup.ts'
import type {Entities, Entity, Field} from '../../points/entities/model.ts'
import {engineEntities, ownFields} from '../../points/entities/own-fields.ts'
import {type Actor, rolesKeyOf} from '../actor.ts'
import {both, either, isYes, onlyIf, partsChanged, standingAt, thisCore, yes} from '../core-build.ts'
import type {Grant, GrantedAct, Grants} from './grants.ts'
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
 * A condition that the document gives a screen, as far as one actor sees what it reads. A record whose own field is hidden from the actor does not fit,
 * whatever the field holds; a hidden field of another record is empty, and hidden records are in no list. So what a screen shows or counts tells nothing
 * that its viewer may not read.
 */

/** The same object where everything that the condition reads is seen. */
function visibleCondition(visibility: ReadPermissions, condition: Core): Core {
  const needs: Core[] = []
  const seen = walked(condition, {visibility, needs, names: {next: 0}})
  const needed = both(needs)
  return isYes(needed) ? seen : both([needed, seen])
}

/** The same for a value that the document names: nothing where the record's own fields that it reads are hidden. */
function visibleValue(visibility: ReadPermissions, value: Core): Core {
  const needs: Core[] = []
  const seen = walked(value, {visibility, needs, names: {next: 0}})
  return onlyIf(both(needs), seen)
}

interface Walk {
  readonly visibility: ReadPermissions
  /** What must be seen of the record itself. */
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
  // The items of a list are seen, because the list holds no others.
  if (from.op === 'variable') return onlyIf(standingAt(seen, from), same(core, {...core, of: from}))
  const record = visibleRecord(visibility.records(entity).where, entity, from)
  if (record === of && isYes(seen)) return core
  return visibleStep(seen, {entity, field: {name: field, type: core.type}, from: record})
}

/** Linked records that are seen, where the field that links them is. */
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
  const guarded = of.op === 'this' || isYes(seen) ? [] : [standingAt(seen, from)]
  if (target === null) return guarded.length === 0 ? list : onlyIf(both(guarded), list)
  const link =
    declared?.type.storage.kind === 'other side' ? visibility.seesField(target, declared.type.storage.by) : yes
  return filtered(list, target, [visibility.records(target).where, link], walk, guarded)
}

/** `about`: conditions on what the list belongs to. */
function filtered(
  list: Core,
  entity: string,
  conditions: readonly Core[],
  {names}: Walk,
  about: readonly Core[] = [],
): Core {
  const of: Type = {kind: 'reference', entity}
  const item: Core = {op: 'variable', name: `seen ${names.next++}`, type: of}
  const condition = both([...about, ...conditions.map(each => standingAt(each, item))])
  return isYes(condition) ? list : {op: 'filter', list, variable: item.name, condition, type: list.type}
}

/** Who asks knows about themselves. */
function isAboutMe(core: Core): boolean {
  return core.op === 'me' || (core.op === 'field' && isAboutMe(core.of))
}

/** The first one where they are the same, so that what is kept for it is found again. */
function same<C extends Core & {readonly of: Core}>(before: C, after: C): C {
  return before.of === after.of ? before : after
}

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
