/** Messages of the security page in German. */

import type * as english from './messages.en.ts'

export const serverMessages: typeof english.serverMessages = {
  heading: 'Sicherheit',
  intro: 'Wie und wo Sie angemeldet sind.',
  back: 'Ihr Konto',
  devices: 'Geräte',
  devicesIntro: 'Hier sind Sie angemeldet. Melden Sie ein Gerät ab, das Sie nicht kennen, und ändern Sie Ihr Passwort.',
  thisDevice: 'Dieses Gerät',
  shared: 'Gemeinsam genutztes Gerät',
  lastUsed: when => `Zuletzt benutzt ${when}`,
  signOut: 'Abmelden',
  signOutOf: device => `${device} abmelden`,
  signOutOthers: 'Alle anderen Geräte abmelden',
  onlyHere: 'Sie sind auf keinem anderen Gerät angemeldet.',
  signedOut: 'Das Gerät wurde abgemeldet.',
  signedOutOthers: 'Auf allen anderen Geräten wurden Sie abgemeldet.',
  summary: count =>
    count === 1 ? 'Sie sind nur auf diesem Gerät angemeldet.' : `Sie sind auf ${count} Geräten angemeldet.`,
}
