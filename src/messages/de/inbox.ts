/** The inbox, in German. */
import type {inbox as english, panel as englishPanel} from '../en/inbox.ts'

export const inbox: typeof english = {
  waiting: 'Wartet',
  position: (at, of) => `${at} von ${of}`,
  previous: 'Vorheriger Eintrag',
  next: 'Nächster Eintrag',
  back: 'Zurück zur Liste',
  open: 'Öffnen',
  checks: 'Prüfungen',
  holds: 'Erfüllt',
  warns: 'Gut zu wissen',
  blocks: 'Nicht möglich',
  notMet: rule => `Nicht erfüllt: ${rule}`,
  earlier: 'Früher',
  coming: 'Demnächst',
  inAll: 'Insgesamt',
  quietRows: count => `und ${count} weitere ohne Einträge in diesem Zeitraum`,
  limitReached: (day, limit) => `${day}: Die Grenze von ${limit} ist erreicht.`,
  sameDay: names => `Am selben Tag: ${names}.`,
  of: whole => `von ${whole}`,
  becomes: 'wird zu',
  keys: 'Tasten',
  move: 'bewegen',
  gone: 'Hier ist keine Entscheidung mehr nötig.',
}

export const panel: typeof englishPanel = {
  close: 'Schließen',
  open: 'Seite öffnen',
  previous: 'Vorheriger Eintrag',
  next: 'Nächster Eintrag',
}
