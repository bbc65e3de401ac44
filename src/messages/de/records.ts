/** Messages of the record screen in German. */
import type {records as english} from '../en/records.ts'

export const records: typeof english = {
  history: 'Verlauf',
  andHistory: (several: string) => `${several} und Verlauf`,
  standing: 'Fortschritt',
  facts: 'Details',
  said: 'schrieb',
  created: 'hat diesen Eintrag angelegt',
  updated: 'hat diesen Eintrag geändert',
  automatic: 'Automatisch',
  someone: 'Jemand',
  operator: 'Betreiber',
  loaded: 'Demodaten',
  hereAmong: 'Navigationspfad',
  notDone: 'Diese Aktion wurde nicht ausgeführt',
  overtaken: 'Jemand anderes hat diesen Eintrag geändert. Prüfen Sie die aktuelle Version und versuchen Sie es erneut.',
}
