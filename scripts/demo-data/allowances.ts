/**
 * The holiday entitlement of everyone, last year and this year. What was left of last year is not written here: the
 * system carries it over when the data is loaded, by the rules of the document.
 */
import {type Person, partOfWeek, people, policies, seniority} from './company.ts'
import type {Row} from './csv.ts'

const daysPerYear = 25

/** People who joined within the last weeks have no rows: the system opens their year on the day they joined. */
export function allowanceRows(): readonly Row[] {
  return people
    .filter(({joined}) => /^[\d{]/.test(joined))
    .flatMap((person, index) => [
      ...(person.joined.startsWith('{year}-') ? [] : [row(person, '{year-1}', before(person, index))]),
      // Opened when the year could be planned; the system brings the days up to date.
      row(person, '{year}', {days: daysPerYear * partOfWeek(person), carried: 0}),
    ])
}

interface Days {
  readonly days: number
  readonly carried: number
}

const row = ({email}: Person, year: string, {days, carried}: Days): Row => ({
  ...{person: email, kind: 'Holiday', year, fixed: 'no', days: String(days), carried_over: String(carried)},
  created: year === '{year}' ? '{year-1}-09-01 06:00' : '{year-2}-09-01 06:00',
})

/** A person who joined last year has part of its days, and none from the year before. */
function before(person: Person, index: number): Days {
  const {joined} = person
  const full = Math.round((daysPerYear + extraDays(person)) * partOfWeek(person) * 2) / 2
  if (!joined.startsWith('{year-1}-')) return {days: full, carried: [3, 5, 0, 1.5, 5, 2, 4][index % 7] ?? 0}
  const month = Number(joined.slice(9, 11))
  return {days: Math.round((full * (13 - month) * 2) / 12) / 2, carried: 0}
}

/** For the years that the person had completed when last year began. */
function extraDays({joined, place}: Person): number {
  const [, ago = '0'] = /^\{year-(\d+)\}/.exec(joined) ?? []
  const completed = Number(ago) - 1 - (joined.endsWith('-01-01') ? 0 : 1)
  const {name} = policies.find(policy => policy.place === place) ?? policies[0] ?? {name: ''}
  const steps = seniority.filter(({policy, after_years}) => policy === name && Number(after_years) <= completed)
  return steps.reduce((sum, {extra}) => sum + Number(extra), 0)
}
