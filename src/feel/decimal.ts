/**
 * Exact decimal numbers: 34 significant digits, rounded half to even, as decimal128. A number is a JavaScript number
 * while it is a safe integer and a `Decimal` otherwise, always in one canonical form, so equal numbers look equal.
 */

export class Decimal {
  declare readonly coefficient: bigint
  declare readonly exponent: number
  constructor(coefficient: bigint, exponent: number) {
    this.coefficient = coefficient
    this.exponent = exponent
  }
}

export type Num = number | Decimal

const DIGITS = 34
/** Exponents of decimal128; beyond the upper one a result is null, below the lower one it is rounded. */
const MOST = 6144
const LEAST = -6176

const pow10 = (n: number): bigint => 10n ** BigInt(n)
const magnitude = (n: bigint): bigint => (n < 0n ? -n : n)
const lengthOf = (n: bigint): number => magnitude(n).toString().length

const coefficientOf = (n: Num): bigint => (typeof n === 'number' ? BigInt(n) : n.coefficient)
const exponentOf = (n: Num): number => (typeof n === 'number' ? 0 : n.exponent)

export type Rounding = 'half even' | 'half up' | 'half down' | 'up' | 'down' | 'floor' | 'ceiling'

/** Whether the truncated quotient moves away from zero; `half` is the sign of (remainder − one half). */
function roundsAway(mode: Rounding, half: number, quotient: bigint, negative: boolean): boolean {
  switch (mode) {
    case 'half even':
      return half > 0 || (half === 0 && quotient % 2n !== 0n)
    case 'half up':
      return half >= 0
    case 'half down':
      return half > 0
    case 'up':
      return true
    case 'down':
      return false
    case 'floor':
      return negative
    case 'ceiling':
      return !negative
  }
}

/** Drops `digits` digits from the right of a coefficient. */
function dropDigits(coefficient: bigint, digits: number, mode: Rounding): bigint {
  const unit = pow10(digits)
  const quotient = coefficient / unit
  const rest = magnitude(coefficient % unit) * 2n
  if (rest === 0n) return quotient
  const half = rest > unit ? 1 : rest === unit ? 0 : -1
  const negative = coefficient < 0n
  if (!roundsAway(mode, half, quotient, negative)) return quotient
  return negative ? quotient - 1n : quotient + 1n
}

/** The canonical number nearest to coefficient × 10^exponent, or null if it is too large. */
export function makeNum(coefficient: bigint, exponent: number): Num | null {
  if (coefficient === 0n) return 0
  let c = coefficient
  let e = exponent
  const surplus = Math.max(lengthOf(c) - DIGITS, LEAST - e)
  if (surplus > 0) {
    c = surplus > DIGITS * 400 ? 0n : dropDigits(c, surplus, 'half even')
    e += surplus
    if (c === 0n) return 0
  }
  while (c % 10n === 0n) {
    c /= 10n
    e += 1
  }
  if (e + lengthOf(c) - 1 > MOST) return null
  if (e >= 0 && e < 17) {
    const whole = Number(c * pow10(e))
    if (Number.isSafeInteger(whole)) return whole
  }
  return new Decimal(c, e)
}

const pattern = /^([-+]?)(\d*)(?:\.(\d+))?(?:[eE]([-+]?\d{1,5}))?$/

/** Parses `1`, `-1.50`, `.5` or `1e3`; null if the text is not a number. */
export function parseNum(text: string): Num | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return null
  const digits = BigInt(whole + fraction)
  return makeNum(sign === '-' ? -digits : digits, Number(exponent) - fraction.length)
}

/** Plain notation, never with an exponent. */
export function formatNum(n: Num): string {
  if (typeof n === 'number') return String(n)
  const sign = n.coefficient < 0n ? '-' : ''
  const digits = magnitude(n.coefficient).toString()
  if (n.exponent >= 0) return sign + digits + '0'.repeat(n.exponent)
  const padded = digits.padStart(1 - n.exponent, '0')
  return `${sign}${padded.slice(0, n.exponent)}.${padded.slice(n.exponent)}`
}

export function add(a: Num, b: Num): Num | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  const {c, e} = accumulate({c: coefficientOf(a), e: exponentOf(a)}, b)
  return makeNum(c, e)
}

export function negate(n: Num): Num {
  return typeof n === 'number' ? 0 - n : new Decimal(-n.coefficient, n.exponent)
}

export const subtract = (a: Num, b: Num): Num | null => add(a, negate(b))

export function multiply(a: Num, b: Num): Num | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    // Adding 0 turns -0 into 0, the canonical form.
    if (Number.isSafeInteger(product)) return product + 0
  }
  return makeNum(coefficientOf(a) * coefficientOf(b), exponentOf(a) + exponentOf(b))
}

/** n × 10^places. */
export function shift(n: Num, places: number): Num | null {
  if (places === 0) return n
  const unit = 10 ** -places
  if (places < 0 && typeof n === 'number' && n % unit === 0) return n / unit + 0
  return makeNum(coefficientOf(n), exponentOf(n) + places)
}

/** Null for a division by zero. */
export function divide(a: Num, b: Num): Num | null {
  if (b === 0) return null
  if (typeof a === 'number' && typeof b === 'number' && a % b === 0) return a / b + 0
  const numerator = coefficientOf(a)
  const denominator = coefficientOf(b)
  const shift = Math.max(0, DIGITS + 2 - lengthOf(numerator) + lengthOf(denominator))
  const scaled = numerator * pow10(shift)
  const quotient = scaled / denominator
  // A last digit of 1 marks a remainder, so that rounding half to even is correct.
  const more = scaled % denominator === 0n ? 0n : scaled < 0n === denominator < 0n ? 1n : -1n
  return makeNum(quotient * 10n + more, exponentOf(a) - exponentOf(b) - shift - 1)
}

export function compareNum(a: Num, b: Num): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const {c} = accumulate({c: coefficientOf(a), e: exponentOf(a)}, negate(b))
  return c < 0n ? -1 : c > 0n ? 1 : 0
}

export const equalNum = (a: Num, b: Num): boolean => a === b || compareNum(a, b) === 0

export function signOf(n: Num): number {
  if (typeof n === 'number') return Math.sign(n)
  return n.coefficient < 0n ? -1 : 1
}

/** Rounds to `scale` digits after the point (before it, if negative). */
export function round(n: Num, scale: number, mode: Rounding): Num | null {
  const drop = -exponentOf(n) - scale
  return drop <= 0 ? n : makeNum(dropDigits(coefficientOf(n), drop, mode), -scale)
}

export const isWhole = (n: Num): boolean => typeof n === 'number' || n.exponent >= 0

/** The JavaScript number, when it is a safe integer; null otherwise. */
export const toInteger = (n: Num): number | null => (typeof n === 'number' ? n : null)

/** a − b × floor(a / b), exactly: has the sign of the divisor, as the standard's `modulo`. */
export function modulo(a: Num, b: Num): Num | null {
  if (b === 0) return null
  const e = Math.min(exponentOf(a), exponentOf(b))
  const x = coefficientOf(a) * pow10(exponentOf(a) - e)
  const y = coefficientOf(b) * pow10(exponentOf(b) - e)
  const rest = x % y
  return makeNum(rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest, e)
}

/** The exact sum, rounded once, so that it does not depend on the order of the numbers. */
export function sumOf(numbers: readonly Num[]): Num | null {
  const {c, e} = numbers.reduce(accumulate, {c: 0n, e: 0})
  return makeNum(c, e)
}

interface Exact {
  readonly c: bigint
  readonly e: number
}

function accumulate({c, e}: Exact, n: Num): Exact {
  const least = Math.min(e, exponentOf(n))
  return {c: c * pow10(e - least) + coefficientOf(n) * pow10(exponentOf(n) - least), e: least}
}

/** Whole exponents are exact before the one rounding; others use floating point, to 15 digits. */
export function power(base: Num, exponent: Num): Num | null {
  if (!isWhole(exponent)) return fromFloat(toFloat(base) ** toFloat(exponent))
  const n = toInteger(exponent)
  if (n === null || (base === 0 && n < 0)) return null
  const raised = raise({c: coefficientOf(base), e: exponentOf(base)}, Math.abs(n))
  if (n >= 0) return raised
  return raised === null ? 0 : divide(1, raised)
}

/** Extra digits beyond the 34, so that the last one is correct. */
const SPARE = 60

function raise(base: Exact, n: number): Num | null {
  let result: Exact = {c: 1n, e: 0}
  let square = base
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = product(result, square)
    square = product(square, square)
  }
  return result.e > MOST ? null : makeNum(result.c, result.e)
}

function product(a: Exact, b: Exact): Exact {
  const c = a.c * b.c
  const surplus = Math.max(0, lengthOf(c) - DIGITS - SPARE)
  return {c: dropDigits(c, surplus, 'half even'), e: a.e + b.e + surplus}
}

const toFloat = (n: Num): number => Number(formatNum(n))

/** A floating-point result as a number of 15 digits; null if it is not finite. */
const fromFloat = (n: number): Num | null => (Number.isFinite(n) ? parseNum(n.toPrecision(15)) : null)
