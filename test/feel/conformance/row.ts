/** One row of a table: an expression, what it gives as JSON, and the values it is given. */
import type {Json} from '../../../src/feel/index.ts'

export type Row = readonly [expression: string, expected: Json, given?: string]
export type Table = Readonly<Record<string, readonly Row[]>>
