/** Seconds with fractions as exact numbers, and apart again as whole seconds and nanoseconds. */
import {add, divide, formatNum, isWhole, type Num, round, subtract} from './decimal.ts'

export function exactSeconds(second: number, nano: number): Num | null {
  const fraction = divide(nano, 1e9)
  return fraction === null ? null : add(second, fraction)
}

/** The nanoseconds are never negative. */
export function splitSeconds(seconds: Num): {whole: Num; nano: number} | null {
  if (isWhole(seconds)) return {whole: seconds, nano: 0}
  const whole = round(seconds, 0, 'floor')
  const rest = whole === null ? null : subtract(seconds, whole)
  return whole === null || rest === null ? null : {whole, nano: Number(formatNum(rest).slice(2, 11).padEnd(9, '0'))}
}
