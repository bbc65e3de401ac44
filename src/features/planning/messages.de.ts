/** Messages of calendars and timelines in German. */

import {plural} from '../../messages/de/grammar.ts'
import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  calendars: {
    earlier: 'Früher',
    today: 'Heute',
    later: 'Später',
    viewsLabel: 'Ansicht',
    andMore: (count: number) => plural(count, {one: 'und 1 weiterer Eintrag', other: `und ${count} weitere`}),
    allDay: 'ganztägig',
    closed: 'Gesperrte Tage',
    legend: 'Legende',
    showRequested: 'Offene Anträge anzeigen',
    notMoved: 'Nicht verschoben',
    open: 'Öffnen',
    editDates: 'Daten ändern',
    items: (count: number): string => plural(count, {one: '1 Eintrag', other: `${count} Einträge`}),
    moveTo: when => `Auf ${when} verschieben (Enter)`,
    overlaps: names => `Überschneidet sich mit: ${names}`,
  },
  timelines: {
    you: 'Sie',
    today: (count, as) => `Heute ${count}${as && ` ${as}`}`,
    now: (count, as) => `Jetzt ${count}${as && ` ${as}`}`,
    todayOf: (count, whole, as) => `Heute ${count} von ${whole} ${as}`,
    nowOf: (count, whole, as) => `Jetzt ${count} von ${whole} ${as}`,
    nobody: 'Keine Treffer.',
  },
  strip: {
    inAll: 'Insgesamt',
    quietRows: count => `und ${count} weitere ohne Einträge in diesem Zeitraum`,
    limitReached: (day, count, {limit, as}) =>
      count > limit
        ? `${count} gleichzeitig${as && ` ${as}`}: ${day} (höchstens ${limit}).`
        : `Grenze von ${limit} erreicht (${day}).`,
    sameDay: (names, as) => `Außerdem ${as || 'an diesem Tag'}: ${names}.`,
  },
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  calendars: {
    ...messages.calendars,
    views: {day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr', agenda: 'Liste'},
    nothing: 'Keine Einträge in diesem Zeitraum.',
    more: 'Nicht alles passt hierher. Nutzen Sie die Filter.',
    moreFrom: (day: string) =>
      `Nicht alles passt hierher: Einträge, die am ${day} oder später beginnen, fehlen vielleicht. Nutzen Sie die Filter.`,
  },
  timelines: {
    ...messages.timelines,
    views: {day: 'Tag', week: 'Woche', month: 'Monat', quarter: 'Quartal', year: 'Jahr'},
    others: 'Andere',
    until: (day: string) => `bis ${day}`,
    days: (count: number, text: string) => (count === 0.5 ? '½' : plural(count, {one: '1', other: `${text} Tage`})),
    fromMidday: 'ab Mittag',
    untilMidday: 'bis Mittag',
    noonToNoon: 'von Mittag bis Mittag',
    people: {one: 'Person', several: 'Personen'},
    requested: 'Beantragt',
    halfDay: 'Halber Tag',
    dayOff: 'Freier Tag',
    closedDay: 'Geschlossen',
    otherColour: 'Sonstiges',
    parts: {morning: 'vormittags', afternoon: 'nachmittags'},
    thisWeek: 'Diese Woche',
  },
}
