/** Functions of numbers. */
import {isWhole, modulo, type Num, negate, type Rounding, round, signOf, toInteger} from '../decimal.ts'
import {DaysDuration, isNum, MonthsDuration, type Value} from '../value.ts'
import {type Declarations, type Run, run} from './declaration.ts'

/** The scales that decimal128 can hold. */
const isScale = (scale: number): boolean => scale >= -6111 && scale <= 6176

function rounded(n: Num, scale: Num | null, mode: Rounding): Num | null {
  const whole = scale === null ? 0 : round(scale, 0, 'down')
  const digits = whole === null ? null : toInteger(whole)
  return digits === null || !isScale(digits) ? null : round(n, digits, mode)
}

const rounding = (mode: Rounding): Run => run<[Num, Num | null]>(([n, scale]) => rounded(n, scale, mode))

const scaled = ['(n: number, scale: number): number']
const optional = ['(n: number, scale?: number): number']

function absolute(value: Value): Value {
  if (isNum(value)) return signOf(value) < 0 ? negate(value) : value
  if (value instanceof DaysDuration) return signOf(value.seconds) < 0 ? new DaysDuration(negate(value.seconds)) : value
  return value instanceof MonthsDuration ? new MonthsDuration(Math.abs(value.months)) : null
}

const isMultiple = (n: Num, rest: number): boolean => isWhole(n) && modulo(n, 2) === rest

export const numberFunctions = {
  decimal: {signatures: scaled, sql: true, run: rounding('half even')},
  floor: {signatures: optional, sql: true, run: rounding('floor')},
  ceiling: {signatures: optional, sql: true, run: rounding('ceiling')},
  'round up': {signatures: scaled, sql: true, run: rounding('up')},
  'round down': {signatures: scaled, sql: true, run: rounding('down')},
  'round half up': {signatures: scaled, sql: true, run: rounding('half up')},
  'round half down': {signatures: scaled, sql: true, run: rounding('half down')},
  abs: {
    signatures: ['(n: number): number', '(n: days duration): days duration', '(n: months duration): months duration'],
    sql: true,
    run: run<[Value]>(([n]) => absolute(n)),
  },
  modulo: {
    signatures: ['(dividend: number, divisor: number): number'],
    sql: true,
    run: run<[Num, Num]>(([a, b]) => modulo(a, b)),
  },
  even: {signatures: ['(number: number): boolean'], sql: true, run: run<[Num]>(([n]) => isMultiple(n, 0))},
  odd: {signatures: ['(number: number): boolean'], sql: true, run: run<[Num]>(([n]) => isMultiple(n, 1))},
} as const satisfies Declarations
