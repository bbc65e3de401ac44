/** Messages of charts. */

/** What components show. */
export const messages = {
  asTable: 'Show as table',
  nothing: 'Nothing to show yet.',
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  none: 'None',
  weekOf: (day: string) => `Week beginning ${day}`,
}
