/** More functions that make one value of a list; as in aggregates.ts, over records they pass over empty values. */
import {multiply, type Num} from '../decimal.ts'
import {compare, type List, type Value} from '../value.ts'
import {mean, numbersOf, overList} from './aggregates.ts'
import {type Declarations, run} from './declaration.ts'

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
  return numbers === null ? null : [...numbers].sort((a, b) => compare(a, b) ?? 0)
}

/** False (for `all`) or true (for `any`) decides at once; otherwise anything but the opposite leaves it unknown. */
function judge(list: List, decides: boolean): boolean | null {
  if (list.includes(decides)) return decides
  return list.every(item => item === !decides) ? !decides : null
}

const numbers = ['(...list: number): number']
const booleans = ['(...list: boolean): boolean']

export const statisticFunctions = {
  product: {signatures: numbers, sql: true, run: overList(list => fold(list, multiply))},
  median: {signatures: numbers, sql: true, run: overList(median)},
  all: {signatures: booleans, sql: true, run: run<[List]>(([list]) => judge(list, false))},
  any: {signatures: booleans, sql: true, run: run<[List]>(([list]) => judge(list, true))},
} as const satisfies Declarations
