import type {feeds as english} from '../en/feeds.ts'

export const feeds: typeof english = {
  subscribe: 'Abonnieren',
  heading: 'Abonnements',
  intro:
    'Eine Kalender-App oder ein Feedreader öffnet eine private Adresse und zeigt, was Sie hier sehen dürfen, immer aktuell.',
  offer: screen => `${screen} abonnieren`,
  filtered: 'Die Filter der Seite gehören zum Abonnement.',
  format: 'Format',
  formats: {ics: 'Kalender (iCalendar)', atom: 'Atom-Feed', json: 'JSON-Feed'},
  make: 'Adresse erstellen',
  made: 'Kopieren Sie diese Adresse jetzt. Sie wird nicht noch einmal angezeigt.',
  address: 'Adresse',
  copy: 'Adresse kopieren',
  copied: 'Kopiert',
  open: 'In Kalender-App öffnen',
  secret:
    'Wer die Adresse hat, kann diese Seite so lesen, wie Sie sie sehen. Widerrufen Sie sie, wenn Sie sie versehentlich weitergegeben haben.',
  existing: 'Ihre Abonnements',
  none: 'Sie haben keine Abonnements.',
  others: 'Seiten, die Sie abonnieren können',
  since: when => `Erstellt ${when}`,
  used: when => `Zuletzt verwendet ${when}`,
  unused: 'Nie verwendet',
  revoke: 'Widerrufen',
  revokeOf: screen => `Abonnement von ${screen} widerrufen`,
  revoked: 'Das Abonnement wurde widerrufen. Seine Adresse gilt ab sofort nicht mehr.',
}
