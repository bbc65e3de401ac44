/** Messages of charts in German. */

import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  asTable: 'Als Tabelle anzeigen',
  nothing: 'Noch keine Daten.',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  none: 'Ohne Angabe',
  weekOf: day => `Woche ab ${day}`,
}
