/** Messages of decisions and of the reasons for them. */

import {plural} from '../../messages/en/grammar.ts'
import type {AtOnce} from '../forms/messages.en.ts'

/** “2 people away”; “2 at the same time” where the document has no word for it. */
const countOf = (count: number, as: string): string =>
  as === '' ? `${count} at the same time` : `${plural(count, {one: '1 person', other: `${count} people`})} ${as}`

/** What components show. */
export const messages = {
  decision: 'Before you decide',
  checks: 'Checks',
  holds: 'Met',
  warns: 'Note',
  blocks: 'Not possible',
  follows: 'Next',
  earlier: 'Earlier',
  coming: 'Coming up',
  of: (whole: string) => `of ${whole}`,
  becomes: 'becomes',
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  /** While a decision is chosen and not sent; the name of its button. */
  chosen: (label: string) => `Not sent yet: ${label}.`,
  chosenKeys: 'Ctrl+Enter sends it, Esc cancels.',
  /** `open` of the others are not decided yet. */
  atOnce: (count: number, days: string, {open, limit, kind, as}: AtOnce) =>
    `${countOf(count, as)} on ${days}, including this ${kind}${open === 0 ? '' : ` and ${open} pending`} (limit ${limit})`,
  countOf: (label: string, count: number, limit: number) => `${label}: ${count} (limit ${limit})`,
  /** A name of a person or a role. */
  thenDecides: (name: string) => `Goes to ${name} next`,
}
