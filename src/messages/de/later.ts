/** German messages of what is loaded after the page, when it is first used. */
import type {
  mentions as englishMentions,
  notifications as englishNotifications,
  search as englishSearch,
  shortcuts as englishShortcuts,
} from '../en/later.ts'

export const shortcuts: typeof englishShortcuts = {
  heading: 'Tastenkürzel',
  find: 'Suchen',
  palette: 'Befehlsmenü',
  next: 'Nächster Eintrag',
  previous: 'Vorheriger Eintrag',
  open: 'Eintrag öffnen',
  help: 'Tastenkürzel',
  close: 'Schließen',
  placeholder: 'Befehl eingeben oder suchen …',
  fits: 'Ergebnisse',
  actions: 'Auf dieser Seite',
  recent: 'Zuletzt geöffnet',
  screens: 'Seiten',
  create: 'Neu',
  settings: 'Einstellungen',
  theme: theme => `Design: ${theme}`,
  language: language => `Sprache: ${language}`,
  everything: (typed: string) => `Überall nach „${typed}“ suchen`,
  nothing: 'Keine Treffer.',
  count: (count: number) => `${count} Treffer`,
}

export const search: typeof englishSearch = {
  heading: 'Suche',
  found: (sought: string) => `Ergebnisse für „${sought}“`,
  nothing: (sought: string) => `Keine Ergebnisse für „${sought}“`,
  nothingHelp: 'Versuchen Sie es mit einem Namen, einem Monat, weniger Wörtern oder einer Nummer.',
  start: 'Suchen Sie nach Namen, Texten, Status, Monaten oder Nummern.',
  all: 'Alle Ergebnisse',
  create: 'Neu',
  more: 'Alle anzeigen',
}

export const notifications: typeof englishNotifications = {
  title: 'Benachrichtigungen',
  intro: 'Neuigkeiten zu Ihren Einträgen und Aufgaben.',
  none: 'Sie sind auf dem neuesten Stand.',
  unread: 'Ungelesen',
  markRead: 'Als gelesen markieren',
  markOneRead: name => `Als gelesen markieren: ${name}`,
  markAllRead: 'Alle als gelesen markieren',
  newer: 'Neuere',
  older: 'Ältere',
  pages: 'Seiten',
  seeAll: 'Alle Benachrichtigungen',
}

/** People who can be mentioned in a comment. */
export const mentions: typeof englishMentions = {
  people: 'Personen',
  count: (count: number) => (count === 1 ? '1 Person' : `${count} Personen`),
}
