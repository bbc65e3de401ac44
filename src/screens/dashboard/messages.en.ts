/** Messages of dashboards. */

import {labelled, measured} from '../../messages/en/nouns.ts'

/** What components show. */
export const messages = {
  seeAll: 'View all',
  failed: 'This card couldn’t be loaded.',
  viewAll: (count: string) => `View all ${count}`,
  total: 'Total',
  /** One part of a whole: `6.5 of 29 left`. */
  partOf: (part: string, whole: string, label: string) => `${part} of ${whole} ${label.toLowerCase()}`,
  daysToGo: (count: number): string => (count === 1 ? 'day' : 'days'),
  until: (day: string) => `until ${day}`,
  now: 'Now',
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  others: 'Other',
  morning: (name: string) => `Good morning, ${name}`,
  afternoon: (name: string) => `Good afternoon, ${name}`,
  back: (day: string) => `back ${day}`,
  following: (name: string, day: string) => `Next: ${name}, ${day}`,
  byStart: (unit: string) => `${unit} by start date`,
  byEnd: (unit: string) => `${unit} by end date`,
  weeks: (first: string, last: string) => `weeks beginning ${first} – ${last}`,
  evening: (name: string) => `Good evening, ${name}`,
  nothingNow: 'Nothing to show.',
  nothingNext: 'Nothing coming up.',
  noOne: 'No one.',
  measured,
  labelled,
}
