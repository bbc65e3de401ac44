/** Our words around the document itself, where it can be read. */
export const specification = {
  points: 'The nine points',
  missing: (number: number) => `${number}. Not written`,
  open: 'open',
  also: 'About the same',
  fields: (entity: string) => `${entity}: fields`,
  states: (entity: string) => `${entity}: states`,
  rules: (entity: string) => `${entity}: rules`,
  permissions: (entity: string) => `${entity}: permissions`,
  nothing: 'The document says nothing here, so that its default holds.',
}
