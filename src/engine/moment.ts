/** The moment of one request, and whose clocks, language and money it is seen by. One value for everything the request does. */
import {
  type CalendarDate,
  DAY,
  type DateTime,
  fromMillis,
  inZone,
  localToEpoch,
  toDays,
  toMillis,
} from '../feel/calendar.ts'
import {formatDate} from '../feel/format.ts'
import type {Settings} from '../points/limits/model.ts'
import {weekdayNumber} from '../points/limits/value.ts'

export interface Moment {
  readonly now: DateTime
  readonly zone: string
  readonly language: string
  readonly currency: string
  /** 1 is Monday, 7 is Sunday. */
  readonly workingWeek: readonly number[]
}

export function momentAt(millis: number, settings: Settings): Moment {
  const now = fromMillis(millis)
  if (!now) throw new Error(`there is no moment ${millis}`)
  const {TIME_ZONE: zone, LANGUAGE: language, CURRENCY: currency} = settings
  return {now, zone, language, currency, workingWeek: weekOf(settings)}
}

interface Day {
  readonly date: CalendarDate
  readonly day: number
  readonly text: string
  /** When it begins and ends there, in milliseconds. */
  readonly from: number
  readonly until: number
}

const days = new WeakMap<Moment, Day>()

/** The day it is there, as a number since 1970. */
export const dayOf = (moment: Moment): number => read(moment).day

export const dateOf = (moment: Moment): CalendarDate => read(moment).date

/** The same as text. */
export const todayOf = (moment: Moment): string => read(moment).text

/** The hour that clocks show there. */
export function hourOf(moment: Moment): number {
  const {second} = (inZone(moment.now, moment.zone) ?? moment.now).time
  return Math.floor(second / 3600)
}

function read(moment: Moment): Day {
  const found = days.get(moment) ?? dayAt(moment.now, moment.zone)
  days.set(moment, found)
  return found
}

let last: {readonly zone: string; readonly found: Day} | null = null

/** Most moments are on the day of the one before, and asking for the clocks of a zone is slow. */
function dayAt(now: DateTime, zone: string): Day {
  const millis = toMillis(now)
  if (last?.zone === zone && last.found.from <= millis && millis < last.found.until) return last.found
  const {date} = inZone(now, zone) ?? now
  const day = toDays(date)
  const begins = (on: number) => localToEpoch(zone, on * DAY) * 1000
  const found = {date, day, text: formatDate(date), from: begins(day), until: begins(day + 1)}
  last = {zone, found}
  return found
}

const weeks = new WeakMap<Settings, readonly number[]>()

function weekOf(settings: Settings): readonly number[] {
  const week = weeks.get(settings) ?? settings.WORKING_WEEK.map(weekdayNumber)
  weeks.set(settings, week)
  return week
}
