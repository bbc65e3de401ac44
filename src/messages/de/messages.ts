/** What every page and the engine say in German. */

import {pluralIn} from '../grammar.ts'
import type * as english from '../en/messages.ts'

const plural = pluralIn('de')

export const messages: typeof english.messages = {
  shell: {
    skip: 'Zum Inhalt springen',
    screens: 'Seiten',
    about: 'Info',
    aboutProduct: (product: string) => `Über „${product}“`,
    home: 'Zur Startseite',
    findings: (count: number) => plural(count, {one: '1 Befund im Dokument', other: `${count} Befunde im Dokument`}),
    lastGood: 'Dies ist die letzte Version ohne Fehler.',
    close: 'Schließen',
    search: 'Suchen',
    notifications: (unread: number) =>
      unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${unread} ungelesen`,
    quick: 'Wichtigste Seiten',
    more: 'Mehr',
    account: 'Konto',
    signOut: 'Abmelden',
    theme: 'Design',
    themes: {light: 'Hell', dark: 'Dunkel', system: 'System'},
    behind: 'Spezifikation der App',
    loading: 'Wird geladen',
    control: 'Strg',
    shift: 'Umschalt',
    asksMore: label => `${label}\u00a0…`,
    breadcrumb: 'Navigationspfad',
  },
  failures: {
    missing: 'Seite nicht gefunden',
    failure: 'Ein Fehler ist aufgetreten',
    refused: 'Das hat nicht geklappt',
    back: 'Zurück',
    typedKept: 'Ihre Eingaben sind in diesem Tab gespeichert. Dateien müssen Sie erneut auswählen.',
    tryAgain: 'Erneut versuchen',
    reload: 'Seite neu laden',
    reference: 'Referenz',
    part: 'Dieser Bereich konnte nicht geladen werden.',
    unreachable: 'Der Server ist nicht erreichbar',
    unreachableWhy: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    overtaken: 'Jemand anderes hat diesen Eintrag geändert. Beim Speichern sehen Sie beide Versionen.',
    notSent: 'Das konnte nicht gesendet werden, weil der Server nicht erreichbar ist. Ihre Eingaben sind noch da.',
    strange: 'Die Antwort des Servers konnte nicht gelesen werden. Versuchen Sie es gleich erneut.',
    undrawn:
      'Diese Seite konnte nicht angezeigt werden. Es wurde nichts geändert. Wenn das wieder passiert, wenden Sie sich an Ihre Administration.',
  },
  done: {
    undo: 'Rückgängig',
    undone: 'Rückgängig gemacht.',
    view: 'Ansehen',
  },
  shortcuts: {
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
  },
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  api: {
    heading: 'API',
    intro: (address: string) =>
      `Diese Aufrufe können Sie aus eigenen Programmen nutzen. ${address} beschreibt sie als OpenAPI 3.1, damit Sie einen Client generieren können. Angezeigt werden nur Aufrufe, für die Sie berechtigt sind.`,
    authorization: (header: string) =>
      `Senden Sie einen API-Schlüssel von Ihrer Kontoseite oder ein Token in der Kopfzeile ${header}.`,
    everyone: 'ohne Schlüssel',
    parameter: 'Parameter',
    type: 'Typ',
    places: {path: 'Pfad', query: 'Abfrage', header: 'Kopfzeile'},
    answers: (status: string) => `Antwortet mit ${status}.`,
  },
  offline: {
    title: 'Sie sind offline',
    text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut. Gespeichertes geht nicht verloren.',
  },
  feeds: {
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
  },
  dates: {
    justNow: 'gerade eben',
  },
}
