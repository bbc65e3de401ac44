/** Messages of the smaller screens. */

/** Boards. */
export const boards = {
  none: 'Not set',
  move: 'Move',
  moveCard: (name: string) => `Move ${name}`,
  to: (label: string, column: string) => `${label} → ${column}`,
  andMore: (count: string) => `and ${count} more`,
  more: 'and more',
  nothing: 'Nothing here',
  notMoved: 'It was not moved',
}

/** Calendars, and the navigation through time that timelines share. */
export const calendars = {
  earlier: 'Earlier',
  today: 'Today',
  later: 'Later',
  viewsLabel: 'How to look at it',
  views: {month: 'Month', week: 'Week', agenda: 'Agenda'},
  more: 'There is more than fits here. Narrow it down to see the rest.',
  andMore: (count: number) => `and ${count} more`,
  allDay: 'all day',
  closed: 'Closed days',
  nothing: 'Nothing falls on these days.',
}

/** Timelines. */
export const timelines = {
  views: {day: 'Day', weeks: 'Weeks'},
  others: 'Others',
  until: (day: string) => `until ${day}`,
  days: (count: number, text: string) => (count === 0.5 ? '½' : count === 1 ? '1' : `${text} days`),
  fromMidday: 'from midday on',
  untilMidday: 'until midday',
  nobody: 'No row fits this search.',
  people: {one: 'person', several: 'people'},
}

/** Dashboards. */
export const dashboards = {
  seeAll: 'See all',
  others: 'Others',
  none: 'None',
  asTable: 'As a table',
  weekOf: (day: string) => `Week of ${day}`,
  morning: (name: string) => `Good morning, ${name}`,
  afternoon: (name: string) => `Good afternoon, ${name}`,
  evening: (name: string) => `Good evening, ${name}`,
  nothing: 'Nothing to show yet.',
  nothingNow: 'Nothing at the moment.',
  failed: 'This could not be shown. The rest of the page is fine.',
  behind: (name: string) => `See all: ${name}`,
}

/** The search screen. */
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

/** The notifications screen, and mail settings. */
export const notifications = {
  title: 'Notifications',
  intro: 'What happened that concerns you.',
  none: 'Nothing has happened yet that concerns you.',
  unread: 'New',
  read: 'Earlier',
  markRead: 'Mark as read',
  markOneRead: (name: string) => `Mark as read: ${name}`,
  markAllRead: 'Mark all as read',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  mail: 'Mail',
  mailMe: 'Send me mail about what concerns me',
  mailHelp: 'It is shown under Notifications in any case.',
  saveMail: 'Save',
}

/** The import screen. */
export const imports = {
  heading: (called: string) => `Import ${called}`,
  intro: (most: number) =>
    `A CSV file in UTF-8, with the fields in its first row. Up to ${most} rows. All of them come in, or none and you see why.`,
  file: 'File',
  check: 'Check the file',
  bring: (count: number, called: string) => `Import ${count} ${called}`,
  good: (count: number, called: string) => `${count} ${called} can come in. Nothing has been changed yet.`,
  bad: (total: number) => (total === 1 ? 'One thing to mend in the file' : `${total} things to mend in the file`),
  unchanged: 'Nothing has been changed.',
  line: 'Line',
  column: 'Column',
  value: 'Value',
  problem: 'What is wrong',
  mayHold: 'What a file may hold',
  required: 'needed',
  chooseFirst: 'Choose a file first.',
  again: 'Choose it once more to import it: it is too long to be remembered here.',
}

/** The specification screen. */
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

/** The style guide. */
export const styleGuide = {
  heading: 'Every part',
  intro: 'What pages are made of, in every state. The data is made up.',
  sections: {
    buttons: 'Buttons',
    fields: 'Fields',
    states: 'States',
    people: 'People',
    table: 'Table',
    notices: 'Notices',
    dialog: 'Actions and dialogs',
    empty: 'Empty states',
    path: 'Path and history',
    charts: 'Charts',
  },
  buttons: {lead: 'Lead', plain: 'Plain', stop: 'Stop', bare: 'Bare', busy: 'Busy'},
  columns: {person: 'Person', text: 'Text', time: 'Day', number: 'Amount', state: 'State'},
  tones: {
    idle: 'Nothing yet',
    wait: 'Waiting',
    info: 'In between',
    good: 'Good',
    live: 'Under way',
    bad: 'Refused',
    over: 'Over',
  },
  nobody: 'By itself',
  field: 'Field',
  help: 'Help stands under the field.',
  problem: 'Something has to be mended here.',
  sample: 'A few words',
  said: 'That has been done.',
  nothing: 'Nothing is here yet.',
}
