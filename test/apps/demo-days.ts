/** The requests of the demonstration, as loaded on each of many days. */
import {expect, test} from 'vitest'
import {entitlement, usedDays} from './demo-balance.ts'
import {companyOn, isDropped, overlap} from './demo-company.ts'
import {daysFrom} from './demo-files.ts'

/** On every day of four years, or on each one of several. */
export function holdOnDays(oneOf: number): void {
  const days = daysFrom('2026-01-01', 1461).filter((_, index) => index % oneOf === 0)
  const companies = days.map(companyOn)

  test('no request is left out because it would cross New Year, contain no working time or half of a free day', () => {
    expect(companies.flatMap(({leftOut, today}) => leftOut.map(({number}) => `${today} ${number}`))).toEqual([])
  })

  test('nobody has two requests for one day', () => {
    const clashes = companies.flatMap(({requests, today}) => {
      const alive = requests.filter(request => !isDropped(request))
      return [...Map.groupBy(alive, request => request.person).values()].flatMap(own =>
        own.flatMap((one, index) =>
          own.slice(index + 1).flatMap(other => (overlap(one, other) ? [[today, one, other]] : [])),
        ),
      )
    })
    expect(clashes).toEqual([])
  })

  test('no allowance is exceeded', () => {
    for (const company of companies) {
      const used = usedDays(company.requests)
      const left = (person: string, year: string) =>
        entitlement(company, person, year) - (used.get(`${person} ${year}`) ?? 0)
      const scarce = [...used.keys()].filter(key => left(key.slice(0, -5), key.slice(-4)) < 1)
      expect(scarce, company.today).toEqual([])
    }
  })
}
