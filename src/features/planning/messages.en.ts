/** Messages of calendars and timelines. */

import {plural} from '../../messages/en/grammar.ts'

/** What components show. */
export const messages = {
  /** Calendars, and the navigation through time that timelines share. */
  calendars: {
    earlier: 'Earlier',
    today: 'Today',
    later: 'Later',
    viewsLabel: 'View',
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
  },
  timelines: {
    you: 'You',
    /** `3 away today`; `as` may be empty. */
    today: (count: number, as: string) => `${count} ${as && `${as} `}today`,
    now: (count: number, as: string) => `${count} ${as && `${as} `}now`,
    todayOf: (count: string, whole: string, as: string) => `${count} of ${whole} ${as} today`,
    nowOf: (count: string, whole: string, as: string) => `${count} of ${whole} ${as} now`,
    nobody: 'No results.',
  },
  /** The days around a record, as a small timeline. */
  strip: {
    inAll: 'Total',
    quietRows: (count: number) => `and ${count} more with nothing in this period`,
    limitReached: (day: string, count: number, {limit, as}: {readonly limit: number; readonly as: string}) =>
      count > limit
        ? `${as === '' ? `${count} at the same time` : `${count} people ${as}`} on ${day} (limit ${limit}).`
        : `The limit of ${limit} is reached on ${day}.`,
    sameDay: (names: string, as: string) => `Also ${as || 'that day'}: ${names}.`,
  },
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  calendars: {
    ...messages.calendars,
    views: {day: 'Day', week: 'Week', month: 'Month', year: 'Year', agenda: 'Agenda'},
    nothing: 'Nothing in this period.',
    more: 'Not everything fits here. Use the filters to see the rest.',
    moreFrom: (day: string) =>
      `Not everything fits here: entries that begin on ${day} or later may be missing. Use the filters to see them.`,
  },
  timelines: {
    ...messages.timelines,
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
