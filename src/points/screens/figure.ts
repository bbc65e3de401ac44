/** A figure over records: their number, or the sum of a field, also by group. */
import type {FieldPath, ScreenCondition} from './paths.ts'

export const periods = ['week', 'month', 'quarter', 'year'] as const
export type CardPeriod = (typeof periods)[number]

/** A count of records or the sum of a field, optionally grouped. */
export interface CardFigure {
  readonly kind: 'figure'
  readonly entity: string
  readonly where: ScreenCondition | null
  /** Null to count records. The first of several fields. */
  readonly sum: FieldPath | null
  /** The fields that form a whole, if the card shows several. */
  readonly parts: readonly FieldPath[]
  readonly by: {readonly path: FieldPath; readonly period: CardPeriod | null} | null
}
