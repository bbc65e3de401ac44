/** The holiday entitlement of everyone, last year and this year. */
import {type Person, partOfWeek, people} from './company.ts'
import type {Row} from './csv.ts'
import {resolve} from './days.ts'
import {dropped, type Request} from './request.ts'
import {weekdays} from './telling.ts'

const daysPerYear = 25
const mostCarried = 5

/** People who joined within the last weeks have no rows: the system opens their year on the day they joined. */
export function allowanceRows(requests: readonly Request[]): readonly Row[] {
  return people
    .filter(({joined}) => /^[\d{]/.test(joined))
    .flatMap((person, index) => [
      ...(person.joined.startsWith('{year}-') ? [] : [row(person, '{year-1}', before(person, index))]),
      row(person, '{year}', {
        days: daysPerYear * partOfWeek(person),
        carried: carried(person, requests, before(person, index)),
      }),
    ])
}

interface Days {
  readonly days: number
  readonly carried: number
}

const row = ({email}: Person, year: string, {days, carried}: Days): Row => ({
  ...{person: email, kind: 'Holiday', year, fixed: 'no', days: String(days), carried_over: String(carried)},
})

/** A person who joined last year has part of its days, and none from the year before. */
function before(person: Person, index: number): Days {
  const {joined} = person
  const full = daysPerYear * partOfWeek(person)
  if (!joined.startsWith('{year-1}-')) return {days: full, carried: [3, 5, 0, 1.5, 5, 2, 4][index % 7] ?? 0}
  const month = Number(joined.slice(9, 11))
  return {days: Math.round((full * (13 - month) * 2) / 12) / 2, carried: 0}
}

/** The days certainly left, whatever the weekdays, even if everything before today was last year. */
function carried(person: Person, requests: readonly Request[], {days, carried}: Days): number {
  if (person.joined.startsWith('{year}-')) return 0
  const own = requests.filter(
    request => request.person === person && request.kind === 'Holiday' && !dropped(request.ending),
  )
  const behind = own.filter(({first}) => (first.from === 'year' ? first.day < 365 : first.day <= 0))
  const used = behind.map(request => (request.first.from === 'year' ? mostDays(request) : weekdays(request)))
  return Math.min(mostCarried, Math.max(0, days + carried - used.reduce((sum, one) => sum + one, 0)))
}

function mostDays({first, last}: Request): number {
  const years = Array.from({length: 28}, (_, index) => Date.UTC(2020 + index, 5, 1) / 86_400_000)
  return Math.max(...years.map(today => workdays(resolve(first, today), resolve(last, today))))
}

function workdays(first: number, last: number): number {
  const days = Array.from({length: last - first + 1}, (_, index) => first + index)
  return days.filter(day => (day + 3) % 7 < 5).length
}
