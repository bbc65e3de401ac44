/** `3..120` after a type of text: how many characters it may have. */
import {Decimal, type Num} from '../../../feel/decimal.ts'
import type {ReadOptions} from '../define-type.ts'
import {readSpan} from './span.ts'
import type {Lengths} from './textual.ts'

interface LengthRules {
  readonly written: string | undefined
  readonly example: string
  /** Without bounds, and the most that bounds may say. */
  readonly usual: number
  readonly farthest: number
  readonly instead: string
}

export function readLengths({written, example, usual, farthest, instead}: LengthRules): ReadOptions<Lengths> {
  if (written === undefined) return {ok: true, options: {least: 0, most: usual}}
  const read = readSpan(written, example)
  if (!read.ok) return read
  const least = countOf(read.span.least, 0)
  const most = countOf(read.span.most, Math.max(usual, least ?? 0))
  if (least === null || most === null) {
    const message = `\`${written}\` is not a length: use whole numbers from 0.`
    return {ok: false, message, hint: `Write it like this: \`${example}\`.`, part: written}
  }
  if (most > 0 && most <= farthest) return {ok: true, options: {least, most}}
  const message =
    most === 0 ? 'A text needs at least one character.' : `This type holds at most ${farthest} characters.`
  return {ok: false, message, hint: most === 0 ? `Write it like this: \`${example}\`.` : instead, part: written}
}

function countOf(end: Num | null, otherwise: number): number | null {
  if (end === null) return otherwise
  return end instanceof Decimal || end < 0 ? null : end
}

export function writeLengths(name: string, {least, most}: Lengths, usual: number): string {
  return least === 0 && most === usual ? name : `${name} ${least}..${most}`
}
