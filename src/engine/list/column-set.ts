/** The columns of one statement, gathered by those who need them; equal ones are asked for once. */
import type {Core} from '../../feel/core.ts'
import {type SqlContext, type SqlValue, toValue} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import type {ValueRow} from '../../store/sql.ts'

export class ColumnSet {
  readonly columns: SqlValue[] = []
  private readonly context: SqlContext
  private readonly known = new Map<string, number>()

  constructor(context: SqlContext) {
    this.context = context
  }

  /** Its place among the columns. */
  add(core: Core): number {
    const key = JSON.stringify(core)
    const known = this.known.get(key)
    if (known !== undefined) return known
    const place = this.addSql(toValue(core, this.context))
    this.known.set(key, place)
    return place
  }

  addSql(column: SqlValue): number {
    this.columns.push(column)
    return this.columns.length - 1
  }

  /** The values of a row of the statement, as it has these columns first. */
  read(row: ValueRow): Value[] {
    return this.columns.map((column, index) => column.read(row[index]))
  }
}
