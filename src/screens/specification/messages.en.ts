/** Messages of the specification. */

/** What components show. */
export const messages = {
  points: 'The nine points',
  open: 'open',
  also: 'See also',
  nothing: 'The document does not set this, so the default applies.',
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  missing: (number: number) => `${number}. Not written yet`,
  fields: (entity: string) => `${entity}: fields`,
  states: (entity: string) => `${entity}: states`,
  rules: (entity: string) => `${entity}: rules`,
  settings: (screen: string) => `Settings of ${screen}`,
  permissions: (entity: string) => `${entity}: permissions`,
}
