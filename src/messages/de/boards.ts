/** Our words on boards, in German. */
import type {boards as english} from '../en/boards.ts'

export const boards: typeof english = {
  none: 'Ohne Angabe',
  move: 'Verschieben',
  moveCard: (name: string) => `${name} verschieben`,
  to: (label: string, column: string) => `${label} → ${column}`,
  andMore: (count: string) => `und ${count} weitere`,
  more: 'und weitere',
  nothing: 'Nichts hier',
  notMoved: 'Das wurde nicht verschoben',
}
