/**
 * Messages of the smaller screens in German: boards, calendars, timelines, dashboards, search, notifications, imports,
 * the specification and the style guide.
 */

import type {
  boards as englishBoards,
  calendars as englishCalendars,
  dashboards as englishDashboards,
  imports as englishImports,
  notifications as englishNotifications,
  search as englishSearch,
  specification as englishSpecification,
  styleGuide as englishStyleGuide,
  timelines as englishTimelines,
} from '../en/screens.ts'

export const boards: typeof englishBoards = {
  none: 'Ohne Angabe',
  move: 'Verschieben',
  moveCard: (name: string) => `${name} verschieben`,
  to: (label: string, column: string) => `${label} → ${column}`,
  andMore: (count: string) => `und ${count} weitere`,
  more: 'und weitere',
  nothing: 'Nichts hier',
  notMoved: 'Das wurde nicht verschoben',
}

export const calendars: typeof englishCalendars = {
  earlier: 'Früher',
  today: 'Heute',
  later: 'Später',
  viewsLabel: 'Ansicht',
  views: {month: 'Monat', week: 'Woche', agenda: 'Liste'},
  more: 'Hier ist mehr, als angezeigt werden kann. Schränken Sie die Auswahl ein, um den Rest zu sehen.',
  andMore: (count: number) => `und ${count} weitere`,
  allDay: 'ganztägig',
  closed: 'Geschlossene Tage',
  nothing: 'In diesen Tagen liegt nichts.',
}

export const timelines: typeof englishTimelines = {
  views: {day: 'Tag', weeks: 'Wochen'},
  others: 'Andere',
  until: (day: string) => `bis ${day}`,
  days: (count: number, text: string) => (count === 0.5 ? '½' : count === 1 ? '1' : `${text} Tage`),
  fromMidday: 'ab Mittag',
  untilMidday: 'bis Mittag',
  nobody: 'Keine Zeile passt zu dieser Suche.',
  people: {one: 'Person', several: 'Personen'},
}

export const dashboards: typeof englishDashboards = {
  seeAll: 'Alle ansehen',
  others: 'Andere',
  none: 'Ohne',
  asTable: 'Als Tabelle',
  weekOf: day => `Woche ab ${day}`,
  morning: name => `Guten Morgen, ${name}`,
  afternoon: name => `Guten Tag, ${name}`,
  evening: name => `Guten Abend, ${name}`,
  nothing: 'Noch nichts zu zeigen.',
  nothingNow: 'Zurzeit nichts.',
  failed: 'Das konnte nicht angezeigt werden. Der Rest der Seite ist in Ordnung.',
  behind: name => `Alle ansehen: ${name}`,
}

export const search: typeof englishSearch = {
  heading: 'Suche',
  title: (sought: string) => (sought === '' ? 'Suche' : `Suche: ${sought}`),
  inside: (plural: string) => plural,
  people: 'Personen',
  peopleHeading: 'Personen',
  hint: (names: readonly string[]) => `${names.join(' und ')} suchen`,
  found: (sought: string) => `Was zu „${sought}“ passt.`,
  nothing: (sought: string) => `Nichts passt zu „${sought}“.`,
  nothingHelp: 'Versuchen Sie weniger Wörter oder nur deren Anfang. Eine Nummer findet den Eintrag, der sie trägt.',
  start: 'Geben Sie oben einen Namen, ein paar Wörter oder eine Nummer ein.',
  more: 'Alle anzeigen',
}

export const notifications: typeof englishNotifications = {
  title: 'Mitteilungen',
  intro: 'Was geschehen ist und Sie betrifft.',
  none: 'Noch ist nichts geschehen, was Sie betrifft.',
  unread: 'Neu',
  read: 'Früher',
  markRead: 'Als gelesen markieren',
  markOneRead: name => `Als gelesen markieren: ${name}`,
  markAllRead: 'Alle als gelesen markieren',
  newer: 'Neuere',
  older: 'Ältere',
  pages: 'Seiten',
  mail: 'E-Mail',
  mailMe: 'Mir E-Mails schicken über das, was mich betrifft',
  mailHelp: 'Unter Mitteilungen steht es in jedem Fall.',
  saveMail: 'Speichern',
}

export const imports: typeof englishImports = {
  heading: called => `${called} importieren`,
  intro: most =>
    `Eine CSV-Datei in UTF-8, mit den Feldern in der ersten Zeile. Bis zu ${most} Zeilen. Alle kommen herein, oder keine, und Sie sehen, warum.`,
  file: 'Datei',
  check: 'Datei prüfen',
  bring: (count, called) => `${count} ${called} importieren`,
  good: (count, called) => `${count} ${called} können hereinkommen. Noch ist nichts geändert.`,
  bad: total =>
    total === 1 ? 'Eine Stelle in der Datei ist zu verbessern' : `${total} Stellen in der Datei sind zu verbessern`,
  unchanged: 'Nichts wurde geändert.',
  line: 'Zeile',
  column: 'Spalte',
  value: 'Wert',
  problem: 'Was nicht stimmt',
  mayHold: 'Was eine Datei enthalten darf',
  required: 'nötig',
  chooseFirst: 'Wählen Sie zuerst eine Datei aus.',
  again: 'Wählen Sie sie zum Importieren noch einmal aus: Sie ist zu lang, um sie hier zu behalten.',
}

export const specification: typeof englishSpecification = {
  points: 'Die neun Punkte',
  missing: (number: number) => `${number}. Nicht geschrieben`,
  open: 'offen',
  also: 'Zum selben Thema',
  fields: (entity: string) => `${entity}: Felder`,
  states: (entity: string) => `${entity}: Zustände`,
  rules: (entity: string) => `${entity}: Regeln`,
  permissions: (entity: string) => `${entity}: Rechte`,
  nothing: 'Das Dokument sagt hier nichts, also gilt die Vorgabe.',
}

export const styleGuide: typeof englishStyleGuide = {
  heading: 'Alle Teile',
  intro: 'Woraus Seiten gemacht sind, in jedem Zustand. Die Daten sind erfunden.',
  sections: {
    buttons: 'Knöpfe',
    fields: 'Felder',
    states: 'Zustände',
    people: 'Personen',
    table: 'Tabelle',
    notices: 'Hinweise',
    dialog: 'Aktionen und Dialoge',
    empty: 'Wenn nichts da ist',
    path: 'Weg und Verlauf',
    charts: 'Diagramme',
  },
  buttons: {lead: 'Wichtig', plain: 'Einfach', stop: 'Halt', bare: 'Bloß', busy: 'Beschäftigt'},
  columns: {person: 'Person', text: 'Text', time: 'Tag', number: 'Zahl', state: 'Stand'},
  tones: {
    idle: 'Noch nichts',
    wait: 'Wartet',
    info: 'Dazwischen',
    good: 'Gut',
    live: 'Läuft',
    bad: 'Abgelehnt',
    over: 'Vorbei',
  },
  nobody: 'Von selbst',
  field: 'Feld',
  help: 'Hilfe steht unter dem Feld.',
  problem: 'Hier muss etwas verbessert werden.',
  sample: 'Ein paar Wörter',
  said: 'Das ist erledigt.',
  nothing: 'Hier ist noch nichts.',
}
