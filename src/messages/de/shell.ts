/** Our words around every page, in German. */
import type {shell as english} from '../en/shell.ts'

export const shell: typeof english = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  screens: 'Seiten',
  about: 'Über',
  aboutProduct: (product: string) => `Über ${product}`,
  audience: 'Für',
  wants: 'Sie möchten',
  home: 'Zum Anfang',
  findings: (count: number) => (count === 1 ? 'Ein Befund im Dokument' : `${count} Befunde im Dokument`),
  lastGood: 'Sie sehen die letzte Fassung ohne Fehler.',
  close: 'Schließen',
  search: 'Suchen',
  notifications: (unread: number) => (unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${unread} ungelesen`),
  top: 'Suche und Aktionen',
  account: 'Konto',
  signOut: 'Abmelden',
  theme: 'Aussehen',
  themes: {light: 'Hell', dark: 'Dunkel', system: 'System'},
  behind: 'Die Zeilen hinter dieser Seite',
  loading: 'Wird geladen',
}
