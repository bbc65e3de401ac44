/** The bundled public holidays, compared with calendars of the countries themselves. */
import {describe, expect, it} from 'vitest'
import {
  holidayCountries,
  holidayYears,
  publicHolidaysOf,
} from '../../../src/features/planning/holidays/public-holidays.ts'

const days = (place: string, year: number) => publicHolidaysOf(place, year, 'en').map(({day}) => day.slice(5))

/**
 * Calculated by hand, from the laws and the dates of Easter: 5 April 2026 and 28 March 2027. Italy has Saint Francis (4
 * October) again from 2026.
 */
const known: readonly [string, number, string][] = [
  ['DE', 2027, '01-01 03-26 03-29 05-01 05-06 05-17 10-03 12-25 12-26'],
  ['DE-BY', 2027, '01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 10-03 11-01 12-25 12-26'],
  ['DE-BE', 2026, '01-01 03-08 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26'],
  ['FR', 2027, '01-01 03-29 05-01 05-06 05-08 05-17 07-14 08-15 11-01 11-11 12-25'],
  ['PT', 2026, '01-01 04-03 04-05 04-25 05-01 06-04 06-10 08-15 10-05 11-01 12-01 12-08 12-25'],
  ['IT', 2027, '01-01 01-06 03-28 03-29 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26'],
  ['GB-ENG', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-26 12-28'],
  ['PL', 2026, '01-01 01-06 04-05 04-06 05-01 05-03 05-24 06-04 08-15 11-01 11-11 12-24 12-25 12-26'],
]

describe('public holidays', () => {
  it.each(known)('of %s in %i', (place, year, expected) => {
    expect(days(place, year).join(' ')).toBe(expected)
  })

  it('are known for at least forty countries, in every year, and on different days', () => {
    const countries = holidayCountries('en')
    expect(countries.length).toBeGreaterThanOrEqual(40)
    const places = countries.flatMap(({code, regions}) => [code, ...regions.map(region => region.code)])
    for (const place of places)
      for (const year of holidayYears) {
        const found = days(place, year)
        expect(found.length, `${place} ${year}`).toBeGreaterThan(3)
        expect(new Set(found).size, `${place} ${year}`).toBe(found.length)
      }
  })

  it('have names in the reader’s language if the country speaks it', () => {
    expect(publicHolidaysOf('DE', 2027, 'de-AT')[0]?.name).toBe('Neujahr')
    expect(publicHolidaysOf('DE', 2027, 'fr')[0]?.name).toBe('New Year’s Day')
    const regions = (code: string, language: string) =>
      holidayCountries(language)
        .find(country => country.code === code)
        ?.regions.map(({name}) => name) ?? []
    expect(regions('DE', 'de')).toEqual(expect.arrayContaining(['Bayern', 'Bremen', 'Hamburg']))
    expect(regions('DE', 'en')).toEqual(expect.arrayContaining(['Bavaria', 'Bremen', 'Hamburg']))
    expect(regions('AT', 'de')).toContain('Kärnten')
    expect(regions('CH', 'fr')).toContain('Zürich')
    expect(publicHolidaysOf('XX', 2027, 'en')).toEqual([])
    expect(publicHolidaysOf('DE', 1999, 'en')).toEqual([])
  })
})
