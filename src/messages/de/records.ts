/** Messages of the record screen in German. */
import type {records as english} from '../en/records.ts'

export const records: typeof english = {
  history: 'Verlauf',
  andHistory: (several: string) => `${several} und Verlauf`,
  standing: 'Stand',
  facts: 'Angaben',
  said: 'schrieb',
  fromTo: (field, before, after) => `${field} von ${before} in ${after}`,
  changed: (fields: string) => `änderte ${fields}`,
  created: 'hat dies angelegt',
  updated: 'hat dies geändert',
  itself: 'Von selbst',
  somebody: 'Jemand',
  operator: 'Der Betreiber',
  loaded: 'Mit der Vorführung geladen',
  hereAmong: 'Sie sind hier',
  notDone: 'Das wurde nicht ausgeführt',
  overtaken:
    'Jemand anderes hat das inzwischen geändert. So steht es jetzt; wenn es noch stimmt, bitte noch einmal wählen.',
}
