/** Closures for values, names, fields, properties, arithmetic, logic and lists; comparisons are in compare.ts. */

import {negated, operations} from '../arithmetic.ts'
import type {
  AllCore,
  ArithmeticCore,
  AtCore,
  Core,
  FieldCore,
  FilterCore,
  IfCore,
  InputCore,
  InTest,
  ListCore,
  LogicCore,
  MapCore,
  MeCore,
  NegateCore,
  NotCore,
  OldCore,
  ParameterCore,
  PropertyCore,
  QuantifiedCore,
  RelationCore,
  ThisCore,
  ValueCore,
  VariableCore,
} from '../core.ts'
import {negate, toInteger} from '../decimal.ts'
import type {Environment} from '../environment.ts'
import {decodeValue} from '../format.ts'
import type {Declarations} from '../functions/declaration.ts'
import {readProperty} from '../properties.ts'
import {isList, isNum, kindOfValue, type List, type Reference, type Value} from '../value.ts'

/* The building blocks of compiled expressions: closures over an environment, and the state of an evaluation. */

/** The variables of enclosing filters and quantifiers, by slot, and the remaining steps. */
export interface ClosureFrame {
  readonly slots: Value[]
  steps: number
}

export type Closure = (environment: Environment, frame: ClosureFrame) => Value

/** Tests a value, three-valued. */
export type Test = (value: Value, environment: Environment, frame: ClosureFrame) => boolean | null

export interface ClosureCompiler {
  readonly compile: (core: Core) => Closure
  /** The slot of a variable, the same for its binder and its uses. */
  readonly slot: (variable: string) => number
  readonly functions: Declarations
  readonly tests: Tests
}

/** How each kind of test of `in` is compiled. */
export type Tests = {
  readonly [K in InTest['test']]?: (test: Extract<InTest, {test: K}>, compiler: ClosureCompiler) => Test
}

export type Compile<C extends Core> = (core: C, compiler: ClosureCompiler) => Closure

/** Items visited in one evaluation, over all its loops. */
export const MOST_STEPS = 1_000_000

/** Aborts an evaluation that exceeds its bounds; `compile` turns it into null. */
export class Exceeded extends Error {}

export function step(frame: ClosureFrame, steps: number): void {
  frame.steps -= steps
  if (frame.steps < 0) throw new Exceeded('too many steps')
}

export const compileValue: Compile<ValueCore> = core => {
  const known = decodeValue(core.type, core.value)
  return () => known
}

export const self: Compile<ThisCore> = () => environment => environment.this
export const me: Compile<MeCore> = () => environment => environment.me
export const old: Compile<OldCore> = () => environment => environment.old
export const input: Compile<InputCore> =
  ({name}) =>
  environment =>
    environment.inputs.get(name) ?? null

export const parameter: Compile<ParameterCore> =
  ({name}) =>
  environment =>
    environment.parameters?.get(name) ?? null

export const variable: Compile<VariableCore> = ({name}, {slot}) => {
  const at = slot(name)
  return (_, frame) => frame.slots[at] ?? null
}

/** Typing guarantees references. */
export const referring = (core: Core, {compile}: ClosureCompiler): ((...at: Parameters<Closure>) => Reference | null) =>
  compile(core) as (...at: Parameters<Closure>) => Reference | null

export const field: Compile<FieldCore> = (core, compiler) => {
  const name = core.field
  // By far the most common case, so it has a fast path.
  if (core.of.op === 'this') return ({this: record, world}) => (record === null ? null : world.field(record, name))
  const of = referring(core.of, compiler)
  return (environment, frame) => {
    const record = of(environment, frame)
    return record === null ? null : environment.world.field(record, name)
  }
}

export const relation: Compile<RelationCore> = (core, compiler) => {
  const list = field({...core, op: 'field'}, compiler)
  return (environment, frame) => list(environment, frame) ?? []
}

export const all: Compile<AllCore> =
  ({entity}) =>
  environment =>
    environment.world.all(entity)

export const property: Compile<PropertyCore> = (core, {compile}) => {
  const of = compile(core.of)
  const {name} = core
  return (environment, frame) => readProperty(of(environment, frame), name, environment)
}

export const compileListItems: Compile<ListCore> = (core, {compile}) => {
  const items = core.items.map(compile)
  return (environment, frame) => items.map(item => item(environment, frame))
}

// Arithmetic. Undefined results are null.

export const calculation: Compile<ArithmeticCore> = (core, {compile}) => {
  const left = compile(core.left)
  const right = compile(core.right)
  const {by} = core
  return (environment, frame) => {
    const [a, b] = [left(environment, frame), right(environment, frame)]
    if (a === null || b === null) return null
    return operations[`${kindOfValue(a)} ${by} ${kindOfValue(b)}`]?.run(a, b, environment) ?? null
  }
}

export const negation: Compile<NegateCore> = (core, {compile}) => {
  const of = compile(core.of)
  return (environment, frame) => {
    const value = of(environment, frame)
    return isNum(value) ? negate(value) : negated(value)
  }
}

// Three-valued `and`, `or` and `not`, and `if`. Anything but true and false counts as unknown.

/** `false` decides an `and`, `true` an `or`. */
const pair =
  (decides: boolean) =>
  (left: Closure, right: Closure): Closure =>
  (environment, frame) => {
    const first = left(environment, frame)
    if (first === decides) return decides
    const second = right(environment, frame)
    if (second === decides) return decides
    return first === !decides && second === !decides ? !decides : null
  }

export const logic: Compile<LogicCore> = (core, {compile}) => core.items.map(compile).reduce(pair(core.op === 'or'))

export const not: Compile<NotCore> = (core, {compile}) => {
  const of = compile(core.of)
  return (environment, frame) => {
    const value = of(environment, frame)
    return typeof value === 'boolean' ? !value : null
  }
}

export const choose: Compile<IfCore> = (core, {compile}) => {
  const condition = compile(core.condition)
  const [yes, no] = [compile(core.then), compile(core.otherwise)]
  return (environment, frame) => (condition(environment, frame) === true ? yes : no)(environment, frame)
}

// Lists: filters, paths over lists, indexes and quantifiers.

/** From 1, from the end when negative; null outside. */
export function itemAt(list: List, index: Value): Value {
  const at = isNum(index) ? toInteger(index) : null
  if (at === null || at === 0) return null
  return list[at > 0 ? at - 1 : list.length + at] ?? null
}

/** A single value is a list of itself. */
const listOf = (value: Value): List => (isList(value) ? value : [value])

type Ask = (item: Value) => Value

/**
 * Passes the items of the list and a function that evaluates `inside` for each of them to `use`; null without a list.
 */
function overItems(core: {list: Core; variable: string}, inside: Core, use: (items: List, ask: Ask) => Value) {
  return ({compile, slot}: ClosureCompiler): Closure => {
    const [list, at, asked] = [compile(core.list), slot(core.variable), compile(inside)]
    return (environment, frame: ClosureFrame) => {
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
  const predicate = (items: List, ask: Ask): boolean | null => {
    let answer: boolean | null = !decides
    for (const item of items) {
      const found = ask(item)
      if (found === decides) return decides
      if (found !== !decides) answer = null
    }
    return answer
  }
  return overItems(core, core.condition, predicate)(compiler)
}
