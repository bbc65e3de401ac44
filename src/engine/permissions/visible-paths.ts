/**
 * Restricts a path of fields to visible data. Conditions on a record along the path are part of the step through it, so
 * long paths with many conditions still compile to small statements.
 */
import {type Core, rebase} from '../../feel/core.ts'
import {booleanType, numberType, type Type, textType} from '../../feel/type.ts'
import type {Field} from '../../points/entities/model.ts'
import {
  compared,
  conjunction,
  fieldCore,
  hiddenCore,
  isNo,
  isYes,
  onlyIf,
  thisCore,
  valueCore,
  yes,
} from '../base/core-build.ts'

/** The read permissions of a set of roles, as needed by paths and conditions. */
export interface ReadPermissions {
  records(entity: string): {readonly where: Core}
  /** The condition under which a field of the current record is visible. */
  seesField(entity: string, field: string): Core
  field(entity: string, name: string): Field | null
}

export interface VisiblePath {
  readonly value: Core
  /** The last field of the path, and its entity. */
  readonly field: Field
  readonly entity: string
}

/**
 * Null if the path does not exist. Its value is null if it is hidden or leads to a hidden record. The record at `from`
 * must be visible to the actor: every list, name and figure checks that first.
 */
export function visiblePath(
  visibility: ReadPermissions,
  entity: string,
  path: readonly string[],
  from: Core = thisCore(entity),
): VisiblePath | null {
  const [name, ...rest] = path
  const field = name === undefined ? null : visibility.field(entity, name)
  if (!field) return null
  const {type} = field.type
  const value = visibleStep(visibleWithRecord(visibility, entity, field.name), {
    entity,
    field: {name: field.span?.from ?? field.name, type},
    from,
  })
  if (type.kind !== 'reference') return rest.length === 0 ? {value, field, entity} : null
  const target = visibleRecord(visibility.records(type.entity).where, type.entity, value)
  return rest.length === 0 ? {value: target, field, entity} : visiblePath(visibility, type.entity, rest, target)
}

/**
 * The condition under which a field of a visible record is visible. A field in every grant is visible wherever its
 * record is.
 */
export function visibleWithRecord(visibility: ReadPermissions, entity: string, field: string): Core {
  const seen = visibility.seesField(entity, field)
  return JSON.stringify(seen) === JSON.stringify(visibility.records(entity).where) && !isNo(seen) ? yes : seen
}

interface PathStep {
  readonly entity: string
  readonly field: {readonly name: string; readonly type: Type}
  readonly from: Core
}

/** The field of the record at `from`, if the condition holds there. */
export function visibleStep(condition: Core, {entity, field, from}: PathStep): Core {
  if (isNo(condition) || isNothing(from)) return hiddenCore(field.type)
  if (isYes(condition)) return fieldCore(from, entity, field)
  if (from.op === 'this') return onlyIf(condition, fieldCore(from, entity, field))
  const item = itemOf(entity, from)
  const of = {...item, name: `${item.name} field`}
  const list = recordsAt(entity, from, condition)
  return first({
    op: 'map',
    list,
    variable: of.name,
    body: fieldCore(of, entity, field),
    type: {kind: 'list', of: field.type},
  })
}

/** The record itself, if the condition holds there. */
export function visibleRecord(condition: Core, entity: string, from: Core): Core {
  if (isYes(condition) || isNothing(from)) return from
  return isNo(condition) ? hiddenCore(from.type) : first(recordsAt(entity, from, condition))
}

/** True if there is a record at `from` for which the condition holds. */
export function holdsAt(condition: Core, entity: string, from: Core): Core {
  if (from.op === 'this' || isNo(condition)) return condition
  if (isYes(condition)) return compared(from, '!=', valueCore(from.type, null))
  const item = itemOf(entity, from)
  return {
    op: 'some',
    list: recordsAt(entity, from, condition),
    variable: `${item.name} some`,
    condition: valueCore(booleanType, true),
    type: booleanType,
  }
}

function recordsAt(entity: string, from: Core, condition: Core): Core {
  const item = itemOf(entity, from)
  const id = {name: 'id', type: textType}
  const same = compared(fieldCore(item, entity, id), '=', fieldCore(from, entity, id))
  const type: Type = {kind: 'list', of: item.type}
  return {
    op: 'filter',
    list: {op: 'all', entity, type},
    variable: item.name,
    condition: conjunction([same, rebase(condition, item)]),
    type,
  }
}

/** The name grows with the distance from the current record, so names within one expression are unique. */
function itemOf(entity: string, from: Core): Core & {readonly op: 'variable'} {
  return {op: 'variable', name: `at ${JSON.stringify(from).length}`, type: {kind: 'reference', entity}}
}

function first(list: Core): Core {
  const type = list.type.kind === 'list' ? list.type.of : list.type
  return {op: 'at', list, index: valueCore(numberType, 1), type}
}

/** True if an expression is null on every record because none of it is granted. */
export function isNothing(core: Core): boolean {
  if (core.op === 'value') return core.value === null
  return (core.op === 'field' || core.op === 'relation') && isNothing(core.of)
}

/**
 * A path split at its last step: the record it leads to, the condition under which the field is visible, and the field.
 */
export interface VisibleField {
  /** Leads to the record with the field; null if there is no such record or it is hidden. */
  readonly of: Core
  readonly entity: string
  readonly field: Field
  /** True if that record exists and its field is visible. */
  readonly seen: Core
  /** The visible value, for single values. */
  readonly value: Core
}

/** Null if the path does not exist, or is visible to the actor on no record. */
export function visibleFieldAt(
  visibility: ReadPermissions,
  entity: string,
  path: readonly string[],
): VisibleField | null {
  const found = visiblePath(visibility, entity, path)
  if (found === null) return null
  const of = path.length === 1 ? thisCore(entity) : visiblePath(visibility, entity, path.slice(0, -1))?.value
  if (of === undefined || isNothing(of) || isNothing(found.value)) return null
  const seen = holdsAt(visibleWithRecord(visibility, found.entity, found.field.name), found.entity, of)
  return isNo(seen) ? null : {of, entity: found.entity, field: found.field, seen, value: found.value}
}

/** The field without its visibility condition. Use it only together with `seen`. */
export function bareField({of, entity, field}: VisibleField): Core {
  const {type} = field.type
  const {kind} = field.type.storage
  if (kind === 'pairs' || kind === 'other side') return {op: 'relation', of, entity, field: field.name, type}
  return fieldCore(of, entity, {name: field.name, type})
}

export const presentCore = (core: Core): Core => compared(core, '!=', valueCore(core.type, null))
export const emptyCore = (core: Core): Core => compared(core, '=', valueCore(core.type, null))
