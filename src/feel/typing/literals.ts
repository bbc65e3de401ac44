/** Literals, lists and ranges. */
import type {Core, Json} from '../core.ts'
import {parseNum} from '../decimal.ts'
import {encodeValue, readDate, readDateTime, readDays, readMonths, readTime} from '../format.ts'
import type {TreeOf} from '../syntax/tree.ts'
import {
  anyType,
  booleanType,
  dateTimeType,
  dateType,
  daysType,
  describeType,
  joinTypes,
  listOf,
  monthsType,
  nullType,
  numberType,
  rangeOf,
  type Type,
  textType,
  timeType,
} from '../type.ts'
import type {Value} from '../value.ts'
import {broken, isBroken, type Local, type Typer} from './typer.ts'

export const nullCore: Core = {op: 'value', type: nullType, value: null}

export function typeLiteral(typer: Typer, tree: TreeOf<'literal'>): Core {
  switch (tree.literal) {
    case 'number': {
      const value = parseNum(String(tree.value))
      if (value !== null) return {op: 'value', type: numberType, value: encodeValue(value)}
      const text = {
        message: 'This number is too large.',
        hint: 'Numbers have at most 34 digits and an exponent of 6144.',
      }
      return typer.mismatch('N050', tree, {...text, instead: nullCore})
    }
    case 'text':
      return {op: 'value', type: textType, value: tree.value}
    case 'boolean':
      return {op: 'value', type: booleanType, value: tree.value}
    case 'null':
      return nullCore
    case 'at':
      return typeAt(typer, tree)
  }
}

/** In an order in which each text matches only one of them. */
const readers: readonly (readonly [Type, (text: string) => Value])[] = [
  [dateType, readDate],
  [timeType, readTime],
  [monthsType, readMonths],
  [daysType, readDays],
  [dateTimeType, readDateTime],
]

/** An instant of a document depends on TIME_ZONE, so it is read when evaluated. */
export function instantCore(text: Json): Core {
  return {
    op: 'call',
    name: 'date and time',
    args: [{op: 'value', type: textType, value: text}],
    required: 1,
    type: dateTimeType,
  }
}

function typeAt(typer: Typer, tree: TreeOf<'literal'>): Core {
  const text = String(tree.value)
  for (const [type, read] of readers) {
    if (read(text) === null) continue
    return type.kind === 'date and time' && !typer.loose ? instantCore(text) : {op: 'value', type, value: text}
  }
  const wrong = {
    message: `\`${text}\` is not a date, time or duration.`,
    hint: 'Write `@"2026-12-31"`, `@"12:00:00"`, `@"2026-12-31T12:00:00"` or `@"P7D"`.',
  }
  return typer.mismatch('N071', tree, {...wrong, instead: nullCore})
}

export function typeList(typer: Typer, tree: TreeOf<'list'>, local: Local | null): Core {
  const items = tree.items.map(item => typer.type(item, local))
  if (items.some(isBroken)) return broken
  let of: Type = nullType
  for (const [i, item] of items.entries()) {
    const joined = joinTypes(of, item.type)
    if (joined === null && !typer.loose) {
      return typer.refuse('N064', tree.items[i] ?? tree, {
        message: `This item is \`${describeType(item.type)}\`, but the items before it are \`${describeType(of)}\`.`,
        hint: 'Use values of one type in a list.',
      })
    }
    of = joined ?? anyType
  }
  return {op: 'list', items, type: listOf(of)}
}

/** As a value; ranges after `in` are typed in comparisons.ts. */
export function typeRange(typer: Typer, tree: TreeOf<'range'>, local: Local | null): Core {
  if (!typer.loose) {
    return typer.refuse('N054', tree, {
      message: 'A range can only be used after `in`.',
      hint: 'Write `… in [1..5]`, or compare with both ends.',
    })
  }
  const low = tree.low === null ? null : typer.type(tree.low, local)
  const high = tree.high === null ? null : typer.type(tree.high, local)
  if ([low, high].some(end => end !== null && isBroken(end))) return broken
  const {lowIncluded, highIncluded} = tree
  return {op: 'range', low, high, lowIncluded, highIncluded, type: rangeOf(anyType)}
}
