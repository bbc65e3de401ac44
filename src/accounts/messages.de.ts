/** Messages of accounts, people and sign-in in German. */

import {plural} from '../messages/de/grammar.ts'
import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  demo: 'Demo',
  demoIntro: 'Dies ist eine Demo mit Beispieldaten. Als wer möchten Sie sich anmelden?',
  or: 'oder',
  password: 'Passwort',
  signOut: 'Abmelden',
  account: 'Ihr Konto',
  accountIntro: 'Ihr Profil und Ihre Anmeldung.',
  details: 'Profil',
  save: 'Speichern',
  language: 'Sprache',
  changePassword: 'Passwort ändern',
  lastSeen: (when: string) => `Zuletzt aktiv ${when}`,
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
  mail: 'E-Mail',
  mailMe: 'Benachrichtigungen auch per E-Mail erhalten',
  mailHelp: 'Sie finden sie immer auch unter „Benachrichtigungen“.',
  saveMail: 'Speichern',
}

export const serverMessages: typeof english.serverMessages = {
  continueWith: provider => `Weiter mit ${provider}`,
  withPassword: 'Mit einem Passwort anmelden',
  otherWays: 'Andere Wege, sich anzumelden',
  connect: provider => `${provider} verbinden`,
  connectIntro: (address, provider) =>
    `Für ${address} gibt es bereits ein Konto. Geben Sie einmal dessen Passwort ein, danach können Sie sich mit ${provider} anmelden.`,
  connectAndSignIn: 'Verbinden und anmelden',
  invitationByProvider: name => `Willkommen, ${name}. Melden Sie sich an, um die Einladung anzunehmen.`,
  providerAccount: providers => `Sie melden sich mit ${providers} an.`,
  notIn: {
    denied: 'Sie wurden nicht angemeldet.',
    failed:
      'Die Anmeldung hat nicht funktioniert. Versuchen Sie es noch einmal; wenden Sie sich sonst an die Verwaltung.',
    'no access': 'Sie haben noch keinen Zugang. Bitten Sie die Verwaltung um eine Einladung.',
    'not verified':
      'Ihr Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Deshalb können Sie damit nicht angemeldet werden.',
    inactive: 'Ihr Konto ist deaktiviert. Wenden Sie sich an die Verwaltung.',
    'connect first':
      'Für diese E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich wie bisher an und verbinden Sie Ihren Anbieter auf der Seite „Sicherheit“.',
    'someone else':
      'Diese E-Mail-Adresse gehört zu einem anderen Konto Ihres Anbieters. Wenden Sie sich an die Verwaltung.',
    incomplete:
      'Ihr Konto konnte nicht angelegt werden, weil Angaben fehlen. Bitten Sie die Verwaltung, Sie hinzuzufügen.',
  },
  ...messages,
  keyRevoked: 'Der Schlüssel wurde widerrufen. Er funktioniert nicht mehr.',
  email: 'E-Mail',
  newPassword: 'Neues Passwort',
  current: 'Aktuelles Passwort',
  name: 'Name',
  joinAs: 'Beitreten als',
  signIn: 'Anmelden',
  code: 'Code',
  secondFactor: 'Code eingeben',
  secondFactorIntro:
    'Geben Sie den Code ein, den Ihre Authenticator-App für dieses Konto anzeigt, oder einen Ihrer Wiederherstellungscodes.',
  confirmIdentity: 'Bestätigen Sie, dass Sie es sind',
  confirmByPassword: 'Geben Sie Ihr Passwort ein, um fortzufahren.',
  cancel: 'Abbrechen',
  confirmByProvider: 'Melden Sie sich noch einmal an, um fortzufahren.',
  confirmFailed: 'Ihr Anbieter hat nicht bestätigt, dass Sie es sind. Versuchen Sie es noch einmal.',
  confirmInNewTab:
    'Melden Sie sich in dem Tab, der sich öffnet, noch einmal an. Fahren Sie dann hier fort: Ihre Eingaben bleiben erhalten.',
  confirmedElsewhere: 'Bestätigt. Sie können diesen Tab schließen und im anderen fortfahren.',
  confirmByEither:
    'Geben Sie Ihr Passwort ein. Oder melden Sie sich in dem Tab, der sich öffnet, noch einmal an, und fahren Sie dann hier fort: Ihre Eingaben bleiben erhalten.',
  goOn: 'Weiter',
  confirmBySignIn: 'Melden Sie sich ab und wieder an, um fortzufahren.',
  usePasskey: 'Passkey verwenden',
  passkeyFailed: 'Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  passkeyScript: 'Passkeys brauchen JavaScript: Schalten Sie es ein, oder fahren Sie ohne Passkey fort.',
  passkeyWrong: 'Dieser Passkey hat nicht funktioniert. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  secondFactorByPasskey:
    'Verwenden Sie Ihren Passkey, oder geben Sie einen Code Ihrer Authenticator-App oder einen Ihrer Wiederherstellungscodes ein.',
  sharedDevice: 'Dieses Gerät wird gemeinsam genutzt',
  signedOut: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um fortzufahren. Ihre Eingaben sind gespeichert.',
  signedOutTooLong:
    'Ihre Sitzung ist abgelaufen. Ihre Eingaben waren zu lang, um sie zu speichern, und müssen erneut eingegeben werden.',
  signUp: 'Registrieren',
  signUpIntro: 'Legen Sie Ihr Konto an.',
  signUpByMailIntro:
    'Geben Sie Ihren Namen und Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein Passwort festlegen.',
  signUpSent:
    'Prüfen Sie Ihr Postfach: Wir haben Ihnen einen Link gesendet, mit dem Sie die Registrierung abschließen. Er ist einen Tag lang gültig. Nichts erhalten? Prüfen Sie den Spam-Ordner und die eingegebene Adresse.',
  noAccount: 'Neu hier? Registrieren',
  noAccounts:
    'Es gibt noch keine Konten. Um das erste anzulegen, öffnen Sie den Link, der beim Start der Anwendung ausgegeben wurde.',
  haveAccount: 'Bereits registriert? Anmelden',
  signOutIntro: (name: string) => `Sie sind als ${name} angemeldet.`,
  forgotten: 'Passwort vergessen?',
  forgottenIntro: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link zum Zurücksetzen.',
  sendLink: 'Link senden',
  sent: 'Wenn es ein Konto mit dieser E-Mail-Adresse gibt, haben wir einen Link zum Zurücksetzen gesendet. Er ist eine Stunde lang gültig. Nichts erhalten? Prüfen Sie den Spam-Ordner und die eingegebene Adresse.',
  reset: 'Neues Passwort festlegen',
  resetIntro: (email: string) => `Für ${email}. Sie werden auf allen anderen Geräten abgemeldet.`,
  savePassword: 'Speichern und anmelden',
  invitation: (product: string) => `Willkommen bei „${product}“`,
  invitationIntro: (name: string) => `Hallo ${name}, legen Sie ein Passwort fest, um loszulegen.`,
  accept: 'Annehmen und anmelden',
  setUp: (product: string) => `„${product}“ einrichten`,
  setUpIntro: 'Legen Sie das erste Konto an. Sie erhalten alle Rollen und können weitere Personen einladen.',
  begin: 'Loslegen',
  back: 'Zurück zur Anmeldung',
  passwordHelp: (least: number) => `Mindestens ${least} Zeichen. Gut geeignet sind mehrere Wörter ohne Zusammenhang.`,
  currentHelp: 'Erforderlich, um die E-Mail-Adresse zu ändern.',
  saved: 'Änderungen gespeichert.',
  unprovedHelp:
    'Diese E-Mail-Adresse ist nicht bestätigt. Mit ihr können Sie Ihr Passwort nicht zurücksetzen. Um sie zu bestätigen, geben Sie Ihr aktuelles Passwort ein und speichern Sie.',
  confirmSent:
    'Änderungen gespeichert. Wir haben einen Link an Ihre neue E-Mail-Adresse gesendet. Öffnen Sie ihn, um die Änderung zu bestätigen.',
  addressConfirmed: 'Ihre E-Mail-Adresse wurde geändert. Auf allen anderen Geräten wurden Sie abgemeldet.',
  confirmAddress: 'Neue E-Mail-Adresse bestätigen',
  confirmAddressIntro: (email: string) => `Ab jetzt melden Sie sich mit ${email} an.`,
  confirm: 'Bestätigen',
  passwordChanged: 'Ihr Passwort wurde geändert. Auf allen anderen Geräten wurden Sie abgemeldet.',
  browser: {another: 'Unbekanntes Gerät', on: (browser, machine) => `${browser} unter ${machine}`},
  leads: (as, count) => `${as} für ${plural(count, {one: '1 Person', other: `${count} Personen`})}`,
  invited: 'Die Einladung wurde gesendet.',
  signOutEverywhere: 'Überall abmelden',
  signedOutEverywhere: 'Die Person wurde auf allen Geräten abgemeldet.',
  sendInvitation: 'Einladung senden',
  sendInvitationHelp: 'eine E-Mail mit einem Link, um ein Passwort festzulegen',
  noMailHelp:
    'Es ist kein Mailserver eingerichtet, daher wird keine E-Mail gesendet. Erstellen Sie auf der Seite der Person einen Link und senden Sie ihn selbst.',
  noMailNotice:
    'Es ist kein Mailserver eingerichtet, daher wird niemand per E-Mail eingeladen. Öffnen Sie eine Person, um einen Einladungslink zu erstellen.',
  invitedWithoutMail:
    'Hinzugefügt. Es ist kein Mailserver eingerichtet, daher wurde keine E-Mail gesendet: Erstellen Sie unten einen Einladungslink.',
  linkMade: name => `Senden Sie diesen Link an ${name}. Er wird nur einmal angezeigt.`,
  createLink: 'Einladungslink erstellen',
  invitationLink: 'Einladungslink',
  accountState: 'Anmeldung',
  states: {
    open: 'Hat ein Konto',
    asked: (email: string) => `Hat ein Konto. Die E-Mail-Adresse ändert sich, wenn ${email} bestätigt ist.`,
    invited: (until: string) => `Eingeladen, Link gültig bis ${until}`,
    invitedWithoutMail: (until: string) =>
      `Eingeladen, Link gültig bis ${until}. Es ist kein Mailserver eingerichtet, daher wurde keine E-Mail gesendet: Erstellen Sie einen Link und senden Sie ihn selbst.`,
    none: 'Noch nicht eingeladen',
    ended: 'Kann sich nicht anmelden',
    demo: 'Demo-Konto',
  },
  listedStates: {
    open: 'Hat ein Konto',
    invited: 'Eingeladen',
    none: 'Nicht eingeladen',
    ended: 'Kann sich nicht anmelden',
    demo: 'Demo-Konto',
  },
  viewAs: 'Ansicht als:',
  notSignedIn: 'Nicht angemeldet',
  mailLink: {
    asPerson: (name: string) => `Sie antworten als ${name}. Es passiert nichts, bevor Sie bestätigen.`,
    changedSince: 'Seit dem Versand der E-Mail hat sich etwas geändert. Bitte prüfen Sie die Angaben unten.',
    done: (action: string) => `Erledigt: ${action}`,
    usedIntro: (when: string) =>
      `Ihre Antwort wurde am ${when} gespeichert. Der Link kann nicht noch einmal benutzt werden.`,
    expired: 'Dieser Link ist abgelaufen',
    expiredIntro: (when: string) => `Er galt bis ${when}. Melden Sie sich an, um fortzufahren.`,
    otherPerson: 'Dieser Link ist für jemand anderen',
    otherPersonIntro: (name: string) =>
      `Sie sind als ${name} angemeldet. Melden Sie sich ab und öffnen Sie den Link erneut, wenn er an Sie geschickt wurde.`,
    tooLate: (action: string) =>
      `„${action}“ ist nicht mehr möglich: Es wurde bereits entschieden, oder Ihre Berechtigungen haben sich geändert.`,
  },
  sentMails: {
    title: 'Gesendete E-Mails',
    intro:
      'E-Mails, die seit dem Start gesendet wurden, die neuesten zuerst. Ohne Mailserver verlässt nichts diesen Rechner.',
    none: 'Noch keine E-Mails. Sie erscheinen hier, wenn die Anwendung jemanden benachrichtigt oder einlädt.',
    from: 'Von',
    to: 'An',
    sent: 'Gesendet',
    asText: 'Als reiner Text',
  },
  unsubscribe: {
    heading: 'E-Mails abbestellen',
    intro: (product: string) =>
      `Keine E-Mail-Benachrichtigungen mehr von „${product}“? In der Anwendung sehen Sie sie weiterhin.`,
    unsubscribe: 'Abbestellen',
    done: 'E-Mails abbestellt',
    doneIntro: (product: string) =>
      `„${product}“ sendet Ihnen keine E-Mail-Benachrichtigungen mehr. In Ihrem Konto können Sie sie wieder einschalten.`,
    settings: 'E-Mail-Einstellungen',
  },
}
