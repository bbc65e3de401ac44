/** Public holidays of countries and their regions, from bundled data that covers some years ahead. */
import {publicHolidays} from './data.ts'

export interface HolidayCountry {
  /** `DE` */
  readonly code: string
  /** `DE-BY` */
  readonly regions: readonly {readonly code: string; readonly name: string}[]
}

export interface PublicHoliday {
  /** `2027-01-01` */
  readonly day: string
  readonly name: string
}

interface CountryLine {
  readonly code: string
  readonly language: string
  /** English name, local name and dates of each. */
  readonly days: readonly string[]
  /** The days that are holidays in the whole country. */
  readonly national: string
  readonly regions: readonly {
    readonly code: string
    readonly english: string
    readonly local: string
    readonly days: string
  }[]
}

function lines(): CountryLine[] {
  const all = publicHolidays.trim().split('\n')
  return all.map(line => {
    const [code = '', language = '', days = '', national = '', regions = ''] = line.split('\t')
    return {
      code,
      language,
      days: days.split(';'),
      national,
      regions: regions.split(';').flatMap(each => {
        const [region = '', names = '', listed = ''] = each.split('|')
        const [english = '', local = english] = names.split('^')
        return region === '' ? [] : [{code: `${code}-${region}`, english, local, days: listed}]
      }),
    }
  })
}

/** Region names in the reader's language if it is that of the country, otherwise in English, sorted. */
export function holidayCountries(language: string): HolidayCountry[] {
  return lines().map(({code, regions, language: own}) => ({
    code,
    regions: regions
      .map(({code: region, english, local}) => ({code: region, name: isIn(own, language) ? local : english}))
      .toSorted((a, b) => a.name.localeCompare(b.name, language)),
  }))
}

const isIn = (own: string, language: string): boolean => language.split('-')[0] === own

/** The years with complete data. */
export const holidayYears: readonly number[] = [2025, 2026, 2027, 2028, 2029, 2030, 2031, 2032]

/**
 * In the order of the year, in the reader's language if it is that of the country, otherwise in English. Empty for an
 * unknown place or year.
 */
export function publicHolidaysOf(place: string, year: number, language: string): PublicHoliday[] {
  const [code = ''] = place.split('-')
  const country = lines().find(each => each.code === code)
  const listed =
    country && (place === code ? country.national : country.regions.find(region => region.code === place)?.days)
  if (!country || listed === undefined || !holidayYears.includes(year)) return []
  const local = isIn(country.language, language)
  const found = listed.split(',').flatMap(index => {
    const [english = '', own = '', dates = ''] = country.days[Number(index)]?.split('^') ?? []
    return datesIn(dates, year).map(day => ({day, name: local ? own : english}))
  })
  return found.toSorted((a, b) => a.day.localeCompare(b.day))
}

/** `0101` is that day of every year; `260403,270326` are single days. */
function datesIn(dates: string, year: number): string[] {
  const own = String(year)
  const days = dates.split(',').flatMap(date => {
    if (date.length === 4) return [date]
    return date.startsWith(own.slice(2)) ? [date.slice(2)] : []
  })
  return days.map(day => `${own}-${day.slice(0, 2)}-${day.slice(2)}`)
}
