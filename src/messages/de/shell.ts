/** Messages around every page in German: the shell and errors. */

import type {done as englishDone, failures as englishFailures, shell as englishShell} from '../en/shell.ts'
import {pluralIn} from '../grammar.ts'

const plural = pluralIn('de')

export const shell: typeof englishShell = {
  skip: 'Zum Inhalt springen',
  screens: 'Seiten',
  about: 'Info',
  aboutProduct: (product: string) => `Über „${product}“`,
  home: 'Zur Startseite',
  findings: (count: number) => plural(count, {one: '1 Befund im Dokument', other: `${count} Befunde im Dokument`}),
  lastGood: 'Dies ist die letzte Version ohne Fehler.',
  close: 'Schließen',
  search: 'Suchen',
  notifications: (unread: number) => (unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${unread} ungelesen`),
  quick: 'Wichtigste Seiten',
  more: 'Mehr',
  account: 'Konto',
  signOut: 'Abmelden',
  theme: 'Design',
  themes: {light: 'Hell', dark: 'Dunkel', system: 'System'},
  behind: 'Spezifikation der App',
  loading: 'Wird geladen',
  control: 'Strg',
  shift: 'Umschalt',
  asksMore: label => `${label}\u00a0…`,
}

export const failures: typeof englishFailures = {
  missing: 'Seite nicht gefunden',
  failure: 'Ein Fehler ist aufgetreten',
  refused: 'Das hat nicht geklappt',
  back: 'Zurück',
  typedKept: 'Ihre Eingaben sind in diesem Tab gespeichert. Dateien müssen Sie erneut auswählen.',
  tryAgain: 'Erneut versuchen',
  reload: 'Seite neu laden',
  reference: 'Referenz',
  part: 'Dieser Bereich konnte nicht geladen werden.',
  unreachable: 'Der Server ist nicht erreichbar',
  unreachableWhy: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  overtaken: 'Jemand anderes hat diesen Eintrag geändert. Beim Speichern sehen Sie beide Versionen.',
  notSent: 'Das konnte nicht gesendet werden, weil der Server nicht erreichbar ist. Ihre Eingaben sind noch da.',
  strange: 'Die Antwort des Servers konnte nicht gelesen werden. Versuchen Sie es gleich erneut.',
  undrawn:
    'Diese Seite konnte nicht angezeigt werden. Es wurde nichts geändert. Wenn das wieder passiert, wenden Sie sich an Ihre Administration.',
}

export const done: typeof englishDone = {
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht.',
  view: 'Ansehen',
}
