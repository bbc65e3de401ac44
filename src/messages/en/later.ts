/**
 * Messages of parts that are loaded after the page, when first used, and of rarely opened screens: in no other page's
 * script.
 */

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
  screens: 'Go to',
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
  nothingHelp: 'Try fewer words, or search for a name, month or record number.',
  start: 'Search by name, keyword, status, month or number.',
  all: 'All results',
  create: 'Create',
  more: 'Show all',
}

/** The page of notifications and the popover of the bell. */
export const notifications = {
  title: 'Notifications',
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

/** The import screen. */
export const imports = {
  intro: (most: number) =>
    `Upload a CSV file (UTF-8) with column names in the first row and up to ${most.toLocaleString('en')} rows. If any row has a problem, nothing is imported.`,
  file: 'File',
  check: 'Validate file',
  bring: (count: number, called: string) => `Import ${count} ${called}`,
  /** `existing`: of the records in the file, those that exist already. */
  good: (count: number, called: string, existing: number) => {
    const ready = count === 0 ? `No new ${called}` : `${count} ${called} ready to import`
    const there = `${existing} existing ${existing === 1 ? 'one' : 'ones'} to update or skip`
    const none = 'Nothing to import in this file'
    const found = existing > 0 ? `${ready}, ${there}` : count === 0 ? none : ready
    return `${found}. Nothing has been saved yet.`
  },
  bringAll: 'Import file',
  firstRows: (count: number) => (count === 1 ? 'The first row' : `The first ${count} rows`),
  outcome: 'Result',
  isNew: 'New',
  isThere: 'Already exists',
  existing: (total: number, called: string) =>
    total === 1 ? `1 ${called} in this file already exists` : `${total} ${called} in this file already exist`,
  existingRow: (line: number, name: string) => `Line ${line}: ${name}`,
  existingMore: (count: number) => `and ${count} more`,
  update: 'Update',
  updateHelp: 'Use the values from the file. Empty cells are ignored.',
  skip: 'Skip',
  skipHelp: 'Leave the existing records unchanged.',
  bad: (total: number) => (total === 1 ? '1 problem in this file' : `${total} problems in this file`),
  unchanged: 'Nothing was imported.',
  line: 'Line',
  column: 'Column',
  value: 'Value',
  problem: 'Problem',
  mayHold: 'Columns',
  required: 'required',
  again: 'This file is too large to keep here. Choose it again to import it.',
  getTemplate: 'Download a template',
  templateHelp: 'Not sure about the format? Start with all the columns and an example row.',
  role: 'Role',
  roleHelp: 'used when a row has no role',
  noRole: 'No role',
  invite: 'Send each person an invitation',
  inviteHelp: 'An email with a link to set a password.',
  noInvitations:
    'No mail server is set up, so no one is invited by email. After the import, open a person to create an invitation link.',
}

/** The reasons to decide about a record of an inbox. */
export const reasons = {
  decision: 'Before you decide',
  checks: 'Checks',
  holds: 'Met',
  warns: 'Note',
  blocks: 'Not possible',
  follows: 'Next',
  earlier: 'Earlier',
  coming: 'Coming up',
  inAll: 'Total',
  quietRows: (count: number) => `and ${count} more with nothing in this period`,
  limitReached: (day: string, count: number, {limit, as}: {readonly limit: number; readonly as: string}) =>
    count > limit
      ? `${as === '' ? `${count} at the same time` : `${count} people ${as}`} on ${day} (limit ${limit}).`
      : `The limit of ${limit} is reached on ${day}.`,
  sameDay: (names: string, as: string) => `Also ${as || 'that day'}: ${names}.`,
  of: (whole: string) => `of ${whole}`,
  becomes: 'becomes',
}

/** Pickers of records and days. */
export const pickers = {
  matches: (count: number) => (count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`),
  noMatches: (text: string) => (text === '' ? 'No results' : `No results for “${text}”`),
  showOptions: (label: string) => `Show options for ${label}`,
  chooseDate: (label: string) => `Choose a date for ${label}`,
  months: 'Months',
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
}

/** The page about the product. */
export const about = {
  audience: 'Who it’s for',
  wants: 'What you can do',
  nothing: 'The document doesn’t describe this product yet.',
}

/** The account screen, and invitations. */
export const account = {
  demo: 'Demo',
  showPassword: 'Show password',
  demoIntro: 'This is a demo with sample data. Choose a person to sign in as.',
  password: 'Password',
  signOut: 'Sign out',
  account: 'Your account',
  accountIntro: 'Your profile and how you sign in.',
  details: 'Profile',
  save: 'Save',
  language: 'Language',
  changePassword: 'Change password',
  sessions: 'Active sessions',
  thisSession: 'This device',
  lastSeen: (when: string) => `Last active ${when}`,
  signOutElsewhere: 'Sign out all other devices',
  keys: 'API keys',
  keysIntro: 'Programs sign in with a key instead of your password. A key never has more permissions than you.',
  apiPage: 'API reference',
  keyMade: 'Copy your new key now. You won’t be able to see it again.',
  keyName: 'Key name',
  keyRoles: 'Roles',
  keyDays: 'Expiry',
  daysLong: (days: number) => `${days} days`,
  noEnd: 'never expires',
  makeKey: 'Create key',
  revoke: 'Revoke',
  revokeKey: (name: string) => `Revoke ${name}`,
  allRoles: 'All roles',
  keySince: (when: string) => `Created ${when}`,
  keyUnused: 'Never used',
  keyUntil: (when: string) => `Expires ${when}`,
  onlyHere: 'No other sessions.',
  demoAccount: 'Demo users have no password.',
  invitations: 'Invite people',
  invitationsIntro: 'Each person gets an email with a link to set a password.',
  invitationsWithoutMail:
    'No mail server is set up, so no emails are sent. Create a link for each person and send it yourself.',
  add: 'Add person',
  createLink: 'Create invitation link',
  copyLink: 'Copy invitation link',
  copied: 'Copied',
  roles: 'Roles',
  invite: 'Send invitation',
  waiting: 'Pending invitations',
  until: (when: string) => `expires ${when}`,
  inviteAgain: 'Resend invitation',
}
