/** Holiday balances in the demonstration: used days, and the entitlement. */
import {type Company, isDropped, type Request} from './demo-company.ts'

const daysPerYear = 25

/** Requested and taken holidays in days, by `person year`. */
export function usedDays(requests: readonly Request[]): Map<string, number> {
  const used = new Map<string, number>()
  const counted = requests.filter(one => one.kind === 'Holiday' && one.status !== 'draft' && !isDropped(one))
  const add = (key: string, days: number) => used.set(key, (used.get(key) ?? 0) + days)
  for (const {person, first, last, days, daysAfterNewYear} of counted) {
    add(`${person} ${first.slice(0, 4)}`, days - daysAfterNewYear)
    if (daysAfterNewYear > 0) add(`${person} ${last.slice(0, 4)}`, daysAfterNewYear)
  }
  return used
}

const mostCarried = 5

/** From the files and last year's rest, or as opened by the system for a person without a row. */
export function entitlement(company: Company, person: string, year: string): number {
  const row = company.rows('Allowance').find(one => one.person === person && one.year === year)
  if (row !== undefined) return Number(row.days) + Number(row.carried_over) + carriedInto(company, person, year)
  const {joined = ''} = company.user(person)
  return joined.startsWith(year) ? partOfYear(joined) : daysPerYear
}

/** What was left of last year, at most five days. */
function carriedInto(company: Company, person: string, year: string): number {
  const last = String(Number(year) - 1)
  const isKnown =
    year === company.today.slice(0, 4) &&
    company.rows('Allowance').some(one => one.person === person && one.year === last)
  if (!isKnown) return 0
  const used = usedDays(company.requests).get(`${person} ${last}`) ?? 0
  return Math.max(0, Math.min(mostCarried, entitlement(company, person, last) - used))
}

const partOfYear = (joined: string): number =>
  Math.round((daysPerYear * (13 - Number(joined.slice(5, 7))) * 2) / 12) / 2
