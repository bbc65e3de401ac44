/** How long a timeline is and how finely it is divided: weeks of half days, or one day of quarter hours. */
import type {TimelineHead} from '../../../contract/timeline.ts'
import {dayOf, hourOf, type RequestTime} from '../../request-time.ts'
import {clockText, type Days, daysText, dayText, isoOf, type Wall, weekdayAt, weekStart} from '../span/dates.ts'
import {usualHours} from '../span/hours.ts'

export interface Scale {
  readonly days: Days
  /** The range as text. */
  readonly text: string
  /** Days from one stretch to the next. */
  readonly step: number
  /** Where a moment is, in units from the beginning of the first day. */
  readonly start: (from: Wall) => number
  readonly end: (to: Wall) => number
  /** Cut to what is worth showing, once it is known what is there. */
  readonly cut: (bars: readonly UnitRange[]) => Cut
}

export interface UnitRange {
  readonly start: number
  readonly end: number
}

export interface Cut extends UnitRange {
  readonly heads: readonly TimelineHead[]
}

const shownWeeks = 4
/** Several bars a day need room for their times. */
const timedWeeks = 2
const unitsOfDay = 2
const halfDay = 43_200
const wholeDay = 2 * halfDay

/** Moments are shown on the days they touch: half a day of a week is too small to point at. */
export function weeksScale(on: number, moment: RequestTime, timed: boolean, weeks?: number): Scale {
  const first = weekStart(on, moment.language)
  const count = (weeks ?? (timed ? timedWeeks : shownWeeks)) * 7
  const days = {first, last: first + count - 1}
  const part = timed ? wholeDay : halfDay
  const units = (wall: Wall, round: (parts: number) => number) =>
    (wall.day - first) * unitsOfDay + round(wall.second / part) * (part / halfDay)
  return {
    days,
    text: daysText(days, moment.language, {day: 'numeric', month: 'long', year: 'numeric'}),
    step: count,
    start: wall => units(wall, Math.floor),
    end: wall => units(wall, Math.ceil),
    cut: () => ({
      start: 0,
      end: count * unitsOfDay,
      heads: Array.from({length: count}, (_, index) => dayHead(first + index, moment)),
    }),
  }
}

function dayHead(day: number, moment: RequestTime): TimelineHead {
  const {language, workingWeek} = moment
  return {
    key: isoOf(day),
    short: dayText(day, language, {weekday: 'narrow'}),
    text: dayText(day, language, {day: 'numeric'}).replace(/\D/g, ''),
    label: dayText(day, language, {weekday: 'long', day: 'numeric', month: 'long'}),
    units: unitsOfDay,
    now: day === dayOf(moment),
    off: !workingWeek.includes(weekdayAt(day)),
  }
}

const quarter = 900
const unitsOfHour = 4
const hours = 24

export function dayScale(on: number, moment: RequestTime): Scale {
  const {language} = moment
  const nowHour = on === dayOf(moment) ? hourOf(moment) : null
  const whole = unitsOfHour * hours
  return {
    days: {first: on, last: on},
    text: dayText(on, language, {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'}),
    step: 1,
    start: ({day, second}) => (day - on) * whole + Math.floor(second / quarter),
    end: ({day, second}) => (day - on) * whole + Math.ceil(second / quarter),
    cut: bars => {
      // Of what comes from the day before or goes on the day after, the end that is here must show.
      const here = bars.filter(({start, end}) => start >= 0 || end <= whole)
      const begins = here.map(({start, end}) => Math.floor((start >= 0 ? start : end - 1) / unitsOfHour))
      const ends = here.map(({start, end}) => Math.ceil((end <= whole ? end : start + 1) / unitsOfHour))
      const first = Math.max(0, Math.min(usualHours.first, ...begins))
      const last = Math.min(hours, Math.max(usualHours.last, ...ends))
      const heads = Array.from({length: last - first}, (_, index) => hourHead(first + index, language, nowHour))
      return {start: first * unitsOfHour, end: last * unitsOfHour, heads}
    },
  }
}

function hourHead(hour: number, language: string, now: number | null): TimelineHead {
  const text = clockText(hour * 3600, language)
  return {key: String(hour), short: '', text, label: text, units: unitsOfHour, now: hour === now, off: false}
}
