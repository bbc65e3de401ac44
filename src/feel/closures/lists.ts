/** Closures that go through lists: filters, paths over lists, indexes and quantifiers. */
import type {AtCore, FilterCore, MapCore, QuantifiedCore} from '../core.ts'
import {toInteger} from '../decimal.ts'
import {isList, isNum, type List, type Value} from '../value.ts'
import {type Compile, step} from './closure.ts'

/** From 1, from the end when negative; null outside. */
export function itemAt(list: List, index: Value): Value {
  const at = isNum(index) ? toInteger(index) : null
  if (at === null || at === 0) return null
  return list[at > 0 ? at - 1 : list.length + at] ?? null
}

/** A single value is a list of itself; nothing is an empty list only where records are meant. */
const listOf = (value: Value): List => (isList(value) ? value : value === null ? [] : [value])

export const filter: Compile<FilterCore> = (core, {compile, slot}) => {
  const list = compile(core.list)
  const at = slot(core.variable)
  const condition = compile(core.condition)
  return (environment, frame) => {
    const items = list(environment, frame)
    if (items === null) return null
    return listOf(items).filter(item => {
      step(frame, 1)
      frame.slots[at] = item
      return condition(environment, frame) === true
    })
  }
}

export const map: Compile<MapCore> = (core, {compile, slot}) => {
  const list = compile(core.list)
  const at = slot(core.variable)
  const body = compile(core.body)
  return (environment, frame) => {
    const items = list(environment, frame)
    if (items === null) return null
    return listOf(items).map(item => {
      step(frame, 1)
      frame.slots[at] = item
      return body(environment, frame)
    })
  }
}

export const at: Compile<AtCore> = (core, {compile}) => {
  const list = compile(core.list)
  const index = compile(core.index)
  return (environment, frame) => {
    const items = list(environment, frame)
    return items === null ? null : itemAt(listOf(items), index(environment, frame))
  }
}

export const quantified: Compile<QuantifiedCore> = (core, {compile, slot}) => {
  const list = compile(core.list)
  const at = slot(core.variable)
  const condition = compile(core.condition)
  const decides = core.op === 'some'
  return (environment, frame) => {
    const items = list(environment, frame)
    if (items === null) return null
    let answer: boolean | null = !decides
    for (const item of listOf(items)) {
      step(frame, 1)
      frame.slots[at] = item
      const found = condition(environment, frame)
      if (found === decides) return decides
      if (found !== !decides) answer = null
    }
    return answer
  }
}
