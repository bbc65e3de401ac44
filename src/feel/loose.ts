/**
 * Evaluates an expression without a document, as `nonet feel` does: values are given by name, nothing is declared,
 * and the standard's dynamic rules hold.
 */
import {fromMillis} from './calendar.ts'
import {looseClosures, looseTests} from './closures/loose.ts'
import {compileWith} from './compile.ts'
import {Decimal, parseNum} from './decimal.ts'
import type {Environment} from './environment.ts'
import {functions} from './functions/table.ts'
import type {Problem, Scope} from './scope.ts'
import {anyType} from './type.ts'
import {type} from './typing/type.ts'
import type {Context, Value} from './value.ts'

export type Answer =
  | {readonly ok: true; readonly value: Value}
  | {readonly ok: false; readonly problems: readonly Problem[]}

/** `now`: milliseconds since 1970. */
export function evaluateLoose(text: string, given: Context, now: number): Answer {
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

const tooMuch = (text: string): Problem => ({
  code: 'N073',
  message: 'This expression goes through too many items.',
  hint: 'Use shorter lists, or nest fewer of them.',
  start: 0,
  end: text.length,
})

/** JSON to values, numbers digit by digit as they are written; null when it is not JSON. */
export function readValues(json: string): Value | null {
  try {
    return JSON.parse(json, revive)
  } catch {
    // JSON says "malformed" by throwing.
    return null
  }
}

function revive(this: unknown, _key: string, value: unknown, context?: {source?: string}): unknown {
  if (typeof value === 'number') return parseNum(context?.source ?? String(value))
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal)
  return isPlain && !(value instanceof Map) ? new Map(Object.entries(value)) : value
}
