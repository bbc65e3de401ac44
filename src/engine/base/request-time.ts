/** The time of one request, with its time zone, language and currency. Shared by everything in the request. */
import {type CalendarDate, type DateTime, fromMillis, inZone, toDays} from '../../feel/calendar.ts'
import {formatDate} from '../../feel/format.ts'
import type {Settings} from '../../points/limits/model.ts'
import {weekdayNumber} from '../../points/limits/value.ts'

export class RequestTime {
  readonly now: DateTime
  readonly zone: string
  readonly language: string
  readonly currency: string
  /** 1 is Monday, 7 is Sunday. */
  readonly workingWeek: readonly number[]
  #local: DateTime | null = null

  constructor(now: DateTime, {TIME_ZONE, LANGUAGE, CURRENCY, WORKING_WEEK}: Settings) {
    this.now = now
    this.zone = TIME_ZONE
    this.language = LANGUAGE
    this.currency = CURRENCY
    this.workingWeek = WORKING_WEEK.map(weekdayNumber)
  }

  /** The local time in the zone. */
  get local(): DateTime {
    this.#local ??= inZone(this.now, this.zone) ?? this.now
    return this.#local
  }
}

export function requestTimeAt(millis: number, settings: Settings): RequestTime {
  const now = fromMillis(millis)
  if (!now) throw new Error(`there is no moment ${millis}`)
  return new RequestTime(now, settings)
}

/** The day in the zone, as a number since 1970. */
export const dayNumberOf = (moment: RequestTime): number => toDays(moment.local.date)

export const localDateOf = (moment: RequestTime): CalendarDate => moment.local.date

/** The day in the zone, as text. */
export const todayOf = (moment: RequestTime): string => formatDate(moment.local.date)

/** The local hour in the zone. */
export const hourOf = (moment: RequestTime): number => Math.floor(moment.local.time.second / 3600)
