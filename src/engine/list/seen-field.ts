/** A path taken apart at its last step: the record it leads to, when the field there is seen, and the field itself. */
import type {Core} from '../../feel/core.ts'
import type {Field} from '../../points/entities/model.ts'
import {compared, fieldCore, isNo, thisCore, valueCore} from '../core-build.ts'
import {holdsAt, isNothing, seenWithRecord} from '../seen-path.ts'
import type {Sight} from '../sight.ts'
import type {Path} from './request.ts'

export interface SeenField {
  /** What leads to the record that has the field; null where there is none, or none that is seen. */
  readonly of: Core
  readonly entity: string
  readonly field: Field
  /** Where that record is there and its field is seen. */
  readonly seen: Core
  /** The value as far as it is seen, where it is a single one. */
  readonly value: Core
}

const known = new WeakMap<Sight, Map<string, SeenField | null>>()
const mostKnown = 5000

/** Null for a path that does not exist, and for one of which the actor sees nothing on any record. */
export function seenField(sight: Sight, entity: string, path: Path): SeenField | null {
  const fields = known.get(sight) ?? new Map<string, SeenField | null>()
  known.set(sight, fields)
  const key = path.length === 1 ? `${entity} ${path[0]}` : `${entity} ${path.join('.')}`
  const found = fields.get(key)
  if (found !== undefined) return found
  if (fields.size >= mostKnown) fields.clear()
  const made = workedOut(sight, entity, path)
  fields.set(key, made)
  return made
}

function workedOut(sight: Sight, entity: string, path: Path): SeenField | null {
  const found = sight.path(entity, path)
  if (found === null) return null
  const of = path.length === 1 ? thisCore(entity) : sight.path(entity, path.slice(0, -1))?.value
  if (of === undefined || isNothing(of) || isNothing(found.value)) return null
  const seen = holdsAt(seenWithRecord(sight, found.entity, found.field.name), found.entity, of)
  return isNo(seen) ? null : {of, entity: found.entity, field: found.field, seen, value: found.value}
}

/** The field without regard to whether it is seen; only beside `seen`. */
export function bareField({of, entity, field}: SeenField): Core {
  const {type} = field.type
  const {kind} = field.type.keeps
  if (kind === 'pairs' || kind === 'other side') return {op: 'relation', of, entity, field: field.name, type}
  return fieldCore(of, entity, {name: field.name, type})
}

export const isThere = (core: Core): Core => compared(core, '!=', valueCore(core.type, null))
export const isEmpty = (core: Core): Core => compared(core, '=', valueCore(core.type, null))
