/** Messages of the search. */

/** What components show. */
export const messages = {
  heading: 'Search',
  found: (sought: string) => `Results for “${sought}”`,
  nothing: (sought: string) => `No results for “${sought}”`,
  nothingHelp: 'Try fewer words, or search for a name, month or record number.',
  start: 'Search by name, keyword, status, month or number.',
  all: 'All results',
  create: 'Create',
  more: 'Show all',
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  title: (sought: string) => (sought === '' ? 'Search' : `Search: ${sought}`),
  /** The plural of an entity within a sentence. */
  inside: (plural: string) => plural.toLowerCase(),
  people: 'people',
  peopleHeading: 'People',
  hint: (names: readonly string[], more: boolean) =>
    `Search ${more ? `${names.join(', ')} and more` : names.join(' and ')}`,
}
