/** Messages of records. */

import {upperFirst} from '../../messages/grammar.ts'

/** What components show. */
export const messages = {
  history: 'History',
  andHistory: (several: string) => `${several} and history`,
  standing: 'Progress',
  facts: 'Details',
  notDone: 'This couldn’t be done',
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
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
  alone: (what: string) => upperFirst(what),
  someone: 'Someone',
  you: 'You',
  /** What the reader did, after “You”. */
  byYou: (what: string) => what,
  operator: 'Operator',
  loaded: 'Added with the demo data',
  overtaken: 'Someone else changed this record. Review the latest version and try again.',
}
