/** German messages of parts that are loaded after the page, when first used. */
import type {
  about as englishAbout,
  account as englishAccount,
  conflict as englishConflict,
  imports as englishImports,
  lineItems as englishLineItems,
  mentions as englishMentions,
  notifications as englishNotifications,
  pickers as englishPickers,
  reasons as englishReasons,
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
  nothingHelp: 'Versuchen Sie es mit weniger Wörtern oder suchen Sie nach einem Namen, Monat oder einer Nummer.',
  start: 'Suchen Sie nach Namen, Texten, Status, Monaten oder Nummern.',
  all: 'Alle Ergebnisse',
  create: 'Neu',
  more: 'Alle anzeigen',
}

export const notifications: typeof englishNotifications = {
  title: 'Benachrichtigungen',
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

/** Two people changed the same record. */
export const conflict: typeof englishConflict = {
  changedBy: (who: string, when: string) =>
    who === '' ? `Dieser Eintrag wurde geändert (${when})` : `${who} hat diesen Eintrag geändert (${when})`,
  bothVersions:
    'Es wurde nichts überschrieben. Wählen Sie für jedes Feld die Version, die Sie behalten möchten, und speichern Sie erneut.',
  theirs: 'Aktuelle Version',
  mine: 'Ihre Version',
  empty: 'leer',
}

/** The rows of a form. */
export const lineItems: typeof englishLineItems = {
  another: 'Weitere hinzufügen',
  row: (list: string, place: number) => `${list}, Zeile ${place}`,
  keep: 'Behalten',
  place: 'Position',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  movedTo: (place: number, count: number) => `An Position ${place} von ${count} verschoben`,
}

/** The import screen. */
export const imports: typeof englishImports = {
  intro: most =>
    `Laden Sie eine CSV-Datei (UTF-8) mit den Spaltennamen in der ersten Zeile und bis zu ${most.toLocaleString('de')} Zeilen hoch. Enthält eine Zeile einen Fehler, wird nichts importiert.`,
  file: 'Datei',
  check: 'Datei prüfen',
  bring: (count, called) => `${count} ${called} importieren`,
  good: (count, called, existing) => {
    const ready = count === 0 ? 'Nichts Neues in dieser Datei' : `Bereit zum Importieren: ${count} ${called}`
    const there = `${existing} schon ${existing === 1 ? 'vorhandener Eintrag' : 'vorhandene Einträge'} zum Aktualisieren oder Überspringen`
    const none = 'In dieser Datei ist nichts zu importieren'
    const found = existing > 0 ? `${ready}; ${there}` : count === 0 ? none : ready
    return `${found}. Es wurde noch nichts gespeichert.`
  },
  firstRows: count => (count === 1 ? 'Die erste Zeile' : `Die ersten ${count} Zeilen`),
  outcome: 'Ergebnis',
  isNew: 'Neu',
  isThere: 'Schon vorhanden',
  bringAll: 'Datei importieren',
  existing: (total, called) =>
    total === 1
      ? `1 ${called} aus dieser Datei ist schon vorhanden`
      : `${total} ${called} aus dieser Datei sind schon vorhanden`,
  existingRow: (line, name) => `Zeile ${line}: ${name}`,
  existingMore: count => `und ${count} weitere`,
  update: 'Aktualisieren',
  updateHelp: 'Die Werte aus der Datei übernehmen. Leere Zellen ändern nichts.',
  skip: 'Überspringen',
  skipHelp: 'Vorhandene Einträge nicht ändern.',
  bad: total => (total === 1 ? '1 Problem in dieser Datei' : `${total} Probleme in dieser Datei`),
  unchanged: 'Es wurde nichts importiert.',
  line: 'Zeile',
  column: 'Spalte',
  value: 'Wert',
  problem: 'Problem',
  mayHold: 'Spalten',
  required: 'erforderlich',
  again: 'Diese Datei ist zu groß, um sie zwischenzuspeichern. Wählen Sie sie zum Importieren erneut aus.',
  getTemplate: 'Vorlage herunterladen',
  templateHelp: 'Die Vorlage enthält alle Spalten und eine Beispielzeile.',
  role: 'Rolle',
  roleHelp: 'wenn in einer Zeile keine Rolle steht',
  noRole: 'Keine Rolle',
  invite: 'Jeder Person eine Einladung senden',
  inviteHelp: 'Eine E-Mail mit einem Link, um ein Passwort festzulegen.',
  noInvitations:
    'Es ist kein Mailserver eingerichtet, daher wird niemand per E-Mail eingeladen. Öffnen Sie nach dem Import eine Person, um einen Einladungslink zu erstellen.',
}

export const reasons: typeof englishReasons = {
  decision: 'Vor Ihrer Entscheidung',
  checks: 'Prüfungen',
  holds: 'Erfüllt',
  warns: 'Hinweis',
  blocks: 'Nicht möglich',
  follows: 'Danach',
  earlier: 'Früher',
  coming: 'Demnächst',
  inAll: 'Insgesamt',
  quietRows: count => `und ${count} weitere ohne Einträge in diesem Zeitraum`,
  limitReached: (day, count, {limit, as}) =>
    count > limit
      ? `${count} gleichzeitig${as && ` ${as}`}: ${day} (höchstens ${limit}).`
      : `Grenze von ${limit} erreicht (${day}).`,
  sameDay: (names, as) => `Außerdem ${as || 'an diesem Tag'}: ${names}.`,
  of: whole => `von ${whole}`,
  becomes: 'wird zu',
}

export const pickers: typeof englishPickers = {
  matches: (count: number) => (count === 0 ? 'Keine Treffer' : `${count} Treffer`),
  noMatches: (text: string) => (text === '' ? 'Keine Treffer' : `Keine Treffer für „${text}“`),
  showOptions: (label: string) => `Auswahl anzeigen: ${label}`,
  chooseDate: (label: string) => `Datum auswählen: ${label}`,
  months: 'Monate',
  nextMonth: 'Nächster Monat',
  previousMonth: 'Vorheriger Monat',
}

export const about: typeof englishAbout = {
  audience: 'Für wen',
  wants: 'Was Sie tun können',
  nothing: 'Das Dokument beschreibt dieses Produkt noch nicht.',
}

/** The account screen, and invitations. */
export const account: typeof englishAccount = {
  demo: 'Demo',
  showPassword: 'Passwort anzeigen',
  demoIntro: 'Dies ist eine Demo mit Beispieldaten. Als wer möchten Sie sich anmelden?',
  password: 'Passwort',
  signOut: 'Abmelden',
  account: 'Ihr Konto',
  accountIntro: 'Ihr Profil und Ihre Anmeldung.',
  details: 'Profil',
  save: 'Speichern',
  language: 'Sprache',
  changePassword: 'Passwort ändern',
  sessions: 'Aktive Sitzungen',
  thisSession: 'Dieses Gerät',
  lastSeen: (when: string) => `Zuletzt aktiv ${when}`,
  signOutElsewhere: 'Alle anderen Geräte abmelden',
  keys: 'API-Schlüssel',
  keysIntro:
    'Programme melden sich mit einem Schlüssel statt mit Ihrem Passwort an. Ein Schlüssel hat nie mehr Rechte als Sie.',
  apiPage: 'API-Beschreibung',
  keyMade: 'Kopieren Sie Ihren neuen Schlüssel jetzt. Er wird nicht noch einmal angezeigt.',
  keyName: 'Name des Schlüssels',
  keyRoles: 'Rollen',
  keyDays: 'Gültigkeit',
  daysLong: (days: number) => `${days} Tage`,
  noEnd: 'unbegrenzt',
  makeKey: 'Schlüssel erstellen',
  revoke: 'Widerrufen',
  revokeKey: (name: string) => `${name} widerrufen`,
  allRoles: 'Alle Rollen',
  keySince: (when: string) => `Erstellt am ${when}`,
  keyUnused: 'Nie verwendet',
  keyUntil: (when: string) => `Gültig bis ${when}`,
  onlyHere: 'Keine weiteren Sitzungen.',
  demoAccount: 'Demo-Konten haben kein Passwort.',
  invitations: 'Personen einladen',
  invitationsIntro: 'Jede Person erhält eine E-Mail mit einem Link, um ein Passwort festzulegen.',
  invitationsWithoutMail:
    'Es ist kein Mailserver eingerichtet, daher werden keine E-Mails gesendet. Erstellen Sie für jede Person einen Link und senden Sie ihn selbst.',
  add: 'Person hinzufügen',
  createLink: 'Einladungslink erstellen',
  copyLink: 'Einladungslink kopieren',
  copied: 'Kopiert',
  roles: 'Rollen',
  invite: 'Einladung senden',
  waiting: 'Offene Einladungen',
  until: (when: string) => `gültig bis ${when}`,
  inviteAgain: 'Einladung erneut senden',
}
