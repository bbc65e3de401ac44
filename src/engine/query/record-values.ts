/** Values of a record, stored or not, and its cells as a person would see them. */

import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type SqlContext, type SqlValue, toListValue, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import {isList, type List, type Value} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {ValueRow} from '../../store/sql.ts'
import {atOnce} from '../base/at-once.ts'
import {ColumnSet, cellPlan} from './cells.ts'
import {cellsQuestion} from './field-texts.ts'
import {bindRow, type EvaluatedRecord, placeOfRow} from './hypothetical-record.ts'
import type {Cell, Path} from './list-query.ts'
import type {LoaderKind} from './loaders.ts'
import {localeOf} from './lookup.ts'
import type {ReadContext} from './read-context.ts'
import {askOfRows} from './row-questions.ts'
import type {HeldStatement} from './select.ts'
import {type Parameters, PlanKind, type Statement} from './statement.ts'
import type {FieldValues} from './stored.ts'

interface CellsPlan {
  readonly statement: Statement
  readonly cells: (row: ValueRow, locale: Locale) => readonly Cell[]
}

const cellsKind = new PlanKind<CellsPlan>('cells as')

interface CellsRequest {
  readonly paths: readonly Path[]
  /** Leaves out records that the person could not read. */
  readonly readable?: boolean
}

/** The cells of the record at some paths that the person would see. */
export async function cellsAt(
  reader: ReadContext,
  at: EvaluatedRecord,
  request: CellsRequest,
): Promise<ReadonlyMap<string, Cell>> {
  const [cells = []] = await cellsIn(reader, at, request)
  return new Map(
    request.paths.flatMap((path, index) => (cells[index] ? [[path.join('.'), cells[index]] as const] : [])),
  )
}

/** The cells of several records, each in the order of the paths. */
export async function cellsIn(
  reader: ReadContext,
  at: EvaluatedRecord,
  {paths, readable = false, records}: CellsRequest & {readonly records?: readonly FieldValues[]},
): Promise<(readonly Cell[])[]> {
  if (paths.length === 0) return []
  const {visibility} = reader
  const names = paths.map(path => path.join('.'))
  if (!at.record && !at.before && !records) {
    const cells = cellsQuestion(visibility, at.entity.name, paths)
    const found = await askOfRows(reader, {entity: at.entity.name, ids: [at.id]}, {...cells, ofReadable: readable})
    return [...found.values()]
  }
  if (records) return cellsOfRows(reader, at, {paths, readable, records})
  const key = `${reader.statements.numberOf(at)} ${readable} ${names}`
  return reader.loaders.load(unwrittenCells, reader, {key, wanted: {at, paths, readable}})
}

/** The same cells of the same unwritten record are read once. */
const unwrittenCells: LoaderKind<ReadContext, CellsWanted, (readonly Cell[])[]> = {
  load: (reader, wanted) => atOnce(wanted.map(({at, ...asked}) => cellsOfRows(reader, at, asked))),
}

interface CellsWanted extends Required<CellsRequest> {
  readonly at: EvaluatedRecord
}

async function cellsOfRows(
  reader: ReadContext,
  at: EvaluatedRecord,
  {paths, readable, records}: Required<CellsRequest> & {readonly records?: readonly FieldValues[]},
): Promise<(readonly Cell[])[]> {
  const {visibility} = reader
  const names = paths.map(path => path.join('.'))
  const {plan, values} = bindRow(reader, visibility, at, {
    kind: cellsKind,
    shape: `${readable} ${names}`,
    ...(records ? {records} : {}),
    make({context, from}, write) {
      const columns = new ColumnSet(context)
      const plans = paths.map(path => cellPlan({visibility, columns, context}, at.entity.name, path))
      const selected = columns.columns.map((column, index) => sql`${column.sql} as ${sql.ref(`c${index}`)}`)
      const where = readable ? sql`where ${toPredicate(visibility.records(at.entity.name).where, context)}` : sql``
      return {
        statement: write(sql`select ${sql.join([...selected, placeOfRow])} ${from()} ${where} order by ${placeOfRow}`),
        cells(row, locale) {
          const read = columns.columns.map((column, index) => column.read(row[index]))
          return plans.map(cell => cell(read, locale))
        },
      }
    },
  })
  const rows = await plan.statement.run(reader, values)
  return rows.map(row => plan.cells(row, localeOf(reader.moment)))
}

interface ValuePlan {
  readonly statement: Statement
  readonly read: SqlValue['read']
}

const valueKind = new PlanKind<ValuePlan>('value as')

/** A value computed from the record; null instead of a list is a list without items. */
export async function valueAt(
  reader: ReadContext,
  at: EvaluatedRecord,
  core: Core,
  {owner, name, inputs}: HeldStatement & {readonly inputs?: Parameters},
): Promise<Value> {
  if (!at.record && !at.before && !inputs) {
    const found = await askOfRows(
      reader,
      {entity: at.entity.name, ids: [at.id]},
      {
        name: `value ${reader.statements.numberOf(owner)} ${name}`,
        ofReadable: false,
        compile({columns, context}) {
          const place = columns.addSql(valueSql(core, context))
          return values => values[place] ?? null
        },
      },
    )
    return found.get(at.id) ?? null
  }
  const {plan, values} = bindRow(reader, owner, at, {
    kind: valueKind,
    shape: name,
    ...(inputs ? {inputs} : {}),
    make({context, from}, write) {
      const value = valueSql(core, context)
      return {statement: write(sql`select ${value.sql} as c0 ${from()}`), read: value.read}
    },
  })
  const [[raw] = []] = await plan.statement.run(reader, values)
  return plan.read(raw)
}

const valueSql = (core: Core, context: SqlContext): SqlValue =>
  core.type.kind === 'list' ? toListValue(core, context) : toValue(core, context)

/** The items of a list computed from the record. */
export async function itemsAt(
  reader: ReadContext,
  at: EvaluatedRecord,
  list: Core,
  held: HeldStatement & {readonly inputs?: Parameters},
): Promise<List> {
  const items = await valueAt(reader, at, list, held)
  return items !== null && isList(items) ? items : []
}
