/** Messages of the account screens in German: sign-in, sign-up, accounts and invitations. */
import type {people as english} from '../en/people.ts'

export const people: typeof english = {
  password: 'Passwort',
  signOut: 'Abmelden',
  demo: 'Dies ist eine Vorführung',
  demoIntro: 'Die Daten sind erfunden. Sehen Sie sich als eine dieser Personen um.',
  account: 'Ihr Konto',
  accountIntro: 'Wie Sie hier heißen und wie Sie sich anmelden.',
  details: 'Name und Adresse',
  save: 'Speichern',
  showPassword: 'Passwort anzeigen',
  changePassword: 'Passwort ändern',
  sessions: 'Wo Sie angemeldet sind',
  thisSession: 'Hier, jetzt',
  lastSeen: (when: string) => `Zuletzt benutzt: ${when}`,
  signOutElsewhere: 'Überall sonst abmelden',
  onlyHere: 'Nirgends sonst.',
  demoAccount: 'Sie sehen sich als Person der Vorführung um, die kein Passwort hat.',
  invitations: 'Leute einladen',
  invitationsIntro: 'Sie bekommen eine E-Mail mit einem Link, um ein Passwort zu wählen.',
  roles: 'Rollen',
  invite: 'Einladen',
  waiting: 'Eingeladen, noch nicht hier',
  until: (when: string) => `bis ${when}`,
  inviteAgain: 'Noch einmal einladen',
}
