/** The inbox, in German. */
import type {inbox as english, inboxReplies as englishInboxReplies, panel as englishPanel} from '../en/inbox.ts'

export const inbox: typeof english = {
  waiting: 'Wartet',
  position: (at, of) => `${at} von ${of}`,
  previous: 'Vorheriger Eintrag',
  next: 'Nächster Eintrag',
  back: 'Zurück zur Liste',
  open: 'Öffnen',
  details: 'Details',
  move: 'wechseln',
  gone: 'Hier ist keine Entscheidung mehr nötig.',
}

/** What only the server says of inbox. */
export const inboxReplies: typeof englishInboxReplies = {
  atOnce: (count, days, limit) => `Mit diesem Eintrag ${count} am ${days}. Die Grenze ist ${limit}.`,
  notMet: rule => `Nicht erfüllt: ${rule}`,
}

export const panel: typeof englishPanel = {
  close: 'Schließen',
  open: 'Seite öffnen',
  previous: 'Vorheriger Eintrag',
  next: 'Nächster Eintrag',
}
