/** Messages around every page in German: the shell and errors. */

import type {
  people as english,
  done as englishDone,
  failures as englishFailures,
  shell as englishShell,
} from '../en/shell.ts'
import {pluralIn} from '../grammar.ts'

/* Messages of the account screens in German: sign-in, sign-up, accounts and invitations. */

export const people: typeof english = {
  password: 'Passwort',
  signOut: 'Abmelden',
  demo: 'Demo',
  demoIntro: 'Dies ist eine Demo mit Beispieldaten. Wählen Sie eine Person, als die Sie sich anmelden möchten.',
  account: 'Ihr Konto',
  accountIntro: 'Ihr Profil und Ihre Anmeldung.',
  details: 'Profil',
  save: 'Speichern',
  language: 'Sprache',
  showPassword: 'Passwort anzeigen',
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
  demoAccount: 'Die Personen der Demo haben kein Passwort.',
  invitations: 'Personen einladen',
  invitationsIntro: 'Jede Person erhält eine E-Mail mit einem Link, um ein Passwort festzulegen.',
  roles: 'Rollen',
  invite: 'Einladung senden',
  waiting: 'Offene Einladungen',
  until: (when: string) => `gültig bis ${when}`,
  inviteAgain: 'Einladung erneut senden',
}

const plural = pluralIn('de')

export const shell: typeof englishShell = {
  skip: 'Zum Inhalt springen',
  screens: 'Seiten',
  about: 'Info',
  aboutProduct: (product: string) => `Über „${product}“`,
  audience: 'Zielgruppe',
  wants: 'Ziel',
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
  behind: 'Spezifikation anzeigen',
  loading: 'Wird geladen',
  control: 'Strg',
  asksMore: label => `${label}\u00a0…`,
}

export const failures: typeof englishFailures = {
  missing: 'Seite nicht gefunden',
  failure: 'Ein Fehler ist aufgetreten',
  refused: 'Das hat nicht geklappt',
  back: 'Zurück',
  typedKept: 'Ihre Eingaben sind in diesem Tab als Entwurf gespeichert. Dateien müssen erneut ausgewählt werden.',
  tryAgain: 'Erneut versuchen',
  reload: 'Seite neu laden',
  reference: 'Referenz',
  part: 'Dieser Bereich konnte nicht geladen werden.',
  unreachable: 'Der Server ist nicht erreichbar',
  unreachableWhy: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Ihre Eingaben sind noch da.',
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
