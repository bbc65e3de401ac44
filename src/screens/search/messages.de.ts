/** Messages of the search in German. */

import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  heading: 'Suche',
  found: (sought: string) => `Ergebnisse für „${sought}“`,
  nothing: (sought: string) => `Keine Ergebnisse für „${sought}“`,
  nothingHelp: 'Versuchen Sie es mit weniger Wörtern oder suchen Sie nach einem Namen, Monat oder einer Nummer.',
  start: 'Suchen Sie nach Namen, Texten, Status, Monaten oder Nummern.',
  all: 'Alle Ergebnisse',
  create: 'Neu',
  more: 'Alle anzeigen',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  title: (sought: string) => (sought === '' ? 'Suche' : `Suche: ${sought}`),
  inside: (plural: string) => plural,
  people: 'Personen',
  peopleHeading: 'Personen',
  hint: (names: readonly string[], more: boolean) =>
    `${more ? `${names.join(', ')} und mehr` : names.join(' und ')} suchen`,
}
