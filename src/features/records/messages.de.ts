/** Messages of records in German. */

import {toYou, withoutName} from '../../messages/de/grammar.ts'
import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  history: 'Verlauf',
  andHistory: (several: string) => `${several} und Verlauf`,
  standing: 'Fortschritt',
  facts: 'Details',
  notDone: 'Das hat nicht geklappt',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  missing: 'Fehlt',
  closed: () => 'Dieser Eintrag kann nicht mehr geändert werden.',
  said: 'hat geschrieben',
  comment: kind => (kind === 'Kommentar' ? 'Kommentieren' : kind),
  created: () => 'hat diesen Eintrag angelegt',
  added: () => 'hat diesen Eintrag angelegt',
  updated: () => 'hat diesen Eintrag geändert',
  did: action => `hat „${action}“ ausgeführt`,
  undidTo: state => `hat den Status auf „${state}“ zurückgesetzt`,
  undidChange: 'hat die letzte Änderung rückgängig gemacht',
  restored: () => 'hat diesen Eintrag wiederhergestellt',
  automatic: 'Automatisch',
  createdAutomatically: 'Automatisch angelegt',
  alone: withoutName,
  someone: 'Jemand',
  you: 'Sie',
  byYou: toYou,
  operator: 'Betreiber',
  loaded: 'Mit den Demodaten angelegt',
  overtaken: 'Jemand anderes hat diesen Eintrag geändert. Prüfen Sie die aktuelle Version und versuchen Sie es erneut.',
}
