/** Messages of dashboards in German. */

import {measured} from '../../messages/de/grammar.ts'
import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  seeAll: 'Alle anzeigen',
  failed: 'Diese Karte konnte nicht geladen werden.',
  viewAll: count => `Alle ${count} anzeigen`,
  total: 'Gesamt',
  partOf: (part, whole, label) => `${label}: ${part} von ${whole}`,
  daysToGo: count => (count === 1 ? 'Tag' : 'Tage'),
  until: day => `bis ${day}`,
  now: 'Jetzt',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  others: 'Sonstige',
  morning: name => `Guten Morgen, ${name}`,
  afternoon: name => `Guten Tag, ${name}`,
  back: day => `zurück am ${day}`,
  following: (name, day) => `Als Nächstes: ${name}, ${day}`,
  byStart: unit => `${unit} nach Beginn`,
  byEnd: unit => `${unit} nach Ende`,
  weeks: (first, last) => `Wochen vom ${first} bis ${last}`,
  evening: name => `Guten Abend, ${name}`,
  nothingNow: 'Keine Einträge.',
  nothingNext: 'Nichts geplant.',
  noOne: 'Niemand.',
  measured,
  labelled: (label, text) => `${label}: ${text}`,
}
