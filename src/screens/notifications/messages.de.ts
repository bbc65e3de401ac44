/** Messages of the page of notifications and the popover of the bell in German. */

import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  title: 'Benachrichtigungen',
  none: 'Sie sind auf dem neuesten Stand.',
  unread: 'Ungelesen',
  markRead: 'Als gelesen markieren',
  markOneRead: name => `Als gelesen markieren: ${name}`,
  markAllRead: 'Alle als gelesen markieren',
  newer: 'Neuere',
  older: 'Ältere',
  pages: 'Seiten',
  seeAll: 'Alle Benachrichtigungen',
}
