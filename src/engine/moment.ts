/** The moment of one request, and whose clocks, language and money it is seen by. One value for everything the request does. */
import {type DateTime, fromMillis} from '../feel/calendar.ts'
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
    workingWeek: settings.WORKING_WEEK.map(day => weekdays.findIndex(each => each === day) + 1),
  }
}
