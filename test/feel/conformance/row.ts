/** One row of a table: an expression, its result as JSON, and its input values. */
import type {Json} from '../../../src/feel/index.ts'

export type Row = readonly [expression: string, expected: Json, given?: string]
export type Table = Readonly<Record<string, readonly Row[]>>
