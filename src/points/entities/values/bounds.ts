/** `3..120`, `0..`, `..100`: the bounds that authors write after a type. */
import {compareNum, formatNum, type Num, parseNum} from '../../../feel/decimal.ts'

export interface Bounds {
  readonly least: Num | null
  readonly most: Num | null
}

export type ReadBounds =
  | {readonly ok: true; readonly span: Bounds}
  | {readonly ok: false; readonly message: string; readonly hint: string; readonly part: string}

export const openBounds: Bounds = {least: null, most: null}

const number = '([-+]?\\d+(?:\\.\\d+)?)'
const pattern = new RegExp(`^(?:${number})?\\s*\\.\\.\\s*(?:${number})?$`)

/** `example` is how the type with bounds is written. */
export function readBounds(written: string, example: string): ReadBounds {
  const match = pattern.exec(written)
  if (match === null || (match[1] ?? match[2]) === undefined) return malformed(written, example)
  const span = {least: readBound(match[1]), most: readBound(match[2])}
  const reversed = span.least !== null && span.most !== null && compareNum(span.least, span.most) > 0
  if (!reversed) return {ok: true, span}
  const message = `\`${written}\` is empty: the first number is larger than the second.`
  return {ok: false, message, hint: `Write the smaller number first: \`${match[2]}..${match[1]}\`.`, part: written}
}

export function writeBounds({least, most}: Bounds): string {
  if (least === null && most === null) return ''
  return `${least === null ? '' : formatNum(least)}..${most === null ? '' : formatNum(most)}`
}

function readBound(written: string | undefined): Num | null {
  return written === undefined ? null : parseNum(written)
}

function malformed(written: string, example: string): ReadBounds {
  const ends = /^(-?[\d.]+)\s*(?:-|–|—|to|,|\.{3,}|…)\s*(-?[\d.]+)$/.exec(written)
  const one = /^\d+$/.exec(written)
  const meant = ends ? `${ends[1]}..${ends[2]}` : one ? `0..${written}` : null
  const word = example.replace(/\s\S+$/, '')
  return {
    ok: false,
    part: written,
    message: written === '' ? 'The range is missing.' : `\`${written}\` is not a range.`,
    hint: meant === null ? `Write it like this: \`${example}\`.` : `Did you mean \`${word} ${meant}\`?`,
  }
}
