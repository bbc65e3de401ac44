/** Holiday balances in the demonstration: used days, and the entitlement. */
import {type Company, isDropped, type Request} from './demo-company.ts'

const daysPerYear = 25

/** Requested and taken holidays in days, by `person year`. */
export function usedDays(requests: readonly Request[]): Map<string, number> {
  const used = new Map<string, number>()
  const counted = requests.filter(one => one.kind === 'Holiday' && one.status !== 'draft' && !isDropped(one))
  for (const {person, first, days} of counted) {
    const key = `${person} ${first.slice(0, 4)}`
    used.set(key, (used.get(key) ?? 0) + days)
  }
  return used
}

/** From the files, or as opened by the system for a person without a row. */
export function entitlement({rows, user}: Company, person: string, year: string): number {
  const row = rows('Allowance').find(one => one.person === person && one.year === year)
  if (row !== undefined) return Number(row.days) + Number(row.carried_over)
  const {joined = ''} = user(person)
  return joined.startsWith(year) ? partOfYear(joined) : daysPerYear
}

export const partOfYear = (joined: string): number =>
  Math.round((daysPerYear * (13 - Number(joined.slice(5, 7))) * 2) / 12) / 2
