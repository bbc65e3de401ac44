/** The inbox. */
export const inbox = {
  waiting: 'Waiting',
  position: (at: number, of: number) => `${at} of ${of}`,
  previous: 'Previous',
  next: 'Next',
  back: 'Back to the list',
  open: 'Open',
  details: 'Details',
  move: 'move',
  gone: 'This no longer needs a decision.',
}

/** What only the server says of inbox. */
export const inboxReplies = {
  atOnce: (count: number, days: string, limit: number) =>
    `Including this one, ${count} on ${days}. The limit is ${limit}.`,
  notMet: (rule: string) => `Not met: ${rule}`,
}

/** A record beside a list. */
export const panel = {
  close: 'Close',
  open: 'Open page',
  previous: 'Previous',
  next: 'Next',
}
