/**
 * German messages of the account screens that the server puts into the page: headings, labels and replies. The browser
 * does not load them.
 */

import type {accounts as english, failedCalls as englishFailedCalls, feeds as englishFeeds} from '../en/accounts.ts'
import {pluralIn} from '../grammar.ts'

/* Outgoing calls that failed. */

export const failedCalls: typeof englishFailedCalls = {
  heading: 'Fehlgeschlagene Übertragungen',
  intro:
    'Übertragungen an andere Systeme, die fehlgeschlagen sind. Die mit „Fehlgeschlagen“ gekennzeichneten werden erst erneut gesendet, wenn Sie sie wiederholen.',
  none: 'Keine fehlgeschlagenen Übertragungen.',
  givenUp: 'Fehlgeschlagen',
  trying: 'Wird wiederholt',
  tried: (times: number) => (times === 1 ? 'Einmal versucht' : `${times}-mal versucht`),
  created: (when: string) => `erstellt ${when}`,
  next: (when: string) => `nächster Versuch ${when}`,
  retry: 'Wiederholen',
  retryOf: (call: string) => `${call} wiederholen`,
  retryAll: 'Alle wiederholen',
  discard: 'Verwerfen',
  discardOf: (call: string) => `${call} verwerfen`,
  retried: 'Die Übertragungen werden wiederholt.',
  discarded: 'Die Übertragung wurde verworfen.',
}

export const feeds: typeof englishFeeds = {
  subscribe: 'Abonnieren',
  heading: 'Abonnements',
  intro:
    'Abonnieren Sie eine Seite in Ihrer Kalender-App oder Ihrem Feedreader. Jedes Abonnement hat einen privaten Link, und sein Inhalt bleibt aktuell.',
  offer: screen => `${screen} abonnieren`,
  filtered: 'Die Filter der Seite gelten auch für das Abonnement.',
  format: 'Format',
  formats: {ics: 'Kalender (iCalendar)', atom: 'Atom-Feed', json: 'JSON-Feed', display: 'Anzeige'},
  deviceLink: 'Auf Tablet einrichten',
  onDevice: screen => `${screen} auf einem Tablet`,
  deviceNote:
    'Erstellen Sie einen Link und öffnen Sie ihn auf dem Tablet. Dort erscheint diese Seite ohne Anmeldung. Sie lässt sich nur ansehen und aktualisiert sich von selbst.',
  make: 'Link erstellen',
  made: 'Kopieren Sie diesen Link jetzt. Er wird nicht noch einmal angezeigt.',
  address: 'Link',
  copy: 'Link kopieren',
  copied: 'Kopiert',
  open: 'In Kalender-App öffnen',
  secret:
    'Wer den Link kennt, sieht diese Seite so wie Sie. Haben Sie ihn versehentlich weitergegeben, widerrufen Sie ihn.',
  existing: 'Ihre Abonnements',
  none: 'Sie haben keine Abonnements.',
  others: 'Seiten, die Sie abonnieren können',
  since: when => `Erstellt ${when}`,
  used: when => `Zuletzt verwendet ${when}`,
  unused: 'Nie verwendet',
  revoke: 'Widerrufen',
  revokeOf: screen => `Abonnement von ${screen} widerrufen`,
  revoked: 'Das Abonnement wurde widerrufen. Der Link funktioniert nicht mehr.',
}

const plural = pluralIn('de')

export const accounts: typeof english = {
  keyRevoked: 'Der Schlüssel wurde widerrufen. Er funktioniert nicht mehr.',
  email: 'E-Mail',
  newPassword: 'Neues Passwort',
  current: 'Aktuelles Passwort',
  name: 'Name',
  joinAs: 'Beitreten als',
  signIn: 'Anmelden',
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
  signedOutElsewhere: 'Auf allen anderen Geräten wurden Sie abgemeldet.',
  invited: 'Die Einladung wurde gesendet.',
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
  seconds: (count: number) => plural(count, {one: '1 Sekunde', other: `${count} Sekunden`}),
  minutes: (count: number) => plural(count, {one: '1 Minute', other: `${count} Minuten`}),
}
