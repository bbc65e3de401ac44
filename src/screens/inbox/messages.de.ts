/** Messages of inboxes in German. */

import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  waiting: 'Offen',
  position: (at, of) => `${at} von ${of}`,
  previous: 'Vorheriger Eintrag',
  next: 'Nächster Eintrag',
  back: 'Zurück zur Liste',
  open: 'Öffnen',
  details: 'Details',
  move: 'wechseln',
  gone: 'Hier ist keine Entscheidung mehr nötig.',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  decided: 'Entschieden',
  noneDecided: 'Noch keine Entscheidungen.',
}
