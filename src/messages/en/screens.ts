import {pluralIn} from '../grammar.ts'

/** Shown by the browser when the server cannot be reached. */
export const offline = {
  title: 'You’re offline',
  text: 'Check your connection and try again. Nothing you saved is lost.',
}

/** The page about the calls of an application. */
export const api = {
  heading: 'API',
  intro: (address: string) =>
    `Use these calls from your own programs. ${address} describes them in OpenAPI 3.1, so that you can generate a client. Only calls you have permission for are listed.`,
  authorization: (header: string) => `Send an API key from your account page, or a token, in the ${header} header.`,
  everyone: 'no key needed',
  parameter: 'Parameter',
  type: 'Type',
  places: {path: 'path', query: 'query', header: 'header'} as Readonly<Record<string, string>>,
  answers: (status: string) => `Returns ${status}.`,
}

/** Messages of settings; only the server writes them. */
export const settings = {
  range: (least: string | null, most: string | null) =>
    least === null ? `At most ${most}.` : most === null ? `At least ${least}.` : `Between ${least} and ${most}.`,
  /** `who` is empty if the name is unknown. */
  changed: (who: string, when: string, own: string | null) =>
    `Changed ${who === '' ? '' : `by ${who} `}on ${when}${own === null ? '' : `; originally ${own}`}.`,
  number: 'Amount',
  unit: 'Unit',
  saved: 'Settings saved.',
  writeLike: (example: string) => `Enter a value such as ${example}.`,
  /** Of a duration, whose unit is chosen. */
  wholeNumber: 'Enter a whole number of 0 or more.',
  outside: (least: string | null, most: string | null) =>
    least === null
      ? `Enter a value of at most ${most}.`
      : most === null
        ? `Enter a value of at least ${least}.`
        : `Enter a value from ${least} to ${most}.`,
  /** Of the time after which something is repeated. */
  interval: 'Enter at least 1 hour.',
  logo: 'Choose a PNG, JPEG or WebP image of at most 200 kB and 4096 pixels.',
  unusable: 'This value doesn’t work with the rest of the application.',
}

/** Messages of the smaller screens. */

const plural = pluralIn('en')

/** Boards. */
export const boards = {
  none: 'Not set',
  move: 'Move',
  moveCard: (name: string) => `Move ${name}`,
  andMore: (count: string) => `and ${count} more`,
  more: 'and more',
  nothing: 'Nothing here',
  notMoved: 'The card wasn’t moved',
}

/** Calendars, and the navigation through time that timelines share. */
export const calendars = {
  earlier: 'Earlier',
  today: 'Today',
  later: 'Later',
  viewsLabel: 'View',
  more: 'Not everything fits here. Use the filters to see the rest.',
  andMore: (count: number) => `and ${count} more`,
  allDay: 'all day',
  closed: 'Closed days',
  legend: 'Legend',
  showRequested: 'Show pending requests',
  notMoved: 'Not moved',
  open: 'Open',
  editDates: 'Edit dates',
  items: (count: number): string => plural(count, {one: '1 entry', other: `${count} entries`}),
  moveTo: (when: string) => `Move to ${when} (Enter)`,
  overlaps: (names: string) => `Overlaps: ${names}`,
}

/** Timelines. */
export const timelines = {
  you: 'You',
  /** `3 away today`; `as` may be empty. */
  today: (count: number, as: string) => `${count} ${as && `${as} `}today`,
  now: (count: number, as: string) => `${count} ${as && `${as} `}now`,
  todayOf: (count: string, whole: string, as: string) => `${count} of ${whole} ${as} today`,
  nowOf: (count: string, whole: string, as: string) => `${count} of ${whole} ${as} now`,
  nobody: 'No results.',
}

/** Messages of calendars and timelines that only the server needs. */
export const spanReplies = {
  calendars: {
    views: {day: 'Day', week: 'Week', month: 'Month', year: 'Year', agenda: 'Agenda'},
    nothing: 'Nothing in this period.',
    justNow: 'just now',
  },
  timelines: {
    views: {day: 'Day', week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year'},
    others: 'Other',
    until: (day: string) => `until ${day}`,
    days: (count: number, text: string) => (count === 0.5 ? '½' : plural(count, {one: '1', other: `${text} days`})),
    fromMidday: 'from noon',
    untilMidday: 'until noon',
    noonToNoon: 'noon to noon',
    people: {one: 'person', several: 'people'},
    requested: 'Requested',
    halfDay: 'Half day',
    dayOff: 'Day off',
    closedDay: 'Closed',
    otherColour: 'Other',
    parts: {morning: 'morning', afternoon: 'afternoon'},
    thisWeek: 'This week',
  },
}

/** Dashboards. */
export const dashboards = {
  seeAll: 'View all',
  asTable: 'Show as table',
  nothing: 'Nothing to show yet.',
  failed: 'This card couldn’t be loaded.',
  viewAll: (count: string) => `View all ${count}`,
  total: 'Total',
  /** One part of a whole: `6.5 of 29 left`. */
  partOf: (part: string, whole: string, label: string) => `${part} of ${whole} ${label.toLowerCase()}`,
  daysToGo: (count: number): string => (count === 1 ? 'day' : 'days'),
  until: (day: string) => `until ${day}`,
  now: 'Now',
}

/** Messages of dashboards that only the server needs. */
export const dashboardReplies = {
  others: 'Other',
  none: 'None',
  morning: (name: string) => `Good morning, ${name}`,
  afternoon: (name: string) => `Good afternoon, ${name}`,
  back: (day: string) => `back ${day}`,
  following: (name: string, day: string) => `Next: ${name}, ${day}`,
  weekOf: (day: string) => `Week beginning ${day}`,
  byStart: (unit: string) => `${unit} by start date`,
  byEnd: (unit: string) => `${unit} by end date`,
  weeks: (first: string, last: string) => `weeks beginning ${first} – ${last}`,
  evening: (name: string) => `Good evening, ${name}`,
  nothingNow: 'Nothing to show.',
  nothingNext: 'Nothing coming up.',
  noOne: 'No one.',
  /** “4 hours”; other numbers have their label: “Seats: 5”. */
  measured: (label: string, count: number, text: string) =>
    /^(?:Days|Hours|Minutes)$/.test(label)
      ? `${text} ${plural(count, {one: label.slice(0, -1), other: label}).toLowerCase()}`
      : `${label}: ${text}`,
  /** “Covered by Ida Holm”, “Office: Berlin”. */
  labelled: (label: string, text: string) =>
    `${label}${/ (?:at|by|for|from|in|of|on|to|with)$/.test(label) ? '' : ':'} ${text}`,
}

/** Messages of the specification that only the server needs. */
export const specificationReplies = {
  missing: (number: number) => `${number}. Not written yet`,
  fields: (entity: string) => `${entity}: fields`,
  states: (entity: string) => `${entity}: states`,
  rules: (entity: string) => `${entity}: rules`,
  permissions: (entity: string) => `${entity}: permissions`,
}

/** Messages of the search that only the server needs. */
export const searchReplies = {
  title: (sought: string) => (sought === '' ? 'Search' : `Search: ${sought}`),
  /** The plural of an entity within a sentence. */
  inside: (plural: string) => plural.toLowerCase(),
  people: 'people',
  peopleHeading: 'People',
  hint: (names: readonly string[], more: boolean) =>
    `Search ${more ? `${names.join(', ')} and more` : names.join(' and ')}`,
}

/** Mail settings. */
export const notifications = {
  mail: 'Email',
  mailMe: 'Send me notifications by email',
  mailHelp: 'You can always see them under Notifications.',
  saveMail: 'Save',
}

/** The specification screen. */
export const specification = {
  points: 'The nine points',
  open: 'open',
  also: 'See also',
  nothing: 'The document does not set this, so the default applies.',
}

/** The style guide. */
export const styleGuide = {
  heading: 'Style guide',
  intro: 'Every component in every state, with sample data.',
  sections: {
    buttons: 'Buttons',
    fields: 'Fields',
    states: 'States',
    people: 'People',
    table: 'Table',
    notices: 'Notices',
    dialog: 'Actions and dialogs',
    empty: 'Empty states',
    path: 'Progress and history',
    charts: 'Charts',
  },
  buttons: {lead: 'Primary', plain: 'Secondary', stop: 'Destructive', bare: 'Link style', busy: 'Loading'},
  columns: {person: 'Person', text: 'Text', time: 'Date', number: 'Amount', state: 'Status'},
  tones: {
    idle: 'Not started',
    wait: 'Waiting',
    info: 'In progress',
    good: 'Approved',
    live: 'Active',
    bad: 'Declined',
    over: 'Ended',
  },
  nobody: 'Automatic',
  field: 'Field',
  help: 'Help text is shown below the field.',
  problem: 'Enter a valid value.',
  sample: 'Sample text',
  said: 'Saved.',
  nothing: 'No requests yet.',
}
