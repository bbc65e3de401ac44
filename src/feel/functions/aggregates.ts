/**
 * Functions that make one value of a list. Over records they pass over empty values and `sum` of nothing is 0; over
 * list values the standard holds: an empty list and a null among the items make null.
 */
import {divide, type Num, sumOf} from '../decimal.ts'
import {compare, isNum, type List, type Value} from '../value.ts'
import {type Declarations, type Run, run} from './declaration.ts'

const present = (list: List): List => list.filter(item => item !== null)

export const overList = (body: (items: List, records: boolean) => Value): Run =>
  run<[List]>(([list], _, records) => body(records ? present(list) : list, records))

export function numbersOf(list: List): readonly Num[] | null {
  const numbers = list.filter(isNum)
  return numbers.length === list.length ? numbers : null
}

function sum(list: List, records: boolean): Num | null {
  const numbers = numbersOf(list)
  return numbers === null || (numbers.length === 0 && !records) ? null : sumOf(numbers)
}

export function mean(list: List): Num | null {
  const total = sum(list, false)
  return total === null ? null : divide(total, list.length)
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

const numbers = ['(...list: number): number']
const ordered = ['(...list: O): O']

export const aggregateFunctions = {
  count: {signatures: ['(...list: T): number'], sql: true, run: overList(list => list.length)},
  sum: {signatures: numbers, sql: true, run: overList(sum)},
  mean: {signatures: numbers, sql: true, run: overList(mean)},
  min: {signatures: ordered, sql: true, run: overList(list => extreme(list, -1))},
  max: {signatures: ordered, sql: true, run: overList(list => extreme(list, 1))},
} as const satisfies Declarations
