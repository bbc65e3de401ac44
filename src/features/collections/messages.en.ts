/** Messages of lists. */

import {listed, plural} from '../../messages/en/grammar.ts'
import {doneTo} from '../../messages/en/nouns.ts'

/** How many of the selected records a reason concerns, and which. */
interface RefusedRecords {
  readonly count: number
  readonly of: number
  readonly called: string
  readonly names: string
}

/** What components show. */
export const messages = {
  nothingFound: 'No results.',
  noneMatch: (records: string) => `No ${records} match.`,
  clearSearch: 'Clear filters',
  search: 'Search',
  pages: 'Pages',
  filterChips: {
    none: 'None',
    filterBy: 'Filter by…',
    operator: 'Operator',
    operators: {
      is: 'is',
      anyOf: 'is any of',
      empty: 'is empty',
      from: 'from',
      until: 'until',
      between: 'between',
      contains: 'contains',
    },
    /** After “between”. */
    ends: (from: string, to: string) => `${from} and ${to}`,
    /** The same of numbers. */
    ofNumbers: {is: 'exactly', from: 'at least', until: 'at most'},
    removeFilter: (label: string) => `Remove ${label}`,
    applyFilter: 'Apply',
    choose: 'choose',
    apply: 'apply',
    close: 'close',
  },
  show: 'Apply filters',
  filter: 'Filter',
  all: 'All',
  from: 'from',
  to: 'to',
  view: 'View',
  columns: 'Columns',
  perPage: 'Rows per page',
  rows: 'Density',
  roomy: 'Comfortable',
  close: 'Compact',
  apply: 'Apply',
  keepView: 'Save view',
  viewName: 'View name',
  views: 'Saved views',
  forgetView: (name: string) => `Delete view ${name}`,
  exportCsv: 'Export CSV',
  importCsv: 'Import',
  more: 'More',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all on this page',
  withSelected: 'Selected:',
  selected: (count: number) => `${count} selected`,
  onCount: (action: string, count: number, called: string) =>
    `${action}${/ /.test(action) ? ' for' : ''} ${count} ${called}`,
  andMore: (count: number) => `${count} more`,
  /** Below a list: `51 days in total`. */
  total: (sum: string) => `${sum} in total`,
  next: 'Next',
  previous: 'Previous',
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  noneYet: (records: string) => `No ${records} yet.`,
  nothingThere: 'Clear the filters to see all records.',
  viewNotKept: 'This view couldn’t be saved. Use a shorter name, or delete a view you no longer need.',
  selectFirst: 'Select at least one record.',
  onSeveral: (count: number, called: string) => `${count} ${called}`,
  asking: (action: string, several: string) => `${doneTo(action, several)}?`,
  cannotBeUndone: 'This can’t be undone.',
  tooMany: (most: string) => `At most ${most} records can be changed at once. Filter the list first.`,
  deletingSeveral: (several: string) => `Delete ${several}?`,
  inState: ({count, of, called, names}: RefusedRecords, state: string) =>
    `${count} of ${of} ${called} ${plural(count, {one: 'is', other: 'are'})} “${state}”: ${names}.`,
  refusedFor: ({count, of, called, names}: RefusedRecords, message: string) =>
    `${count} of ${of} ${called} (${names}): ${message}`,
  /** The text of a search, and a filter for empty values, where nothing matches. */
  quoted: (text: string) => `“${text}”`,
  noValue: 'None',
  notSeen: 'a record you can’t see',
  free: 'Free',
  now: 'Now',
  willBeNotified: (names: readonly string[], more: number) => {
    const others =
      more === 0
        ? []
        : [
            names.length === 0
              ? plural(more, {one: '1 person', other: `${more} people`})
              : plural(more, {one: '1 other', other: `${more} others`}),
          ]
    const people = [...names, ...others]
    return `${listed(people)} will be notified.`
  },
  changedTo: (text: string) => `Someone else changed this to “${text}”. Save again to replace it.`,
  firstSteps: 'Get started',
}
