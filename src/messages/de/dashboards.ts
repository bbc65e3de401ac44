/** Our words on dashboards, in German. */
import type {dashboards as english} from '../en/dashboards.ts'

export const dashboards: typeof english = {
  seeAll: 'Alle ansehen',
  others: 'Andere',
  none: 'Ohne',
  asTable: 'Als Tabelle',
  weekOf: day => `Woche ab ${day}`,
  morning: name => `Guten Morgen, ${name}`,
  afternoon: name => `Guten Tag, ${name}`,
  evening: name => `Guten Abend, ${name}`,
  nothing: 'Noch nichts zu zeigen.',
  nothingNow: 'Zurzeit nichts.',
  failed: 'Das konnte nicht angezeigt werden. Der Rest der Seite ist in Ordnung.',
  behind: name => `Alle ansehen: ${name}`,
}
