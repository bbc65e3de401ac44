/** Messages of the security page in German. */

import type * as english from './messages.en.ts'

export const serverMessages: typeof english.serverMessages = {
  heading: 'Sicherheit',
  intro: 'Wie und wo Sie angemeldet sind.',
  back: 'Ihr Konto',
  factor: 'Zwei-Faktor-Authentifizierung',
  factorOff:
    'Schützen Sie Ihr Konto zusätzlich zum Passwort mit einem Code aus einer Authenticator-App auf Ihrem Telefon.',
  factorOn: since => `Eingeschaltet seit ${since}. Für die Anmeldung brauchen Sie einen Code Ihrer Authenticator-App.`,
  required: 'Ihre Rolle erfordert eine Zwei-Faktor-Authentifizierung. Richten Sie sie ein, um fortzufahren.',
  requiredBy: date => `Ihre Rolle erfordert sie: Richten Sie sie bis zum ${date} ein.`,
  factorDue: date => `2FA bis ${date}`,
  requiredFactorBy: date => `Ihre Rolle erfordert eine Zwei-Faktor-Authentifizierung: Richten Sie sie bis ${date} ein.`,
  factorByPasskey:
    'Eingeschaltet: Zusätzlich zum Passwort brauchen Sie für die Anmeldung einen Ihrer Passkeys oder einen Wiederherstellungscode.',
  codesLeft: count =>
    count === 1
      ? 'Es ist noch 1 Wiederherstellungscode übrig.'
      : `Es sind noch ${count} Wiederherstellungscodes übrig.`,
  fewCodes:
    'Erstellen Sie rechtzeitig neue: Mit einem Wiederherstellungscode können Sie sich ohne Ihr Telefon anmelden.',
  setUpApp: 'Authenticator-App einrichten',
  setUpIntro: 'Zusätzlich zum Passwort melden Sie sich künftig mit einem Code von Ihrem Telefon an.',
  setUpSteps: [
    'Öffnen Sie auf Ihrem Telefon eine Authenticator-App, zum Beispiel Aegis, Google Authenticator, Microsoft Authenticator oder 1Password.',
    'Scannen Sie damit diesen Code.',
    'Geben Sie die sechs Ziffern ein, die die App anzeigt.',
  ],
  qrCode: 'QR-Code für Ihre Authenticator-App',
  openApp: 'In einer App auf diesem Gerät öffnen',
  secretKey: 'Scannen geht nicht? Geben Sie in der App diesen Schlüssel ein:',
  turnOn: 'Einschalten',
  turnedOn: 'Die Zwei-Faktor-Authentifizierung ist eingeschaltet. Auf allen anderen Geräten wurden Sie abgemeldet.',
  turnOff: 'Abschalten',
  turnedOff: 'Die Zwei-Faktor-Authentifizierung ist abgeschaltet.',
  newCodes: 'Neue Wiederherstellungscodes erstellen',
  recoveryCodes: 'Ihre Wiederherstellungscodes',
  recoveryText:
    'Mit jedem können Sie sich einmal anmelden, wenn Sie Ihr Telefon nicht haben. Bewahren Sie sie sicher auf, etwa in einem Passwort-Manager. Sie werden nicht noch einmal angezeigt.',
  copyCodes: 'Kopieren',
  copied: 'Kopiert',
  print: 'Drucken',
  passkeys: 'Passkeys',
  passkeysText: 'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts statt mit einem Passwort an.',
  addPasskey: 'Passkey hinzufügen',
  newPasskey: 'Passkey hinzufügen',
  newPasskeyIntro:
    'Ihr Gerät prüft, wer Sie sind, und bewahrt den Passkey auf. Es kann auch Ihr Telefon oder ein Sicherheitsschlüssel sein.',
  createPasskey: 'Passkey erstellen',
  passkeyName: 'Name des Passkeys',
  since: date => `Hinzugefügt am ${date}`,
  unused: 'Nie verwendet',
  rename: 'Umbenennen',
  save: 'Speichern',
  remove: 'Entfernen',
  removeOf: name => `${name} entfernen`,
  passkeyAdded: 'Der Passkey wurde hinzugefügt.',
  passkeyRemoved: 'Der Passkey wurde entfernt.',
  passkeyRenamed: 'Der Passkey wurde umbenannt.',
  lastPasskey:
    'Ohne ihn könnten Sie sich nicht mehr wie vorgeschrieben anmelden. Fügen Sie zuerst einen anderen Passkey oder eine Authenticator-App hinzu.',
  passkeyFailed: 'Es wurde kein Passkey erstellt. Versuchen Sie es noch einmal.',
  passkeyWrong: 'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal.',
  passkeyScript:
    'Zum Erstellen eines Passkeys ist JavaScript nötig. Schalten Sie es in Ihrem Browser ein, und laden Sie diese Seite neu.',
  passkeyUnsupported: 'Dieser Browser unterstützt keine Passkeys.',
  providers: 'Single Sign-on',
  providersText: 'Melden Sie sich mit einem Konto an, das Sie schon haben.',
  connect: 'Verbinden',
  connectOf: provider => `${provider} verbinden`,
  connectIntro: provider => `Melden Sie sich bei ${provider} an. Danach können Sie sich auch damit hier anmelden.`,
  disconnect: 'Trennen',
  disconnectOf: provider => `${provider} trennen`,
  notConnected: 'Nicht verbunden',
  connectedSince: date => `Verbunden seit ${date}`,
  providerConnected: 'Sie können sich jetzt mit diesem Anbieter anmelden.',
  providerTaken: 'Dieses Konto des Anbieters gehört hier schon zu einer anderen Person.',
  providerNotVerified: 'Nur Konten Ihres Unternehmens können verbunden werden.',
  providerFailed: 'Der Anbieter hat nicht bestätigt, wer Sie sind. Versuchen Sie es noch einmal.',
  providerRemoved: 'Die Verbindung mit dem Anbieter wurde getrennt.',
  lastProvider:
    'Anders können Sie sich nicht anmelden, oder nur dadurch verwaltet noch jemand die Rollen. Fügen Sie zuerst einen anderen Weg hinzu.',
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
