/** Functions on lists. Items are equal if `=` is true. */

import {DateTime, epochOf, Time} from '../calendar.ts'
import {multiply, type Num, toInteger} from '../decimal.ts'
import {formatValue} from '../format.ts'
import {
  type Context,
  compareValues,
  equal,
  isList,
  isReference,
  kindOfValue,
  type List,
  timeOffset,
  type Value,
} from '../value.ts'
import {mean, numbersOf, overList} from './basic.ts'
import {type Declarations, run} from './declaration.ts'

export const MOST_ITEMS = 100_000

const bounded = (list: List): List | null => (list.length > MOST_ITEMS ? null : list)

/** By key instead of pairwise, so that long lists stay fast. */
function distinct(list: List): List {
  const seen = new Set<string>()
  return list.filter(item => {
    const key = keyOf(item)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const indexes = (list: List, match: Value): List =>
  list.flatMap((item, i) => (equal(item, match) === true ? [i + 1] : []))

/** A single value among lists counts as a list of it; a missing list makes the result null. */
const laid = (lists: List): List | null =>
  lists.includes(null) ? null : bounded(lists.flatMap(list => (isList(list) ? list : [list])))

/** The 0-based index of a 1-based position, or from the end; null if there is no such item. */
function indexOf(list: List, position: Num): number | null {
  const at = toInteger(position)
  if (at === null || at === 0 || Math.abs(at) > list.length) return null
  return at > 0 ? at - 1 : list.length + at
}

function sublist(list: List, start: Num, length: Num | null): List | null {
  const first = indexOf(list, start)
  const count = length === null ? list.length : toInteger(length)
  if (first === null || count === null || count < 0 || (length !== null && first + count > list.length)) return null
  return list.slice(first, first + count)
}

function insertBefore(list: List, position: Num, item: Value): List | null {
  const at = indexOf(list, position)
  return at === null ? null : bounded([...list.slice(0, at), item, ...list.slice(at)])
}

function remove(list: List, position: Num): List | null {
  const at = indexOf(list, position)
  return at === null ? null : list.filter((_, i) => i !== at)
}

const flatten = (list: List): List => list.flatMap(item => (isList(item) ? flatten(item) : [item]))

export const listFunctions = {
  'distinct values': {
    signatures: ['(list: list of T): list of T'],
    sql: true,
    evaluating: run<[List]>(([list]) => distinct(list)),
  },
  'index of': {
    signatures: ['(list: list of T, match: T): list of number'],
    sql: true,
    nulls: true,
    evaluating: run<[List | null, Value]>(([list, match]) => (list === null ? null : indexes(list, match))),
  },
  concatenate: {
    signatures: ['(...lists: list of T): list of T'],
    sql: true,
    evaluating: run<[List]>(([lists]) => laid(lists)),
  },
  union: {
    signatures: ['(...lists: list of T): list of T'],
    sql: true,
    evaluating: run<[List]>(([lists]) => {
      const all = laid(lists)
      return all === null ? null : distinct(all)
    }),
  },
  append: {
    signatures: ['(list: list of T, ...items: T): list of T'],
    sql: true,
    nulls: true,
    evaluating: run<[List | null, List]>(([list, items]) => (list === null ? null : bounded([...list, ...items]))),
  },
  'insert before': {
    signatures: ['(list: list of T, position: number, newItem: T): list of T'],
    sql: true,
    nulls: true,
    evaluating: run<[List | null, Num | null, Value]>(([list, position, item]) =>
      list === null || position === null ? null : insertBefore(list, position, item),
    ),
  },
  remove: {
    signatures: ['(list: list of T, position: number): list of T'],
    sql: true,
    evaluating: run<[List, Num]>(([list, position]) => remove(list, position)),
  },
  reverse: {
    signatures: ['(list: list of T): list of T'],
    sql: true,
    evaluating: run<[List]>(([list]) => list.toReversed()),
  },
  sublist: {
    signatures: ['(list: list of T, start position: number, length?: number): list of T'],
    sql: true,
    evaluating: run<[List, Num, Num | null]>(([list, start, length]) => sublist(list, start, length)),
  },
  flatten: {
    signatures: ['(list: list of list of T): list of T'],
    sql: true,
    evaluating: run<[List]>(([list]) => flatten(list)),
  },
} as const satisfies Declarations

// Aggregates that do not exist in the browser; like those in basic.ts, they skip null over records.

function fold(list: List, step: (a: Num, b: Num) => Num | null): Num | null {
  const numbers = numbersOf(list)
  if (numbers === null || numbers.length === 0) return null
  return numbers.reduce<Num | null>((total, n, i) => (i === 0 ? n : total === null ? null : step(total, n)), null)
}

function median(list: List): Value {
  const sorted = sortedNumbers(list)
  if (sorted === null || sorted.length === 0) return null
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? null
  return sorted.length % 2 === 1 ? upper : mean(sorted.slice(middle - 1, middle + 1))
}

function sortedNumbers(list: List): readonly Num[] | null {
  const numbers = numbersOf(list)
  return numbers === null ? null : [...numbers].sort((a, b) => compareValues(a, b) ?? 0)
}

/** False (for `all`) or true (for `any`) decides; otherwise anything but the opposite makes it unknown. */
function allOrAny(list: List, decides: boolean): boolean | null {
  if (list.includes(decides)) return decides
  return list.every(item => item === !decides) ? !decides : null
}

const numbers = ['(...list: number): number']
const booleans = ['(...list: boolean): boolean']

export const statisticFunctions = {
  product: {signatures: numbers, sql: true, evaluating: overList(list => fold(list, multiply))},
  median: {signatures: numbers, sql: true, evaluating: overList(median)},
  all: {signatures: booleans, sql: true, evaluating: run<[List]>(([list]) => allOrAny(list, false))},
  any: {signatures: booleans, sql: true, evaluating: run<[List]>(([list]) => allOrAny(list, true))},
} as const satisfies Declarations

// A key for sets of values: two values share it exactly if `=` is true.

function keyOf(value: Value): string {
  if (isList(value)) return `[${value.map(item => measured(keyOf(item))).join('')}`
  if (value instanceof Map) return `{${contextKey(value)}`
  return `${kindOfValue(value)} ${textOf(value)}`
}

/** Prefixed by its length, so that adjacent parts cannot be confused. */
const measured = (key: string): string => `${key.length}:${key}`

const contextKey = (context: Context): string =>
  [...context.keys()]
    .sort()
    .map(name => measured(name) + measured(keyOf(context.get(name) ?? null)))
    .join('')

function textOf(value: Value): string {
  if (value instanceof DateTime) return `${typeof value.time.zone} ${epochOf(value)} ${value.time.nano}`
  if (value instanceof Time) return `${typeof value.zone} ${value.second - timeOffset(value)} ${value.nano}`
  return isReference(value) ? `${value.entity} ${value.id}` : formatValue(value)
}
