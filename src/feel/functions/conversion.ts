/** Functions that make numbers of texts and texts of anything. */
import {DateTime, epochOf, inZone} from '../calendar.ts'
import {type Num, parseNum} from '../decimal.ts'
import type {Environment} from '../environment.ts'
import {formatDateTime, formatValue} from '../format.ts'
import {isNum, type Value} from '../value.ts'
import {offsetAt} from '../zone.ts'
import {type Declarations, run} from './declaration.ts'

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
