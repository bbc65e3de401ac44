/** Our words on the search across everything, in German. */
import type {search as english} from '../en/search.ts'

export const search: typeof english = {
  heading: 'Suche',
  title: (sought: string) => (sought === '' ? 'Suche' : `Suche: ${sought}`),
  inside: (plural: string) => plural,
  people: 'Personen',
  peopleHeading: 'Personen',
  hint: (names: readonly string[]) => `${names.join(' und ')} suchen`,
  found: (sought: string) => `Was zu „${sought}“ passt.`,
  nothing: (sought: string) => `Nichts passt zu „${sought}“.`,
  nothingHelp: 'Versuchen Sie weniger Wörter oder nur deren Anfang. Eine Nummer findet den Eintrag, der sie trägt.',
  start: 'Geben Sie oben einen Namen, ein paar Wörter oder eine Nummer ein.',
  more: 'Alle anzeigen',
}
