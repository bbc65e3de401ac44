/** Functions that take texts apart and put them together. Positions count code points, from 1. */
import {MOST_TEXT} from '../arithmetic.ts'
import {type Num, round, toInteger} from '../decimal.ts'
import type {List} from '../value.ts'
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
