/** Messages around every page in German: the shell, keyboard shortcuts, and errors. */

import type {failures as englishFailures, shell as englishShell, shortcuts as englishShortcuts} from '../en/shell.ts'

export const shell: typeof englishShell = {
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

export const shortcuts: typeof englishShortcuts = {
  heading: 'Tasten',
  find: 'Suchen',
  palette: 'Etwas öffnen oder tun',
  next: 'Nächster Eintrag',
  previous: 'Voriger Eintrag',
  open: 'Eintrag öffnen',
  help: 'Diese Tasten zeigen',
  close: 'Schließen, was offen ist',
  placeholder: 'Wohin, oder was tun?',
  fits: 'Was passt',
  actions: 'Auf dieser Seite',
  recent: 'Zuletzt geöffnet',
  screens: 'Seiten',
  everything: (typed: string) => `Überall nach „${typed}“ suchen`,
  nothing: 'Nichts passt. Versuchen Sie andere Wörter.',
  count: (count: number) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
}

export const failures: typeof englishFailures = {
  missing: 'Unter dieser Adresse ist nichts',
  failure: 'Etwas ist schiefgegangen',
  refused: 'Das war nicht möglich',
  back: 'Zurück',
  typedKept: 'Was Sie geschrieben haben, bleibt in diesem Tab als Entwurf. Nur Dateien müssen Sie noch einmal wählen.',
  tryAgain: 'Noch einmal versuchen',
  reload: 'Seite neu laden',
  reference: 'Kennung',
  part: 'Dieser Teil konnte nicht angezeigt werden. Der Rest der Seite ist nicht betroffen.',
  unreachable: 'Der Server ist nicht erreichbar',
  unreachableWhy: 'Vielleicht ist die Verbindung unterbrochen, oder der Server startet neu. Nichts ist verloren.',
  notSent: 'Das konnte nicht gesendet werden, weil der Server nicht erreichbar ist. Ihre Eingaben sind noch da.',
  strange:
    'Die Antwort war nicht lesbar. Vielleicht hat sich etwas zwischen Sie und den Server geschoben. Versuchen Sie es gleich noch einmal.',
  undrawn:
    'Diese Seite konnte nicht angezeigt werden. Nichts wurde geändert. Versuchen Sie es noch einmal; geschieht es wieder, sagen Sie bitte der Person Bescheid, die diese Anwendung betreut.',
}
