/** How a dashboard is written: `dashboard`, with a table of cards under its heading. */
import {finding} from '../../document/finding.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'
import {cardsTable, readCards} from './read-cards.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly dashboard: Readonly<Record<never, never>>
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly dashboard: typeof bullets
  }
}

const bullets = {}

export const dashboardDocument = defineScreenKind({
  name: 'dashboard',
  form: 'dashboard',
  example: 'dashboard',
  synonyms: ['report', 'charts'],
  shows: () => ({kind: 'dashboard'}),
  bullets,
  cards: {
    table: cardsTable,
    read: readCards,
    missing: screen => {
      const hint = `Add a table \`| Card | Shows | As |\` under \`### ${screen.text}\`.`
      return finding('N221', screen, {message: `The dashboard "${screen.text}" has no cards.`, hint})
    },
  },
  can: {sum: true},
  icon: 'chart-column',
})
