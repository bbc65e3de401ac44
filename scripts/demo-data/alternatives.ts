/**
 * The dates of a request, and alternatives for days on which the document rejects them: they would cross New Year,
 * contain no working time, or half of a public holiday. Nobody has other dates within two days of it, so it may move by
 * that much.
 */
import type {Half} from './course.ts'
import {type Day, date, oneOf, weekdayOf} from './days.ts'
import type {Ending, Shape} from './plan.ts'

interface Period {
  readonly first: Day
  readonly last: Day
  readonly half: boolean
}

export interface Fitting {
  readonly first: Day
  readonly last: Day
  readonly half: Half | undefined
}

export function fitting(monday: number, shape: Shape, ending: Ending): Fitting {
  const [start, end] = [monday + shape.weekday, monday + shape.weekday + shape.days - 1]
  const written: Period = {first: weekDay(start), last: weekDay(end), half: shape.half !== undefined}
  const otherwise = [
    ...(written.half && shape.days > 1 ? [{...written, half: false}] : []),
    ...moved(start, end).map(([first, last]) => ({...written, first: weekDay(first), last: weekDay(last)})),
    ...(shape.days > 1 ? withinYear(written, ending) : []),
  ]
  const halves = [written, ...otherwise].map(({half}) => (half ? 'yes' : 'no'))
  return {
    first: {...written.first, otherwise: otherwise.map(({first}) => first)},
    last: {...written.last, otherwise: otherwise.map(({last}) => last)},
    half: shape.half === undefined ? undefined : {end: shape.half, written: oneOf(halves)},
  }
}

const weekDay = (day: number): Day => ({from: 'week', day})

/**
 * Only one or two working days can all be public holidays. They move within their week; around a weekend they start a
 * day earlier.
 */
function moved(start: number, end: number): (readonly [number, number])[] {
  const [first, last] = [weekdayOf(start), weekdayOf(end)]
  if (end - start > 3) return []
  if (last < first) return [[start - 1, end]]
  if (last - first > 1) return []
  return [1, -1, 2, -2]
    .filter(days => first + days >= 0 && last + days <= 4)
    .map(days => [start + days, end + days] as const)
}

/** The part on one side of New Year: the one that contains today, if any. */
function withinYear({first, last}: Period, ending: Ending): Period[] {
  const untilLast = {first, last: date('last', '12-31'), half: false}
  const untilThis = {first, last: date('this', '12-31'), half: false}
  if (ending === 'running') return [{first: date('this', '01-01'), last, half: false}, untilThis, untilLast]
  return [first.day < 0 ? untilLast : untilThis]
}
