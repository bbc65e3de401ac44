/** Our words on the search across everything. */
export const search = {
  heading: 'Search',
  title: (sought: string) => (sought === '' ? 'Search' : `Search: ${sought}`),
  /** How several records of an entity are called inside a sentence. */
  inside: (plural: string) => plural.toLowerCase(),
  people: 'people',
  peopleHeading: 'People',
  hint: (names: readonly string[]) => `Search ${names.join(' and ')}`,
  found: (sought: string) => `What fits “${sought}”.`,
  nothing: (sought: string) => `Nothing fits “${sought}”.`,
  nothingHelp: 'Try fewer words, or only their beginnings. A number finds the record that bears it.',
  start: 'Type a name, a few words or a number in the field above.',
  more: 'Show all',
}
