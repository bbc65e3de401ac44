/** Closures for what only `nonet feel` meets: names and paths that are decided by the values found there. */
import type {PathCore, PickCore, ScopedCore} from '../core.ts'
import type {Environment} from '../environment.ts'
import {readProperty} from '../properties.ts'
import {isList, isNum, type List, type Value} from '../value.ts'
import {type Compile, step} from './closure.ts'
import {itemAt} from './lists.ts'

/** An entry of a context, a property, or of each item of a list. */
function pathOf(value: Value, name: string, environment: Environment): Value {
  if (isList(value)) return value.map(item => pathOf(item, name, environment))
  return value instanceof Map ? (value.get(name) ?? null) : readProperty(value, name, environment)
}

export const path: Compile<PathCore> = (core, {compile}) => {
  const of = compile(core.of)
  return (environment, frame) => pathOf(of(environment, frame), core.name, environment)
}

export const scoped: Compile<ScopedCore> = (core, {compile, slot}) => {
  const slots = core.variables.map(slot)
  const otherwise = compile(core.otherwise)
  return (environment, frame) => {
    for (const at of slots) {
      const item = frame.slots[at]
      if (item instanceof Map && item.has(core.name)) return item.get(core.name) ?? null
    }
    return otherwise(environment, frame)
  }
}

/** A number, found without looking at an item, is an index; anything else is asked of each item. */
export const pick: Compile<PickCore> = (core, {compile, slot}) => {
  const list = compile(core.list)
  const at = slot(core.variable)
  const by = compile(core.by)
  return (environment, frame) => {
    const found = list(environment, frame)
    if (found === null) return null
    const items: List = isList(found) ? found : [found]
    frame.slots[at] = null
    const index = by(environment, frame)
    if (isNum(index)) return itemAt(items, index)
    return items.filter(item => {
      step(frame, 1)
      frame.slots[at] = item
      return by(environment, frame) === true
    })
  }
}
