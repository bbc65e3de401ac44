/** The inbox. */
export const inbox = {
  waiting: 'Waiting',
  position: (at: number, of: number) => `${at} of ${of}`,
  previous: 'Previous',
  next: 'Next',
  back: 'Back to the list',
  open: 'Open',
  details: 'Details',
  checks: 'Checks',
  holds: 'Met',
  warns: 'Note',
  blocks: 'Not possible',
  earlier: 'Earlier',
  coming: 'Coming up',
  inAll: 'Total',
  quietRows: (count: number) => `and ${count} more with nothing in this period`,
  limitReached: (day: string, limit: number) => `The limit of ${limit} is reached on ${day}.`,
  sameDay: (names: string) => `Also on that day: ${names}.`,
  of: (whole: string) => `of ${whole}`,
  becomes: 'becomes',
  keys: 'Shortcuts',
  move: 'move',
  gone: 'This no longer needs a decision.',
}

/** What only the server says of inbox. */
export const inboxReplies = {
  atOnce: (count: number, days: string, limit: number) => `With this one, ${count} on ${days}. The limit is ${limit}.`,
  notMet: (rule: string) => `Not met: ${rule}`,
}

/** A record beside a list. */
export const panel = {
  close: 'Close',
  open: 'Open page',
  previous: 'Previous',
  next: 'Next',
}
