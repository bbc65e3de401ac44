/** Our words on timelines, in German. */
import type {timelines as english} from '../en/timelines.ts'

export const timelines: typeof english = {
  views: {day: 'Tag', weeks: 'Wochen'},
  others: 'Andere',
  until: (day: string) => `bis ${day}`,
  days: (count: number, text: string) => (count === 0.5 ? '½' : count === 1 ? '1' : `${text} Tage`),
  fromMidday: 'ab Mittag',
  untilMidday: 'bis Mittag',
  nobody: 'Keine Zeile passt zu dieser Suche.',
  people: {one: 'Person', several: 'Personen'},
}
