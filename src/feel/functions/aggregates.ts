/**
 * Functions that make one value of a list. Over records they pass over empty values and `sum` of nothing is 0; over
 * list values the standard holds: an empty list and a null among the items make null.
 */
import {divide, multiply, type Num, sumOf} from '../decimal.ts'
import {compare, isNum, type List, type Value} from '../value.ts'
import {type Declarations, type Run, run} from './declaration.ts'

const present = (list: List): List => list.filter(item => item !== null)

const overList = (body: (items: List, records: boolean) => Value): Run =>
  run<[List]>(([list], _, records) => body(records ? present(list) : list, records))

function numbersOf(list: List): readonly Num[] | null {
  const numbers = list.filter(isNum)
  return numbers.length === list.length ? numbers : null
}

function fold(list: List, step: (a: Num, b: Num) => Num | null): Num | null {
  const numbers = numbersOf(list)
  if (numbers === null || numbers.length === 0) return null
  return numbers.reduce<Num | null>((total, n, i) => (i === 0 ? n : total === null ? null : step(total, n)), null)
}

function sum(list: List, records: boolean): Num | null {
  const numbers = numbersOf(list)
  return numbers === null || (numbers.length === 0 && !records) ? null : sumOf(numbers)
}

function mean(list: List): Num | null {
  const total = sum(list, false)
  return total === null ? null : divide(total, list.length)
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
  return numbers === null ? null : [...numbers].sort((a, b) => compare(a, b) ?? 0)
}

/** The least (sign −1) or greatest (sign 1) item; null when two of them have no order. */
function extreme(list: List, sign: number): Value {
  let best: Value = list[0] ?? null
  for (const item of list) {
    const order = compare(item, best)
    if (order === null) return null
    if (order * sign > 0) best = item
  }
  return best
}

/** False (for `all`) or true (for `any`) decides at once; otherwise anything but the opposite leaves it unknown. */
function judge(list: List, decides: boolean): boolean | null {
  if (list.includes(decides)) return decides
  return list.every(item => item === !decides) ? !decides : null
}

const numbers = ['(...list: number): number']
const ordered = ['(...list: O): O']
const booleans = ['(...list: boolean): boolean']

export const aggregateFunctions = {
  count: {signatures: ['(...list: T): number'], sql: true, run: overList(list => list.length)},
  sum: {signatures: numbers, sql: true, run: overList(sum)},
  product: {signatures: numbers, sql: false, run: overList(list => fold(list, multiply))},
  mean: {signatures: numbers, sql: true, run: overList(mean)},
  median: {signatures: numbers, sql: true, run: overList(median)},
  min: {signatures: ordered, sql: true, run: overList(list => extreme(list, -1))},
  max: {signatures: ordered, sql: true, run: overList(list => extreme(list, 1))},
  all: {signatures: booleans, sql: true, run: run<[List]>(([list]) => judge(list, false))},
  any: {signatures: booleans, sql: true, run: run<[List]>(([list]) => judge(list, true))},
} as const satisfies Declarations
