/** The moment of one request, and whose clocks, language and money it is seen by. One value for everything the request does. */
import {type DateTime, fromMillis, inZone} from '../feel/calendar.ts'
import {formatDate} from '../feel/format.ts'
import type {Settings} from '../points/limits/model.ts'
import {weekdays} from '../points/limits/value.ts'

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
  return {
    now,
    zone: settings.TIME_ZONE,
    language: settings.LANGUAGE,
    currency: settings.CURRENCY,
    workingWeek: weekOf(settings),
  }
}

const days = new WeakMap<Moment, string>()

/** The day it is there, as text. */
export function todayOf(moment: Moment): string {
  const day = days.get(moment) ?? formatDate(inZone(moment.now, moment.zone)?.date ?? moment.now.date)
  days.set(moment, day)
  return day
}

const weeks = new WeakMap<Settings, readonly number[]>()

function weekOf(settings: Settings): readonly number[] {
  const week = weeks.get(settings) ?? settings.WORKING_WEEK.map(day => weekdays.findIndex(each => each === day) + 1)
  weeks.set(settings, week)
  return week
}
