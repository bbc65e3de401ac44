/** How many of the selected records a reason is about, and which. */
interface RefusalReason {
  readonly count: number
  readonly of: number
  readonly called: string
  readonly names: string
}

/** Lists. */
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
  nothingThere: 'Clear the filters to see the rest.',
  view: 'View',
  columns: 'Columns',
  perPage: 'Records on a page',
  rows: 'Rows',
  roomy: 'With room',
  close: 'Close together',
  apply: 'Apply',
  keepView: 'Keep this view',
  viewName: 'Name of the view',
  views: 'Kept views',
  forgetView: (name: string) => `Forget the view ${name}`,
  viewNotKept:
    'This view could not be kept. Give it a short name, and forget one that you no longer need if there are many.',
  exportCsv: 'Save as CSV',
  importCsv: 'Import',
  more: 'More',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all on this page',
  withSelected: 'With the selected:',
  selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
  nothingFits: 'No action fits all of the selected records.',
  selectFirst: 'Select one or more records first.',
  onSeveral: (count: number, called: string) => `${count} ${called}`,
  deletingSeveral: (several: string) => `Delete ${several}?`,
  inState: ({count, of, called, names}: RefusalReason, state: string) =>
    `${count} of ${of} ${called} ${count === 1 ? 'is' : 'are'} “${state}”: ${names}.`,
  refusedFor: ({count, of, called, names}: RefusalReason, message: string) =>
    `${count} of ${of} ${called} (${names}): ${message}`,
  andMore: (count: number) => `${count} more`,
  notSeen: 'a record you cannot see',
  next: 'Next',
  previous: 'Previous',
}
