/** Messages of inboxes. */

/** What components show. */
export const messages = {
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

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  decided: 'Decided',
  noneDecided: 'No decisions yet.',
}
