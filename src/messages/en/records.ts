import {capitalised, pluralIn} from '../grammar.ts'

const plural = pluralIn('en')

/** The inbox. */
export const inbox = {
  waiting: 'Waiting',
  position: (at: number, of: number) => `${at} of ${of}`,
  previous: 'Previous',
  next: 'Next',
  back: 'Back to the list',
  open: 'Open',
  details: 'Details',
  move: 'navigate',
  gone: 'This no longer needs a decision.',
}

/** How many records there are at once. */
export interface AtOnce {
  /** Of the others, those that are not decided yet. */
  readonly open: number
  readonly limit: number
  /** The noun of the record: `request`. */
  readonly kind: string
  /** What people are during such a record: `away`; may be empty. */
  readonly as: string
}

/** “2 people away”; “2 at the same time” where the document has no word for it. */
const countOf = (count: number, as: string): string =>
  as === '' ? `${count} at the same time` : `${plural(count, {one: '1 person', other: `${count} people`})} ${as}`

/** Messages of the inbox that only the server needs. */
export const inboxReplies = {
  /** While a decision is chosen and not sent; the name of its button. */
  chosen: (label: string) => `Not sent yet: ${label}.`,
  chosenKeys: 'Ctrl+Enter sends it, Esc cancels.',
  /** `open` of the others are not decided yet. */
  atOnce: (count: number, days: string, {open, limit, kind, as}: AtOnce) =>
    `${countOf(count, as)} on ${days}, including this ${kind}${open === 0 ? '' : ` and ${open} pending`} (limit ${limit})`,
  countOf: (label: string, count: number, limit: number) => `${label}: ${count} (limit ${limit})`,
  /** A name of a person or a role. */
  thenDecides: (name: string) => `Goes to ${name} next`,
  decided: 'Decided',
  noneDecided: 'No decisions yet.',
}

/** A record next to a list. */
export const panel = {
  close: 'Close',
  open: 'Open page',
  previous: 'Previous',
  next: 'Next',
}

/** Messages of the record screen. */
export const records = {
  history: 'History',
  andHistory: (several: string) => `${several} and history`,
  standing: 'Progress',
  facts: 'Details',
  hereAmong: 'Breadcrumb',
  notDone: 'This couldn’t be done',
}

/** Messages of records that only the server needs. */
export const recordReplies = {
  missing: 'Missing',
  /** To the owner of a record in a final state. */
  closed: (kind: string) => `This ${kind} can no longer be changed.`,
  said: 'wrote',
  /** The button below a comment. */
  comment: (kind: string) => kind,
  created: (kind: string) => `created this ${kind}`,
  /** A record without states, such as a room or a deputy. */
  added: (kind: string) => `added this ${kind}`,
  updated: (kind: string) => `changed this ${kind}`,
  /** An action without a sentence in the document. */
  did: (action: string) => `carried out “${action}”`,
  /** The state that holds again. */
  undidTo: (state: string) => `changed the status back to “${state}”`,
  undidChange: 'undid the last change',
  restored: (kind: string) => `restored this ${kind}`,
  /** No person acted, and only the new state is shown. */
  automatic: 'Automatic',
  createdAutomatically: 'Created automatically',
  /** What happened if no person acted: “Reminder sent”. */
  alone: (what: string) => capitalised(what),
  someone: 'Someone',
  you: 'You',
  /** What the reader did, after “You”. */
  byYou: (what: string) => what,
  operator: 'Operator',
  loaded: 'Added with the demo data',
  overtaken: 'Someone else changed this record. Review the latest version and try again.',
}
