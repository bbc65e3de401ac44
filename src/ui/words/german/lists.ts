/** Our words on lists, in German. */
import type {lists as english} from '../english/lists.ts'

export const lists: typeof english = {
  nothingYet: 'Hier ist noch nichts.',
  nothingFound: 'Nichts passt zu dieser Suche.',
  clearSearch: 'Alles anzeigen',
  search: 'Suchen',
  pages: 'Seiten',
  show: 'Anzeigen',
  all: 'Alle',
  from: 'von',
  to: 'bis',
  next: 'Weiter',
  previous: 'Zurück',
}
