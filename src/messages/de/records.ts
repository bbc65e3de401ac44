/** Messages of the record screen and the inbox in German. */

import type {
  records as english,
  inbox as englishInbox,
  inboxReplies as englishInboxReplies,
  panel as englishPanel,
  recordReplies as englishReplies,
} from '../en/records.ts'
import {capitalised} from '../grammar.ts'

export const inbox: typeof englishInbox = {
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

/** Messages of the inbox that only the server needs. */
export const inboxReplies: typeof englishInboxReplies = {
  chosen: label => `Noch nicht gesendet: ${label}.`,
  chosenKeys: 'Strg+Eingabe sendet ab, Esc bricht ab.',
  atOnce: (count, days, {open, limit, as}) =>
    `${count} gleichzeitig ${as && `${as} `}am ${days}, einschließlich dieses Eintrags${open === 0 ? '' : `; ${open} noch nicht entschieden`} (höchstens ${limit})`,
  countOf: (label: string, count: number, limit: number) => `${label}: ${count} (höchstens ${limit})`,
  thenDecides: name => `Nach Ihnen entscheidet ${name}`,
  decided: 'Entschieden',
  noneDecided: 'Noch keine Entscheidungen.',
}

export const panel: typeof englishPanel = {
  close: 'Schließen',
  open: 'Seite öffnen',
  previous: 'Vorheriger Eintrag',
  next: 'Nächster Eintrag',
}

export const records: typeof english = {
  history: 'Verlauf',
  andHistory: (several: string) => `${several} und Verlauf`,
  standing: 'Fortschritt',
  facts: 'Details',
  hereAmong: 'Navigationspfad',
  notDone: 'Das hat nicht geklappt',
}

/** Messages of records that only the server needs. */
export const recordReplies: typeof englishReplies = {
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
  alone: what => capitalised(what.replace(/^hat /, '')),
  someone: 'Jemand',
  you: 'Sie',
  byYou: what => what.replace(/^hat /, 'haben '),
  operator: 'Betreiber',
  loaded: 'Mit den Demodaten angelegt',
  overtaken: 'Jemand anderes hat diesen Eintrag geändert. Prüfen Sie die aktuelle Version und versuchen Sie es erneut.',
}
