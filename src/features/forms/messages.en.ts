/** Messages of forms. */

import {plural} from '../../messages/en/grammar.ts'
import {withArticle} from '../../messages/en/nouns.ts'

/** How many records there are at once. */
export interface AtOnce {
  /** Of the others, those that are not decided yet. */
  readonly open: number
  readonly limit: number
  /** The noun of the record: `request`. */
  readonly kind: string
  /** What people are during such a record: `away`; may be empty. */
  readonly as: string
}

/** What components show. */
export const messages = {
  cancel: 'Cancel',
  /** Beside a button such as “Cancel booking”, “Cancel” could mean both. */
  dismiss: (action: string): string => (/^cancel\b/i.test(action) ? 'Back' : 'Cancel'),
  optional: 'optional',
  requiredFor: (action: string) => `required to ${action.toLowerCase()}`,
  showPassword: 'Show password',
  choose: 'Choose',
  typeName: 'Type a name',
  yes: 'Yes',
  no: 'No',
  problems: (count: number) => plural(count, {one: 'There’s a problem', other: `There are ${count} problems`}),
  edit: 'Edit',
  delete: 'Delete',
  add: 'Add',
  remove: 'Remove',
  dropFiles: (several: boolean): string => (several ? 'Drop files here or' : 'Drop a file here or'),
  chooseFiles: (several: boolean): string => (several ? 'choose files' : 'choose one'),
  chosenFiles: 'Chosen files',
  removeFile: (name: string) => `Remove ${name}`,
  keepFile: (name: string) => `Keep ${name}`,
  draftSaved: 'Unsaved changes are kept in this browser tab.',
  draftRestored: 'We restored your unsaved changes.',
  discardDraft: 'Discard',
  leaveTitle: 'Leave without saving?',
  leaveText: 'The files you chose will be lost.',
  leave: 'Leave',
  stay: 'Stay',
  openCalendar: (label: string) => `Open calendar for ${label}`,
  /** Pickers of records and days. */
  pickers: {
    matches: (count: number) => (count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`),
    noMatches: (text: string) => (text === '' ? 'No results' : `No results for “${text}”`),
    showOptions: (label: string) => `Show options for ${label}`,
    chooseDate: (label: string) => `Choose a date for ${label}`,
    months: 'Months',
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
  },
  /** People who can be mentioned in a comment. */
  mentions: {
    people: 'People',
    count: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  },
  /** Two people changed the same record. */
  conflict: {
    changedBy: (who: string, when: string) =>
      who === '' ? `This record was changed (${when})` : `${who} changed this record (${when})`,
    bothVersions: 'Nothing was overwritten. For each field below, choose the version to keep, then save again.',
    theirs: 'Current version',
    mine: 'Your version',
    empty: 'empty',
  },
  /** The rows of a form. */
  lineItems: {
    another: 'Add another',
    row: (list: string, place: number) => `${list}, row ${place}`,
    keep: 'Keep',
    place: 'Position',
    moveUp: 'Move up',
    moveDown: 'Move down',
    movedTo: (place: number, count: number) => `Moved to position ${place} of ${count}`,
  },
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  save: 'Save',
  saveAs: (state: string) => `Save as ${state.toLowerCase()}`,
  thanks: 'Thank you',
  received: 'We have received your answers.',
  again: 'Submit another response',
  editing: (name: string) => `Edit “${name}”`,
  editingKind: (kind: string) => `Edit ${kind}`,
  alsoChanges: (count: number) =>
    count === 1 ? 'This will also be changed:' : `These ${count} entries will also be changed:`,
  /** “Days: 25 → 27” */
  becomes: (label: string, before: string, after: string) => `${label}: ${before || '–'} → ${after || '–'}`,
  /** “12 gain 24 in total” */
  gains: (count: number, sum: string) =>
    count === 0 ? '' : count === 1 ? `1 gains ${sum}` : `${count} gain ${sum} in total`,
  losses: (count: number, sum: string) =>
    count === 0 ? '' : count === 1 ? `1 loses ${sum}` : `${count} lose ${sum} in total`,
  noDifference: 'no change',
  notDeletable: (name: string) => `“${name}” can’t be deleted`,
  stillUsed: (by: string) => `It still has ${by}.`,
  deletingIntro: 'A copy is kept in the history.',
  deletingPersonal: (fields: string) => `A copy is kept in the history, except for: ${fields}.`,
  deleting: (name: string) => `Delete “${name}”?`,
  deletingRecord: (kind: string, name: string) => `Delete ${kind} “${name}”?`,
  /** Records that belong to those deleted, such as comments. */
  deletingParts: (nouns: readonly string[]) => `Related ${nouns.join(' and ')} will also be deleted.`,
  adding: (name: string) => `Add ${name.toLowerCase()}`,
  /** The text field of a conversation. */
  commenting: (name: string) => `Add ${withArticle(name.toLowerCase())}`,
  summary: 'Summary',
  summaryHint: 'Fill in the form to see a preview here.',
  figure: (label: string, text: string, of: string | null) => `${label}: ${text}${of === null ? '' : ` of ${of}`}`,
  /** `Days left: 3.5 (currently 7)`. */
  leaves: (label: string, after: string, before: string) => `${label}: ${after} (currently ${before})`,
  /** `22 available on 7 Dec (20 today)`. */
  availableOn: (text: string, day: string, today: string | null) =>
    `${text} available on ${day}${today === null ? '' : ` (${today} today)`}`,
  exceeds: (label: string, missing: string, left: string | null) => `${label}: ${left ?? 'none'} (${missing} short)`,
  dates: (count: number, taken: number) =>
    `${plural(count, {one: '1 date', other: `${count} dates`})}${taken === 0 ? '' : `, ${taken} taken`}`,
  sameDays: 'On the same days',
  noOnesDays: 'No one else.',
  noOthersDays: 'Nothing else.',
  /** The row is a room, for example. */
  chooseForDay: (row: string, isPerson: boolean) =>
    `Choose ${withArticle(row.toLowerCase())} to see when ${isPerson ? 'they’re' : 'it’s'} free.`,
  freeTime: (times: string) => `Free ${times}`,
  /** Records that the reader may not read could be there. */
  unseenTime: (times: string) => `Nothing that you can see ${times}`,
  taken: 'Taken',
  yourTime: 'Selected time',
  clashes: 'Already booked',
  closed: 'Closed',
  hours: (count: number, text: string) => ({number: text, unit: plural(count, {one: 'hour', other: 'hours'})}),
  minutes: (count: number, text: string) => ({number: text, unit: plural(count, {one: 'minute', other: 'minutes'})}),
  andMore: (count: number) => `and ${count} more`,
  /** `open` of the others are not decided yet. */
  atOnce: (count: number, days: string, {open, limit, as}: AtOnce) =>
    `${count} people ${as && `${as} `}on ${days}, including you${open === 0 ? '' : ` and ${open} pending`} (limit ${limit})`,
  whatNext: 'What happens next',
  decides: (name: string, kind: string) => `${name} will review this ${kind}`,
  /** `Can approve or decline`. */
  mayDo: (labels: string) => `Can ${labels}`,
  /** `Deputy for Liam Murphy`. */
  standsInFor: (as: string, name: string) => `${as} for ${name}`,
  noOneDecides: 'No one can review this yet',
  noOneElseHas: (role: string) => `Someone else with the role ${role} needs to review this.`,
  noOneNamed: 'No one is responsible for it yet.',
  noDecision: 'No approval needed.',
  insteadUse: (name: string) => `Use ${name} instead`,
  /** Fields that cannot be changed in a state. */
  notNow: 'You can’t fill in this form now: the conditions of your permissions are not met.',
  locked: (fields: string, state: string) => `You can’t change the ${fields} while the status is “${state}”.`,
  isNotified: (name: string) => `${name} will be notified`,
  back: (day: string) => `Back on ${day}`,
  backAtNoon: (day: string) => `Back on ${day} at noon`,
  startOn: (day: string) => `Start on ${day}`,
  endOn: (day: string) => `End on ${day}`,
  endOnNoon: (day: string) => `End on ${day} at noon`,
  moveTo: (days: string) => `Move to ${days}`,
  wholeDays: 'Use whole days',
  problemsFirst: (count: number) =>
    plural(count, {one: 'Fix the problem above to continue.', other: `Fix the ${count} problems above to continue.`}),
  check: 'Check',
  partOfDay: 'part of the day',
  allDay: 'All day',
  morning: 'Morning',
  afternoon: 'Afternoon',
  ownDays: 'You',
  daysOff: 'Day off',
  closedDays: 'Blocked',
  othersDays: 'Other',
  colleaguesDays: 'Colleagues',
  fullDays: 'Limit reached',
  /** `kind` is the noun of the record. */
  reachesLimit: (count: number, limit: number, {kind, as}: Pick<AtOnce, 'kind' | 'as'>) =>
    `${as === '' ? `${count} at the same time` : `${plural(count, {one: '1 person', other: `${count} people`})} ${as}`}, including this ${kind} (limit ${limit})`,
  extend: 'extend',
  today: 'today',
  noDay: 'Choose a day',
  dateNames: {
    weekdays: /* @__PURE__ */ 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
    shortWeekdays: /* @__PURE__ */ 'Mon Tue Wed Thu Fri Sat Sun'.split(' '),
    months:
      /* @__PURE__ */ 'January February March April May June July August September October November December'.split(
        ' ',
      ),
    shortMonths: /* @__PURE__ */ 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
    dayPattern: '{day} {shortMonth}',
    fullPattern: '{weekday}, {day} {month} {year}',
    monthPattern: '{month} {year}',
  },
}
