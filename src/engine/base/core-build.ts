/** Small expressions that the engine builds from those of the document. */
import type {Core, FieldCore} from '../../feel/core.ts'
import {encodeValue} from '../../feel/format.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'

const boolean: Type = {kind: 'boolean'}

export const yes: Core = {op: 'value', type: boolean, value: true}
export const no: Core = {op: 'value', type: boolean, value: false}

export function valueCore(type: Type, value: Value): Core {
  return {op: 'value', type, value: encodeValue(value)}
}

/** A value that the actor may not see. */
export function hiddenCore(type: Type): Core {
  return {op: 'value', type, value: null, hidden: true}
}

/** The acting person. */
export const meCore: Core = {op: 'me', type: {kind: 'reference', entity: 'User'}}

/** A value that is bound when the statement runs. */
export function parameterCore(name: string, type: Type): Core {
  return {op: 'parameter', name, type}
}

export function thisCore(entity: string): Core {
  return {op: 'this', entity, type: {kind: 'reference', entity}}
}

export function fieldCore(of: Core, entity: string, field: {name: string; type: Type}): FieldCore {
  return {op: 'field', of, entity, field: field.name, type: field.type}
}

export function isYes(core: Core): boolean {
  return core.op === 'value' && core.value === true
}

export function isNo(core: Core): boolean {
  return core.op === 'value' && core.value === false
}

/** All of the conditions, each once: `a and a` is `a`, and so is `a and (a or b)`. */
export function conjunction(items: readonly Core[]): Core {
  return joined('and', items)
}

/** At least one of the conditions, each once: `a or a` is `a`, and so is `a or (a and b)`. */
export function either(items: readonly Core[]): Core {
  return joined('or', items)
}

/** Permissions are joined once for each field that they guard, so most of the items repeat each other. */
function joined(op: 'and' | 'or', items: readonly Core[]): Core {
  const [neutral, decisive] = op === 'and' ? [yes, no] : [no, yes]
  const [isNeutral, isDecisive] = op === 'and' ? [isYes, isNo] : [isNo, isYes]
  const conditions = items.flatMap(item => (item.op === op ? item.items : [item]))
  if (conditions.some(isDecisive)) return decisive
  const different = new Map(conditions.filter(each => !isNeutral(each)).map(each => [JSON.stringify(each), each]))
  const needed = different.size > 1 ? withoutImplied(different, op === 'and' ? 'or' : 'and') : [...different.values()]
  const [only = neutral] = needed
  return needed.length > 1 ? {op, items: needed, type: boolean} : only
}

/** Leaves out each condition that has all parts of another one and more, in `a and (a or b)` the second. */
function withoutImplied(conditions: ReadonlyMap<string, Core>, inner: 'and' | 'or'): readonly Core[] {
  const all = [...conditions].map(([text, core]) => ({
    core,
    parts: new Set(core.op === inner ? core.items.map(item => JSON.stringify(item)) : [text]),
  }))
  const isImplied = (parts: ReadonlySet<string>): boolean =>
    all.some(other => other.parts.size < parts.size && other.parts.isSubsetOf(parts))
  return all.filter(({parts}) => !isImplied(parts)).map(({core}) => core)
}

/** The value if the condition, which says whether it is visible, is true. */
export function onlyIf(condition: Core, value: Core): Core {
  if (isYes(condition)) return value
  const nothing = hiddenCore(value.type)
  // biome-ignore lint/suspicious/noThenProperty: plain data, never awaited
  return isNo(condition) ? nothing : {op: 'if', condition, then: value, otherwise: nothing, type: value.type}
}

export function compared(left: Core, by: '=' | '!=' | '<' | '<=' | '>' | '>=', right: Core): Core {
  const words = left.type.kind === 'choice' && by !== '=' && by !== '!=' ? {words: left.type.words} : {}
  return {op: 'compare', by, left, right, type: boolean, ...words}
}

/** Applies `change` to every direct subexpression; returns the same object if nothing changes. */
export function partsChanged(core: Core, change: (part: Core) => Core): Core {
  return insideOf(core, change) as Core
}

function insideOf(node: object, change: (part: Core) => Core): object {
  const entries = Object.entries(node).map(
    ([key, value]) => [key, key === 'type' ? value : partOf(value, change)] as const,
  )
  const before: Readonly<Record<string, unknown>> = {...node}
  return entries.every(([key, value]) => value === before[key]) ? node : Object.fromEntries(entries)
}

function partOf(value: unknown, change: (part: Core) => Core): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => partOf(item, change))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (typeof value !== 'object' || value === null) return value
  return isCore(value) ? change(value) : insideOf(value, change)
}

const isCore = (value: object): value is Core => 'op' in value && 'type' in value
