/** Messages of the record screen in German. */
import type {records as english, recordReplies as englishReplies} from '../en/records.ts'

export const records: typeof english = {
  history: 'Verlauf',
  andHistory: (several: string) => `${several} und Verlauf`,
  standing: 'Fortschritt',
  facts: 'Details',
  hereAmong: 'Navigationspfad',
  notDone: 'Diese Aktion wurde nicht ausgeführt',
}

/** What only the server says of records. */
export const recordReplies: typeof englishReplies = {
  said: 'schrieb',
  created: 'hat diesen Eintrag angelegt',
  updated: 'hat diesen Eintrag geändert',
  did: action => `hat „${action}“ ausgeführt`,
  automatic: 'Das System',
  someone: 'Jemand',
  operator: 'Betreiber',
  loaded: 'Demodaten',
  overtaken: 'Jemand anderes hat diesen Eintrag geändert. Prüfen Sie die aktuelle Version und versuchen Sie es erneut.',
}
