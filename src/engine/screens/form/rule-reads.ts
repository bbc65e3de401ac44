/**
 * The fields that expressions read, including through computed fields, and the rules that the browser can check while a
 * person types.
 */
import type {LocalRules} from '../../../contract/form.ts'
import {canEvaluate} from '../../../feel/browser.ts'
import type {Core} from '../../../feel/core.ts'
import type {Type} from '../../../feel/type.ts'
import type {Entity, Field} from '../../../points/entities/model.ts'
import {fill} from '../../../points/errors/run.ts'
import {placeholdersIn} from '../../../points/rules/check.ts'
import type {Rule} from '../../../points/rules/model.ts'
import type {ReadContext} from '../../read-context.ts'
import {constantTexts} from '../../write/error-message.ts'

export function readsOf(entity: Entity, core: Core): ReadonlySet<string> {
  return readsThrough(entity, core).reads
}

/** Includes the computed fields along the way. */
export function readsThrough(
  entity: Entity,
  core: Core,
): {readonly reads: ReadonlySet<string>; readonly computed: readonly Core[]} {
  const [found, seen] = [new Set<string>(), new Set<string>()]
  collect(entity, core, {found, seen})
  return {reads: found, computed: [...seen].flatMap(name => entity.fields.get(name)?.computed?.core ?? [])}
}

/** The fields compared with null, as in `other_room = null`. */
export function askedWhetherEmpty(core: Core): ReadonlySet<string> {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const item of node) walk(item)
      return
    }
    if (typeof node !== 'object' || node === null) return
    if ('op' in node && node.op === 'compare' && 'left' in node && 'right' in node)
      for (const [side, other] of [
        [node.left, node.right],
        [node.right, node.left],
      ]) {
        const name = typeof side === 'object' && side !== null ? fieldOfThis(side) : null
        if (name !== null && isNull(other)) found.add(name)
      }
    for (const [key, value] of Object.entries(node)) if (key !== 'type') walk(value)
  }
  walk(core)
  return found
}

const isNull = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  'op' in node &&
  node.op === 'value' &&
  'value' in node &&
  node.value === null

/** Whether it reads records that refer to this one, which are unknown until the record is written. */
export function looksBack(entity: Entity, core: Core): boolean {
  const computed = new Set<string>()
  const walk = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(walk)
    if (typeof node !== 'object' || node === null) return false
    const name = fieldOfThis(node)
    if (name !== null) return isBack(name)
    // Records that do not refer to this one are the same before it is written.
    const others = exceptThis(node)
    if (others !== null) return walk(others)
    if ('op' in node && node.op === 'this') return true
    return Object.entries(node).some(([key, value]) => key !== 'type' && walk(value))
  }
  const isBack = (name: string): boolean => {
    const field = entity.fields.get(name)
    if (field && field.type.storage.kind !== 'column' && field.computed === null && !isListOfReferences(field))
      return true
    if (!field?.computed?.core || computed.has(name)) return false
    computed.add(name)
    return walk(field.computed.core)
  }
  return walk(core)
}

/** `many Tag`: the form knows the value before the record is written. */
export const isListOfReferences = (field: Field | undefined): boolean =>
  field?.computed === null && field.type.control.control === 'records'

/** `series` of `series != this`. */
function exceptThis(node: object): unknown {
  if (!('op' in node) || node.op !== 'compare' || !('by' in node) || node.by !== '!=') return null
  const [left, right] = ['left' in node ? node.left : null, 'right' in node ? node.right : null]
  const isThis = (side: unknown) => typeof side === 'object' && side !== null && 'op' in side && side.op === 'this'
  return isThis(right) ? left : isThis(left) ? right : null
}

interface ReadFields {
  readonly found: Set<string>
  /** Computed fields already visited. */
  readonly seen: Set<string>
}

/** Core is plain JSON, so a walk over it only needs to know the operation it looks for. */
function collect(entity: Entity, node: unknown, gathered: ReadFields): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(entity, item, gathered)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const name = fieldOfThis(node)
  if (name !== null) note(entity, name, gathered)
  for (const [key, value] of Object.entries(node)) if (key !== 'type') collect(entity, value, gathered)
}

export function fieldOfThis(node: object): string | null {
  if (!('op' in node) || (node.op !== 'field' && node.op !== 'relation')) return null
  const of = 'of' in node ? node.of : null
  const isThis = typeof of === 'object' && of !== null && 'op' in of && of.op === 'this'
  return isThis && 'field' in node ? String(node.field) : null
}

function note(entity: Entity, name: string, {found, seen}: ReadFields): void {
  const computed = entity.fields.get(name)?.computed?.core
  if (!computed) found.add(name)
  else if (!seen.has(name)) {
    seen.add(name)
    collect(entity, computed, {found, seen})
  }
}

// Rules that the browser can check while a person types: those that read only the form and constants.

/** Null if there are none. The server checks the others, and all of them again when the form is sent. */
export function localRules(reader: ReadContext, rules: readonly Rule[], fields: readonly Field[]): LocalRules | null {
  const {errors, limits} = reader.specification
  const known = new Map(fields.flatMap(field => (isPlain(field) ? [[field.name, field.type.type] as const] : [])))
  const isLocal = ({must, when}: Rule) => [must, ...(when ? [when] : [])].every(({core}) => readsOnly(core, known))
  const local = rules.filter(isLocal).flatMap(rule => {
    const message = errors.declared.get(rule.error)?.message ?? ''
    const names = placeholdersIn(message)
    if (message === '' || names.some(name => !limits.constants.has(name))) return []
    const {field, when, must} = rule
    return [{field, when: when?.core ?? null, must: must.core, message: fill(message, constantTexts(reader, names))}]
  })
  const {zone, workingWeek} = reader.moment
  return local.length === 0 ? null : {types: Object.fromEntries(known), rules: local, zone, workingWeek}
}

/** True for fields whose text in the form can be parsed without other data. */
function isPlain({type}: Field): boolean {
  const {kind} = type.type
  if (type.control.control === 'file') return false
  return ['date', 'time', 'number', 'boolean', 'text', 'choice', 'reference'].includes(kind)
}

const foreign = ['me', 'old', 'all', 'relation', 'input', 'this']

/** Core is plain JSON, so a walk over it only needs to know the operations that read other data. */
function readsOnly(core: Core, known: ReadonlyMap<string, Type>): boolean {
  const walk = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.every(walk)
    if (typeof node !== 'object' || node === null) return true
    if ('op' in node && node.op === 'field') return isOwnField(node, known)
    if ('op' in node && foreign.includes(String(node.op))) return false
    return Object.entries(node).every(([key, value]) => key === 'type' || walk(value))
  }
  return canEvaluate(core) && walk(core)
}

function isOwnField(node: object, known: ReadonlyMap<string, Type>): boolean {
  const of = 'of' in node ? node.of : null
  const isThis = typeof of === 'object' && of !== null && 'op' in of && of.op === 'this'
  return isThis && 'field' in node && known.has(String(node.field))
}
