/** Messages of the smaller screens in German: boards, calendars, timelines, dashboards, search, notifications, the specification and the style guide. */

import type {
  api as englishApi,
  boards as englishBoards,
  calendars as englishCalendars,
  dashboardReplies as englishDashboardReplies,
  dashboards as englishDashboards,
  notifications as englishNotifications,
  offline as englishOffline,
  searchReplies as englishSearchReplies,
  settings as englishSettings,
  spanReplies as englishSpanReplies,
  specification as englishSpecification,
  specificationReplies as englishSpecificationReplies,
  styleGuide as englishStyleGuide,
  timelines as englishTimelines,
} from '../en/screens.ts'
import {pluralIn} from '../grammar.ts'

/* Shown by the browser when the server cannot be reached. */

export const offline: typeof englishOffline = {
  title: 'Sie sind offline',
  text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Gespeichertes geht nicht verloren.',
}

/* The page about the calls of an application. */

export const api: typeof englishApi = {
  heading: 'API',
  intro: (address: string) =>
    `Diese Aufrufe können Sie aus eigenen Programmen nutzen. ${address} beschreibt sie als OpenAPI 3.1, damit Sie einen Client generieren können. Angezeigt werden nur Aufrufe, für die Sie berechtigt sind.`,
  authorization: (header: string) =>
    `Senden Sie einen API-Schlüssel von Ihrer Kontoseite oder ein Token in der Kopfzeile ${header}.`,
  everyone: 'ohne Schlüssel',
  parameter: 'Parameter',
  type: 'Typ',
  places: {path: 'Pfad', query: 'Abfrage', header: 'Kopfzeile'},
  answers: (status: string) => `Antwortet mit ${status}.`,
}

/* Messages of settings; only the server writes them. */

export const settings: typeof englishSettings = {
  range: (least, most) =>
    least === null ? `Höchstens ${most}.` : most === null ? `Mindestens ${least}.` : `Zwischen ${least} und ${most}.`,
  changed: (who, when, own) =>
    `Am ${when} ${who === '' ? '' : `von ${who} `}geändert${own === null ? '' : `; ursprünglich ${own}`}.`,
  number: 'Anzahl',
  unit: 'Einheit',
  saved: 'Einstellungen gespeichert.',
  writeLike: example => `Schreiben Sie es so: ${example}`,
  wholeNumber: 'Geben Sie eine ganze Zahl ab 0 ein.',
  outside: (least, most) =>
    least === null
      ? `Der Wert darf höchstens ${most} sein.`
      : most === null
        ? `Der Wert muss mindestens ${least} sein.`
        : `Der Wert muss zwischen ${least} und ${most} liegen.`,
  interval: 'Geben Sie mindestens 1 Stunde an.',
  logo: 'Wählen Sie ein PNG-, JPEG- oder WebP-Bild mit höchstens 200 kB und 4096 Pixeln.',
  unusable: 'Dieser Wert passt nicht zur übrigen Anwendung.',
}

const plural = pluralIn('de')

export const boards: typeof englishBoards = {
  none: 'Ohne Angabe',
  move: 'Verschieben',
  moveCard: (name: string) => `${name} verschieben`,
  andMore: (count: string) => (count === '1' ? 'und 1 weiterer Eintrag' : `und ${count} weitere`),
  more: 'und weitere',
  nothing: 'Keine Einträge',
  notMoved: 'Die Karte wurde nicht verschoben',
}

export const calendars: typeof englishCalendars = {
  earlier: 'Früher',
  today: 'Heute',
  later: 'Später',
  viewsLabel: 'Ansicht',
  more: 'Nicht alles passt hierher. Nutzen Sie die Filter.',
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
}

export const timelines: typeof englishTimelines = {
  you: 'Sie',
  today: (count, as) => `Heute ${count}${as && ` ${as}`}`,
  now: (count, as) => `Jetzt ${count}${as && ` ${as}`}`,
  todayOf: (count, whole, as) => `Heute ${count} von ${whole} ${as}`,
  nowOf: (count, whole, as) => `Jetzt ${count} von ${whole} ${as}`,
  nobody: 'Keine Treffer.',
}

export const spanReplies: typeof englishSpanReplies = {
  calendars: {
    views: {day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr', agenda: 'Liste'},
    nothing: 'Keine Einträge in diesem Zeitraum.',
    justNow: 'gerade eben',
  },
  timelines: {
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

export const dashboards: typeof englishDashboards = {
  seeAll: 'Alle anzeigen',
  asTable: 'Als Tabelle anzeigen',
  nothing: 'Noch keine Daten.',
  failed: 'Diese Karte konnte nicht geladen werden.',
  viewAll: count => `Alle ${count} anzeigen`,
  total: 'Gesamt',
  partOf: (part, whole, label) => `${label}: ${part} von ${whole}`,
  daysToGo: count => (count === 1 ? 'Tag' : 'Tage'),
  until: day => `bis ${day}`,
  now: 'Jetzt',
}

/** Messages of dashboards that only the server needs. */
export const dashboardReplies: typeof englishDashboardReplies = {
  others: 'Sonstige',
  none: 'Ohne Angabe',
  morning: name => `Guten Morgen, ${name}`,
  afternoon: name => `Guten Tag, ${name}`,
  back: day => `zurück am ${day}`,
  following: (name, day) => `Als Nächstes: ${name}, ${day}`,
  weekOf: day => `Woche ab ${day}`,
  byStart: unit => `${unit} nach Beginn`,
  byEnd: unit => `${unit} nach Ende`,
  weeks: (first, last) => `Wochen vom ${first} bis ${last}`,
  evening: name => `Guten Abend, ${name}`,
  nothingNow: 'Keine Einträge.',
  nothingNext: 'Nichts geplant.',
  noOne: 'Niemand.',
  measured: (label, count, text) => {
    const unit = {Tage: 'Tag', Stunden: 'Stunde', Minuten: 'Minute'}[label]
    return unit === undefined ? `${label}: ${text}` : `${text} ${plural(count, {one: unit, other: label})}`
  },
  labelled: (label, text) => `${label}: ${text}`,
}

export const specificationReplies: typeof englishSpecificationReplies = {
  missing: (number: number) => `${number}. Noch nicht geschrieben`,
  fields: (entity: string) => `${entity}: Felder`,
  states: (entity: string) => `${entity}: Zustände`,
  rules: (entity: string) => `${entity}: Regeln`,
  permissions: (entity: string) => `${entity}: Rechte`,
}

export const searchReplies: typeof englishSearchReplies = {
  title: (sought: string) => (sought === '' ? 'Suche' : `Suche: ${sought}`),
  inside: (plural: string) => plural,
  people: 'Personen',
  peopleHeading: 'Personen',
  hint: (names: readonly string[], more: boolean) =>
    `${more ? `${names.join(', ')} und mehr` : names.join(' und ')} suchen`,
}

export const notifications: typeof englishNotifications = {
  mail: 'E-Mail',
  mailMe: 'Benachrichtigungen auch per E-Mail erhalten',
  mailHelp: 'Sie finden sie immer auch unter „Benachrichtigungen“.',
  saveMail: 'Speichern',
}

export const specification: typeof englishSpecification = {
  points: 'Die neun Punkte',
  open: 'offen',
  also: 'Siehe auch',
  nothing: 'Das Dokument legt dies nicht fest; es gilt die Vorgabe.',
}

export const styleGuide: typeof englishStyleGuide = {
  heading: 'Styleguide',
  intro: 'Alle Komponenten in jedem Zustand, mit Beispieldaten.',
  sections: {
    buttons: 'Schaltflächen',
    fields: 'Felder',
    states: 'Zustände',
    people: 'Personen',
    table: 'Tabelle',
    notices: 'Hinweise',
    dialog: 'Aktionen und Dialoge',
    empty: 'Leere Zustände',
    path: 'Fortschritt und Verlauf',
    charts: 'Diagramme',
  },
  buttons: {lead: 'Primär', plain: 'Sekundär', stop: 'Löschen', bare: 'Als Link', busy: 'Lädt'},
  columns: {person: 'Person', text: 'Text', time: 'Datum', number: 'Betrag', state: 'Status'},
  tones: {
    idle: 'Nicht begonnen',
    wait: 'Wartend',
    info: 'In Bearbeitung',
    good: 'Genehmigt',
    live: 'Aktiv',
    bad: 'Abgelehnt',
    over: 'Beendet',
  },
  nobody: 'Automatisch',
  field: 'Feld',
  help: 'Der Hilfetext steht unter dem Feld.',
  problem: 'Geben Sie einen gültigen Wert ein.',
  sample: 'Beispieltext',
  said: 'Gespeichert.',
  nothing: 'Noch keine Anträge.',
}
