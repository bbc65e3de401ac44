/** Messages of the account screens in German: sign-in, sign-up, accounts and invitations. */
import type {people as english} from '../en/people.ts'

export const people: typeof english = {
  password: 'Passwort',
  signOut: 'Abmelden',
  demo: 'Demo',
  demoIntro: 'Dies ist eine Demo mit Beispieldaten. Wählen Sie eine Person, als die Sie sich anmelden möchten.',
  account: 'Ihr Konto',
  accountIntro: 'Ihr Profil und Ihre Anmeldung.',
  details: 'Profil',
  save: 'Speichern',
  showPassword: 'Passwort anzeigen',
  changePassword: 'Passwort ändern',
  sessions: 'Aktive Sitzungen',
  thisSession: 'Dieses Gerät',
  lastSeen: (when: string) => `Zuletzt aktiv ${when}`,
  signOutElsewhere: 'Alle anderen Geräte abmelden',
  onlyHere: 'Keine weiteren Sitzungen.',
  demoAccount: 'Personen der Demo haben kein Passwort.',
  invitations: 'Personen einladen',
  invitationsIntro: 'Jede Person erhält eine E-Mail mit einem Link, um ein Passwort festzulegen.',
  roles: 'Rollen',
  invite: 'Einladung senden',
  waiting: 'Offene Einladungen',
  until: (when: string) => `gültig bis ${when}`,
  inviteAgain: 'Erneut senden',
}
