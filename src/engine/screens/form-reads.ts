/** Which stored fields of the record at hand an expression depends on, also through computed ones. */
import type {Core} from '../../feel/core.ts'
import type {Entity} from '../../points/entities/model.ts'

export function readsOf(entity: Entity, core: Core): ReadonlySet<string> {
  const found = new Set<string>()
  collect(entity, core, {found, seen: new Set()})
  return found
}

/** Whether it asks which other records lead to this one, which a record that is not written yet cannot say. */
export function looksBack(entity: Entity, core: Core): boolean {
  const computed = new Set<string>()
  const walk = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(walk)
    if (typeof node !== 'object' || node === null) return false
    const name = fieldOfThis(node)
    if (name !== null) return isBack(name)
    if ('op' in node && node.op === 'this') return true
    return Object.entries(node).some(([key, value]) => key !== 'type' && walk(value))
  }
  const isBack = (name: string): boolean => {
    const field = entity.fields.get(name)
    if (field && field.type.keeps.kind !== 'column' && field.computed === null) return true
    if (!field?.computed?.core || computed.has(name)) return false
    computed.add(name)
    return walk(field.computed.core)
  }
  return walk(core)
}

interface Gathered {
  readonly found: Set<string>
  /** Computed fields that were gone into. */
  readonly seen: Set<string>
}

/** Core is plain JSON, so a walk over it needs to know no operation but the one it looks for. */
function collect(entity: Entity, node: unknown, gathered: Gathered): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(entity, item, gathered)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const name = fieldOfThis(node)
  if (name !== null) note(entity, name, gathered)
  for (const [key, value] of Object.entries(node)) if (key !== 'type') collect(entity, value, gathered)
}

function fieldOfThis(node: object): string | null {
  if (!('op' in node) || (node.op !== 'field' && node.op !== 'relation')) return null
  const of = 'of' in node ? node.of : null
  const isThis = typeof of === 'object' && of !== null && 'op' in of && of.op === 'this'
  return isThis && 'field' in node ? String(node.field) : null
}

function note(entity: Entity, name: string, {found, seen}: Gathered): void {
  const computed = entity.fields.get(name)?.computed?.core
  if (!computed) found.add(name)
  else if (!seen.has(name)) {
    seen.add(name)
    collect(entity, computed, {found, seen})
  }
}
