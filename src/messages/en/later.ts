/** Messages of what is loaded after the page, when it is first used: the command palette and the list of shortcuts. */

/** Keyboard shortcuts. */
export const shortcuts = {
  heading: 'Keyboard shortcuts',
  find: 'Search',
  palette: 'Command menu',
  next: 'Next record',
  previous: 'Previous record',
  open: 'Open the record',
  help: 'Keyboard shortcuts',
  close: 'Close',
  placeholder: 'Type a command or search…',
  fits: 'Results',
  actions: 'On this page',
  recent: 'Recent',
  screens: 'Screens',
  create: 'Create',
  settings: 'Settings',
  theme: (theme: string) => `Theme: ${theme}`,
  language: (language: string) => `Language: ${language}`,
  everything: (typed: string) => `Search everything for “${typed}”`,
  nothing: 'No results.',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
}

/** The search screen. */
export const search = {
  heading: 'Search',
  found: (sought: string) => `Results for “${sought}”`,
  nothing: (sought: string) => `No results for “${sought}”`,
  nothingHelp: 'Try a name, a month, fewer words or a record number.',
  start: 'Search by name, text, status, month or record number.',
  all: 'All results',
  create: 'Create',
  more: 'Show all',
}

/** The page of notifications and the popover of the bell. */
export const notifications = {
  title: 'Notifications',
  intro: 'Updates on your records and tasks.',
  none: 'You’re all caught up.',
  unread: 'Unread',
  markRead: 'Mark as read',
  markOneRead: (name: string) => `Mark as read: ${name}`,
  markAllRead: 'Mark all as read',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  seeAll: 'See all notifications',
}

/** People who can be mentioned in a comment. */
export const mentions = {
  people: 'People',
  count: (count: number) => (count === 1 ? '1 person' : `${count} people`),
}

/** Two people changed the same record. */
export const conflict = {
  changedBy: (who: string, when: string) =>
    who === '' ? `This record was changed (${when})` : `${who} changed this record (${when})`,
  bothVersions: 'Nothing was overwritten. For each field below, choose the version to keep, then save again.',
  theirs: 'Current version',
  mine: 'Your version',
  empty: 'empty',
}

/** The rows of a form. */
export const lineItems = {
  another: 'Add another',
  row: (list: string, place: number) => `${list}, row ${place}`,
  keep: 'Keep',
  place: 'Position',
  moveUp: 'Move up',
  moveDown: 'Move down',
  movedTo: (place: number, count: number) => `Moved to position ${place} of ${count}`,
}
