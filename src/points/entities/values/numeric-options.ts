/** What documents say about numbers beyond their bounds: how many places, and bounds that such a number can reach. */
import {compareNum, Decimal, formatNum, type Num, negate, signOf} from '../../../feel/decimal.ts'
import type {ReadOptions} from '../define-type.ts'
import {farthest, mostPlaces, type Numeric} from './numeric.ts'
import type {Span} from './span.ts'

export function wholeSpan(span: Span, places: number): ReadOptions<Numeric> {
  for (const end of [span.least, span.most]) {
    if (end instanceof Decimal && -end.exponent > places) return tooFine(formatNum(end), places)
    if (end !== null && compareNum(magnitude(end), farthest(places)) > 0) return tooFar(formatNum(end), places)
  }
  return {ok: true, options: {places, ...span}}
}

function magnitude(number: Num): Num {
  return signOf(number) < 0 ? negate(number) : number
}

function tooFine(end: string, places: number): ReadOptions<Numeric> {
  const digits = end.split('.')[1]?.length ?? 0
  const hint =
    digits > mostPlaces
      ? `At most ${mostPlaces} decimals are stored.`
      : `Write \`decimal ${digits}, …\` for such numbers.`
  const message = places === 0 ? `\`${end}\` is not a whole number.` : `\`${end}\` has more than ${places} decimals.`
  return {ok: false, message, hint, part: end}
}

function tooFar(end: string, places: number): ReadOptions<Numeric> {
  const message = `\`${end}\` is out of range.`
  const hint = `The limit is ${formatNum(farthest(places))}. Remove the bound to allow every number.`
  return {ok: false, message, hint, part: end}
}

export function readPlaces(written: string): ReadOptions<number> {
  const places = written === '' ? Number.NaN : Number(written)
  if (Number.isInteger(places) && places >= 1 && places <= mostPlaces) return {ok: true, options: places}
  const example = 'Write it like this: `decimal 2`, `decimal 1, 0..366`.'
  if (written === '') return {ok: false, message: 'The number of decimals is missing.', hint: example}
  const message = `A decimal has 1 to ${mostPlaces} decimals, not \`${written}\`.`
  return {ok: false, message, hint: places === 0 ? 'Write `number` for whole numbers.' : example, part: written}
}

/** For controls: their bounds, as plain digits. */
export function spanAttributes({least, most}: Span): Record<string, string> {
  return {
    ...(least === null ? {} : {min: formatNum(least)}),
    ...(most === null ? {} : {max: formatNum(most)}),
  }
}
