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
  /** Of points that the document leaves out. */
  titles: {
    1: 'What the product does and for whom',
    2: 'Screens and routes',
    3: 'Entities and their fields',
    4: 'States and transitions',
    5: 'Validation rules',
    6: 'Roles and permissions',
    7: 'The calls it makes',
    8: 'The error catalogue',
    9: 'Business constants and limits',
  },
  fields: (entity: string) => `${entity}: fields`,
  states: (entity: string) => `${entity}: states`,
  rules: (entity: string) => `${entity}: rules`,
  settings: (screen: string) => `Settings of ${screen}`,
  permissions: (entity: string) => `${entity}: permissions`,
}
