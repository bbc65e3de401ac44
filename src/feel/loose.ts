/**
 * Evaluates an expression without a document, for `nonet feel`: values are given by name, nothing is declared, and the
 * standard's dynamic rules apply.
 */

import {durationBetween} from './arithmetic.ts'
import {CalendarDate, DateTime, fromMillis, offsetOf, Time} from './calendar.ts'
import {type Closure, type Compile, calculation, itemAt, step, type Tests} from './closures/basic.ts'
import {andOf} from './closures/compare.ts'
import {callWith, compileWith} from './compile.ts'
import type {ArithmeticCore, CallCore, PathCore, PickCore, RangeCore, ScopedCore} from './core.ts'
import {Decimal, parseNum} from './decimal.ts'
import {type Environment, midnight} from './environment.ts'
import {functions} from './functions/table.ts'
import {readProperty} from './properties.ts'
import type {ExpressionProblem, Scope} from './scope.ts'
import {anyType} from './type.ts'
import {type} from './typing/type-expression.ts'
import {
  type Context,
  compareValues,
  DaysDuration,
  equal,
  isList,
  isNum,
  kindOfValue,
  type List,
  own,
  Range,
  timeOffset,
  type Value,
} from './value.ts'

export type LooseResult =
  | {readonly ok: true; readonly value: Value}
  | {readonly ok: false; readonly problems: readonly ExpressionProblem[]}

/** `now`: milliseconds since 1970. */
export function evaluateLoose(text: string, given: Context, now: number): LooseResult {
  const scope: Scope = {
    entities: new Map(),
    inputs: new Map([...given.keys()].map(name => [name, anyType])),
    loose: true,
  }
  const typed = type(text, scope)
  if (!typed.ok) return typed
  const at = fromMillis(now)
  if (at === null) throw new RangeError('the clock is out of range')
  let exceeded = false
  const environment: Environment = {
    world: {all: () => [], field: () => null},
    this: null,
    me: null,
    old: null,
    inputs: given,
    now: at,
    workingWeek: [1, 2, 3, 4, 5],
    exceeded: () => {
      exceeded = true
    },
  }
  const value = compileWith(typed.core, {functions, closures: looseClosures, tests: looseTests})(environment)
  return exceeded ? {ok: false, problems: [tooMuch(text)]} : {ok: true, value}
}

const tooMuch = (text: string): ExpressionProblem => ({
  code: 'N073',
  message: 'This expression goes through too many items.',
  hint: 'Use shorter lists, or nest fewer of them.',
  start: 0,
  end: text.length,
})

/** JSON to values, with the exact digits of numbers; null if it is not JSON. */
export function jsonValues(json: string): Value | null {
  try {
    return JSON.parse(json, revive)
  } catch {
    // JSON.parse throws for malformed text.
    return null
  }
}

function revive(this: unknown, _key: string, value: unknown, context?: {source?: string}): unknown {
  if (typeof value === 'number') return parseNum(context?.source ?? String(value))
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal)
  return isPlain && !(value instanceof Map) ? new Map(Object.entries(value)) : value
}

// Closures that only `nonet feel` needs: ranges as values, and names, paths and tests whose meaning depends on the
// values.

const rangeProperties: Readonly<Record<string, (range: Range) => Value>> = {
  start: range => range.low,
  end: range => range.high,
  'start included': range => range.lowIncluded,
  'end included': range => range.highIncluded,
}

/** The zone of a time: unused in documents, whose instants are shown in TIME_ZONE. */
function zoneProperty(at: Time | DateTime, name: string): Value {
  const {zone} = at instanceof DateTime ? at.time : at
  if (name === 'timezone') return typeof zone === 'string' ? zone : null
  if (name !== 'time offset' || zone === null) return null
  return new DaysDuration(at instanceof DateTime ? (offsetOf(at) ?? 0) : timeOffset(at))
}

/** An entry of a context, a property, or of each item of a list. */
function pathOf(value: Value, name: string, environment: Environment): Value {
  if (isList(value)) return value.map(item => pathOf(item, name, environment))
  const placed = value instanceof Time || value instanceof DateTime ? zoneProperty(value, name) : null
  if (placed !== null) return placed
  if (value instanceof Range) return own(rangeProperties, name)?.(value) ?? null
  return value instanceof Map ? (value.get(name) ?? null) : readProperty(value, name, environment)
}

const path: Compile<PathCore> = (core, {compile}) => {
  const of = compile(core.of)
  return (environment, frame) => pathOf(of(environment, frame), core.name, environment)
}

const scoped: Compile<ScopedCore> = (core, {compile, slot}) => {
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

/** A number is an index; anything else is evaluated for each item. */
const pick: Compile<PickCore> = (core, {compile, slot}) => {
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

/** A date compared with a date and time is its midnight in UTC, or in local time if no zone is known. */
function momentOf(value: Value, beside: Value): Value {
  if (!(value instanceof CalendarDate && beside instanceof DateTime)) return value
  return midnight(value, beside.time.zone === null ? null : 0)
}

/** The standard converts a date and time to a date; documents must convert explicitly. */
const arithmetic: Compile<ArithmeticCore> = (core, compiler) => {
  const usual = calculation(core, compiler)
  if (core.by !== '-') return usual
  const [left, right] = [compiler.compile(core.left), compiler.compile(core.right)]
  return (environment, frame) => {
    const [a, b] = [left(environment, frame), right(environment, frame)]
    const [x, y] = [momentOf(a, b), momentOf(b, a)]
    const mixed = (x !== a || y !== b) && x instanceof DateTime && y instanceof DateTime
    return mixed ? durationBetween(x, y) : usual(environment, frame)
  }
}

const nothing: Closure = () => null

const range: Compile<RangeCore> = (core, {compile}) => {
  const low = core.low === null ? nothing : compile(core.low)
  const high = core.high === null ? nothing : compile(core.high)
  const included = {low: core.lowIncluded, high: core.highIncluded}
  return (environment, frame) => makeRange(low(environment, frame), high(environment, frame), included)
}

/** Ends of different kinds make no range. */
function makeRange(low: Value, high: Value, included: {low: boolean; high: boolean}): Range | null {
  return low !== null && high !== null && kindOfValue(low) !== kindOfValue(high) ? null : new Range(low, high, included)
}

function inRange(value: Value, {low, high, lowIncluded, highIncluded}: Range): boolean | null {
  const [above, below] = [compareValues(value, low), compareValues(high, value)]
  return andOf(
    above === null ? null : above > 0 || (above === 0 && lowIncluded),
    below === null ? null : below > 0 || (below === 0 && highIncluded),
  )
}

/** The standard's `in` for a test whose kind is only known now: a range, a list of tests, or a value. */
function passes(value: Value, test: Value): boolean | null {
  if (test instanceof Range) return value instanceof Range ? equal(value, test) : inRange(value, test)
  if (!isList(test)) return equal(value, test)
  if (isList(value) && equal(value, test) === true) return true
  return test.some(item => (item instanceof Range ? passes(value, item) : equal(value, item)) === true)
}

/** The standard's implicit conversions of arguments: a single value for a list, a list of one for its item. */
const looseCall: Compile<CallCore> = (core, compiler) =>
  callWith(core, compiler, args => {
    const fit = args.map((value, i) => fitted(value, core.accepts?.[i] ?? ['any']))
    return fit.includes(undefined) ? null : fit.filter(value => value !== undefined)
  })

/** Undefined if the value has no accepted kind. */
function fitted(value: Value, kinds: readonly string[]): Value | undefined {
  if (value === null || kinds.includes('any') || kinds.includes(kindOfValue(value))) return value
  if (kinds.includes('list')) return [value]
  return isList(value) && value.length === 1 ? fitted(value[0] ?? null, kinds) : undefined
}

const looseTests: Tests = {
  loose: (test, {compile}) => {
    const other = compile(test.with)
    return (value, environment, frame) => passes(value, other(environment, frame))
  },
}

const looseClosures = {path, scoped, pick, range, call: looseCall, arithmetic}
