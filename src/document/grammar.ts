/** What each point declares, as far as reading needs it: to recognise what is nearly a heading, a table or a bullet. */
import type {PointNumber} from './raw.ts'
import type {TableKind} from './table.ts'

export interface PointGrammar {
  /** Words that the heading of the point usually has. */
  readonly words: RegExp
  readonly tables: readonly TableKind<string>[]
  /** Keys of its bullets. */
  readonly keys: readonly string[]
}

export type Grammar = Readonly<Record<PointNumber, PointGrammar>>

const nothing: PointGrammar = {words: /^\b$/, tables: [], keys: []}

export const noGrammar: Grammar = {
  1: nothing,
  2: nothing,
  3: nothing,
  4: nothing,
  5: nothing,
  6: nothing,
  7: nothing,
  8: nothing,
  9: nothing,
}
