import type {feeds as english} from '../en/feeds.ts'

export const feeds: typeof english = {
  subscribe: 'Abonnieren',
  heading: 'Abonnements',
  intro:
    'Verfolgen Sie eine Seite in Ihrer Kalender-App oder Ihrem Feedreader. Jedes Abonnement hat eine private Adresse und bleibt aktuell.',
  offer: screen => `${screen} abonnieren`,
  filtered: 'Die Filter der Seite gelten auch für das Abonnement.',
  format: 'Format',
  formats: {ics: 'Kalender (iCalendar)', atom: 'Atom-Feed', json: 'JSON-Feed'},
  make: 'Adresse erstellen',
  made: 'Kopieren Sie diese Adresse jetzt. Sie wird nicht noch einmal angezeigt.',
  address: 'Adresse',
  copy: 'Adresse kopieren',
  copied: 'Kopiert',
  open: 'In Kalender-App öffnen',
  secret:
    'Wer die Adresse kennt, sieht diese Seite so wie Sie. Haben Sie sie versehentlich weitergegeben, widerrufen Sie sie.',
  existing: 'Ihre Abonnements',
  none: 'Sie haben keine Abonnements.',
  others: 'Seiten, die Sie abonnieren können',
  since: when => `Erstellt ${when}`,
  used: when => `Zuletzt verwendet ${when}`,
  unused: 'Nie verwendet',
  revoke: 'Widerrufen',
  revokeOf: screen => `Abonnement von ${screen} widerrufen`,
  revoked: 'Das Abonnement wurde widerrufen. Die Adresse funktioniert nicht mehr.',
}
