/** Our words on lists. */
export const lists = {
  nothingYet: 'Nothing is here yet.',
  nothingFound: 'Nothing fits this search.',
  clearSearch: 'Show everything',
  search: 'Search',
  pages: 'Pages',
  show: 'Show',
  all: 'All',
  from: 'from',
  to: 'to',
  next: 'Next',
  previous: 'Previous',
}
