/** Small expressions that the engine builds from those of the document. */
import type {Core, FieldCore} from '../../feel/core.ts'
import {encode} from '../../feel/format.ts'
import type {Type} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'

const boolean: Type = {kind: 'boolean'}

export const yes: Core = {op: 'value', type: boolean, value: true}
export const no: Core = {op: 'value', type: boolean, value: false}

export function valueCore(type: Type, value: Value): Core {
  return {op: 'value', type, value: encode(value)}
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

export function both(items: readonly Core[]): Core {
  if (items.some(isNo)) return no
  const needed = items.filter(item => !isYes(item))
  return needed.length === 0
    ? yes
    : needed.length === 1
      ? (needed[0] ?? yes)
      : {op: 'and', items: needed, type: boolean}
}

export function either(items: readonly Core[]): Core {
  if (items.some(isYes)) return yes
  const possible = items.filter(item => !isNo(item))
  return possible.length === 0
    ? no
    : possible.length === 1
      ? (possible[0] ?? no)
      : {op: 'or', items: possible, type: boolean}
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
