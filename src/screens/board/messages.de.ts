/** Messages of boards in German. */

import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  none: 'Ohne Angabe',
  move: 'Verschieben',
  moveCard: (name: string) => `${name} verschieben`,
  andMore: (count: string) => (count === '1' ? 'und 1 weiterer Eintrag' : `und ${count} weitere`),
  more: 'und weitere',
  nothing: 'Keine Einträge',
  notMoved: 'Die Karte wurde nicht verschoben',
}
