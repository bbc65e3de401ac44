/** Closures that go through lists: filters, paths over lists, indexes and quantifiers. */
import type {AtCore, Core, FilterCore, MapCore, QuantifiedCore} from '../core.ts'
import {toInteger} from '../decimal.ts'
import {isList, isNum, type List, type Value} from '../value.ts'
import {type Closure, type Compile, type Compiler, type Frame, step} from './closure.ts'

/** From 1, from the end when negative; null outside. */
export function itemAt(list: List, index: Value): Value {
  const at = isNum(index) ? toInteger(index) : null
  if (at === null || at === 0) return null
  return list[at > 0 ? at - 1 : list.length + at] ?? null
}

/** A single value is a list of itself. */
const listOf = (value: Value): List => (isList(value) ? value : [value])

type Ask = (item: Value) => Value

/** Gives the items of the list and a way to ask `inside` about each of them to `use`; without a list, null. */
function overItems(core: {list: Core; variable: string}, inside: Core, use: (items: List, ask: Ask) => Value) {
  return ({compile, slot}: Compiler): Closure => {
    const [list, at, asked] = [compile(core.list), slot(core.variable), compile(inside)]
    return (environment, frame: Frame) => {
      const items = list(environment, frame)
      if (items === null) return null
      return use(listOf(items), item => {
        step(frame, 1)
        frame.slots[at] = item
        return asked(environment, frame)
      })
    }
  }
}

export const filter: Compile<FilterCore> = (core, compiler) =>
  overItems(core, core.condition, (items, ask) => items.filter(item => ask(item) === true))(compiler)

export const map: Compile<MapCore> = (core, compiler) =>
  overItems(core, core.body, (items, ask) => items.map(ask))(compiler)

export const at: Compile<AtCore> = (core, {compile}) => {
  const list = compile(core.list)
  const index = compile(core.index)
  return (environment, frame) => {
    const items = list(environment, frame)
    return items === null ? null : itemAt(listOf(items), index(environment, frame))
  }
}

export const quantified: Compile<QuantifiedCore> = (core, compiler) => {
  const decides = core.op === 'some'
  const judge = (items: List, ask: Ask): boolean | null => {
    let answer: boolean | null = !decides
    for (const item of items) {
      const found = ask(item)
      if (found === decides) return decides
      if (found !== !decides) answer = null
    }
    return answer
  }
  return overItems(core, core.condition, judge)(compiler)
}
