/** Functions on texts that do not exist in the browser, and conversions. Positions count code points, from 1. */

import {MOST_TEXT} from '../arithmetic.ts'
import {DateTime, epochOf, inZone, offsetAt} from '../calendar.ts'
import {type Num, parseNum, round, toInteger} from '../decimal.ts'
import type {Environment} from '../environment.ts'
import {formatDateTime, formatValue} from '../format.ts'
import {isNum, type List, type Value} from '../value.ts'
import {type Declarations, run} from './declaration.ts'

const cut = (n: Num): number | null => {
  const whole = round(n, 0, 'down')
  return whole === null ? null : toInteger(whole)
}

/** Out of the text's bounds there is nothing, not even an empty text. */
function substring(text: string, start: Num, length: Num | null): string | null {
  const points = Array.from(text)
  const from = cut(start)
  const count = length === null ? points.length : cut(length)
  if (from === null || count === null || from === 0 || count < 1 || Math.abs(from) > points.length) return null
  const first = from > 0 ? from - 1 : points.length + from
  return points.slice(first, first + count).join('')
}

function before(text: string, match: string): string {
  const at = text.indexOf(match)
  return at < 0 ? '' : text.slice(0, at)
}

function after(text: string, match: string): string {
  const at = text.indexOf(match)
  return at < 0 ? '' : text.slice(at + match.length)
}

function joinTexts(list: List, delimiter: string | null): string | null {
  const texts: string[] = []
  let length = 0
  for (const item of list) {
    if (item === null) continue
    if (typeof item !== 'string') return null
    length += item.length + (delimiter?.length ?? 0)
    if (length > MOST_TEXT) return null
    texts.push(item)
  }
  return texts.join(delimiter ?? '')
}

export const textPartFunctions = {
  substring: {
    signatures: ['(string: text, start position: number, length?: number): text'],
    sql: true,
    run: run<[string, Num, Num | null]>(([text, start, length]) => substring(text, start, length)),
  },
  'substring before': {
    signatures: ['(string: text, match: text): text'],
    sql: true,
    run: run<[string, string]>(([text, match]) => before(text, match)),
  },
  'substring after': {
    signatures: ['(string: text, match: text): text'],
    sql: true,
    run: run<[string, string]>(([text, match]) => after(text, match)),
  },
  'string join': {
    signatures: ['(list: list of text, delimiter?: text): text'],
    sql: true,
    run: run<[List, string | null]>(([list, delimiter]) => joinTexts(list, delimiter)),
  },
} as const satisfies Declarations

// Conversions: text to number, and anything to text.

const separators = new Set([' ', ',', '.'])

/** `number("1.000,5", ".", ",")`; without separators, the text as a number is written in an expression. */
export function numberFrom(text: string, grouping: string | null, point: string | null): Num | null {
  if (grouping !== null && (!separators.has(grouping) || grouping === point)) return null
  if (point !== null && point !== ',' && point !== '.') return null
  const joined = grouping === null ? text : text.replaceAll(grouping, '')
  const plain = point === ',' ? joined.replace('.', '?').replace(',', '.') : joined
  return /^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$/.test(plain) ? parseNum(plain) : null
}

/** An instant of a document is written as the clocks of TIME_ZONE show it, with the offset they have just then. */
function textFrom(value: Value, {zone}: Environment): string | null {
  if (zone === undefined || !(value instanceof DateTime)) return formatValue(value)
  const shown = inZone(value, offsetAt(zone, epochOf(value)))
  return shown === null ? null : formatDateTime(shown)
}

export const conversionFunctions = {
  number: {
    signatures: [
      '(from: text / number): number',
      '(from: text, grouping separator: text, decimal separator: text): number',
    ],
    sql: true,
    nulls: true,
    run: run<[Value, (string | null)?, (string | null)?]>(([from, grouping, point]) => {
      if (isNum(from)) return grouping === undefined ? from : null
      return typeof from === 'string' ? numberFrom(from, grouping ?? null, point ?? null) : null
    }),
  },
  string: {
    signatures: ['(from: scalar): text'],
    sql: true,
    run: run<[Value]>(([value], environment) => textFrom(value, environment)),
  },
} as const satisfies Declarations
