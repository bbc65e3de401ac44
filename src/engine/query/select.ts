/** Reads values of records from the database, which requires a permission condition. */

import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {ComputedColumns} from '../../feel/sql/row-columns.ts'
import {type Sql, type SqlContext, type SqlValue, toOrder, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {limitTo, type ValueRow} from '../../store/sql.ts'
import {parameterCore} from '../base/core-build.ts'
import type {Permitted} from '../permissions/visibility.ts'
import {
  type BoundPlan,
  fewRows,
  type MakePlan,
  type Parameters,
  PlanKind,
  planOnce,
  type QueryContext,
  type Statement,
  tableOfEntity,
} from './statement.ts'

/* Ids as parameters: one statement serves any records, for a given number of ids. */

export interface RecordIds {
  readonly entity: string
  readonly ids: readonly string[]
}

/** For more ids than this, the statement is compiled for each request. */
const mostIds = 50

const nameOf = (index: number): string => `id ${index}`

/** The placeholders of all ids, for `in (…)`. */
export function idPlaces({entity, ids}: RecordIds, context: SqlContext): Sql {
  return sql.join(Array.from({length: placesFor(ids)}, (_, index) => idPlace(entity, context, index)))
}

/** Few different numbers of places, so that few statements are compiled: the last id fills those that are left. */
function placesFor({length}: readonly string[]): number {
  return length > mostIds ? length : Math.min(2 ** Math.ceil(Math.log2(Math.max(length, 1))), mostIds)
}

export function idPlace(entity: string, context: SqlContext, index = 0): Sql {
  return toValue(parameterCore(nameOf(index), {kind: 'reference', entity}), context).sql
}

export function idParameters({entity, ids}: RecordIds): Parameters {
  const places = Array.from({length: placesFor(ids)}, (_, index) => ids[Math.min(index, ids.length - 1)] ?? '')
  return new Map<string, Value>(places.map((id, index) => [nameOf(index), {entity, id}]))
}

interface IdPlan<Plan> extends RecordIds {
  readonly kind: PlanKind<Plan>
  /** Identifies the plan among those of its kind and roles, besides the number of ids. */
  readonly shape: string
  /** The inputs of an action. */
  readonly inputs?: Parameters
  readonly make: MakePlan<Plan>
}

const noInputs: Parameters = new Map()
const noParameters: Parameters = new Map()

export function bindIds<Plan>(
  reading: QueryContext,
  roles: object,
  {kind, shape, inputs = noInputs, make, ...records}: IdPlan<Plan>,
): BoundPlan<Plan> {
  const request = {parameters: idParameters(records), inputs, make}
  if (records.ids.length > mostIds) return planOnce(reading, request)
  return reading.statements.plans(kind).bind(reading, roles, {...request, shape: `${shape} ${placesFor(records.ids)}`})
}

export {contextOf, type QueryContext, tableOfEntity as tableOf} from './statement.ts'

interface RowsById {
  readonly context: SqlContext
  /** For use after all expressions are compiled: it includes the computed fields that they read. */
  readonly from: () => Sql
}

/** Records as rows `r`. The computed fields of a single one are evaluated once for all expressions. */
export function rowsById(context: SqlContext, records: RecordIds): RowsById {
  if (records.ids.length === 1) return evaluatedRows(context, records)
  return {context: fewRows(context, records.ids.length), from: () => sql`${storedRows(context, records)} as r`}
}

/**
 * Records as rows `r`, each with its computed fields evaluated once: for expressions that read the same fields often. A
 * field is evaluated even where no expression needs it in the end.
 */
export function evaluatedRows(context: SqlContext, records: RecordIds): RowsById {
  const computed = new ComputedColumns(row)
  return {
    context: {...fewRows(context, records.ids.length), computed},
    from: () => sql`${computed.in(storedRows(context, records))} as r`,
  }
}

function storedRows(context: SqlContext, records: RecordIds): Sql {
  const table = sql.table(tableOfEntity(context, records.entity))
  return sql`(select * from ${table} as r where r.id in (${idPlaces(records, context)}))`
}

interface Selection {
  readonly from: Permitted
  /** Further conditions of the caller, besides the permission. */
  readonly where?: readonly Core[]
  readonly columns: readonly Core[]
  /** Ascending or descending, null last, then by id. */
  readonly order?: readonly {readonly by: Core; readonly descending: boolean}[]
  readonly limit?: number
  /** The values of parameters in the conditions. */
  readonly parameters?: Parameters
  /** Without it, the statement is compiled for this request only. It names everything that differs between selections. */
  readonly held?: HeldStatement
}

/** The alias of the row that `this` refers to. */
const row = 'r'

interface SelectPlan {
  readonly statement: Statement
  readonly read: (row: ValueRow) => Value[]
}

const selectKind = new PlanKind<SelectPlan>('select')

export async function select(reading: QueryContext, selection: Selection): Promise<Value[][]> {
  const {held, parameters = noParameters, from} = selection
  const make: MakePlan<SelectPlan> = (context, write) => {
    const columns = selection.columns.map(core => toValue(core, context))
    return {
      statement: write(selectSql(selection, {columns, context})),
      read: found => columns.map((column, index) => column.read(found[index])),
    }
  }
  const {plan, values} = held
    ? reading.statements
        .plans(selectKind)
        .bind(reading, held.owner, {shape: `${from.entity} ${held.name}`, parameters, make})
    : planOnce(reading, {parameters, make})
  const rows = await plan.statement.run(reading, values)
  return rows.map(plan.read)
}

function selectSql(
  {from, where = [], order = [], limit}: Selection,
  {columns, context}: {columns: readonly SqlValue[]; context: SqlContext},
): Sql {
  const conditions = [from.where, ...where].map(core => toPredicate(core, context))
  const by = [...order.flatMap(each => orderOf(each, context)), sql`${sql.ref(`${row}.id`)}`]
  return sql`select ${selectedColumns(columns)} from ${sql.table(tableOfEntity(context, from.entity))} as ${sql.ref(row)} where ${sql.join(conditions, sql` and `)} order by ${sql.join(by)} ${limit === undefined ? sql`` : limitTo(limit)}`
}

export function selectedColumns(columns: readonly SqlValue[]): Sql {
  return sql.join(columns.map((column, index) => sql`${column.sql} as ${sql.ref(`c${index}`)}`))
}

function orderOf({by, descending}: {by: Core; descending: boolean}, context: SqlContext): Sql[] {
  const value = toValue(by, context).sql
  const order = toOrder(by, context)
  return [sql`(${value}) is null`, descending ? sql`${order} desc` : sql`${order}`]
}

/** The cache entry of a statement: its owner and its name. */
export interface HeldStatement {
  readonly owner: object
  readonly name: string
}

/** Each condition as 1 or 0. */
export const heldColumns = (conditions: readonly Core[], context: SqlContext): Sql =>
  sql.join(
    conditions.map(
      (core, index) => sql`case when ${toPredicate(core, context)} then 1 else 0 end as ${sql.ref(`c${index}`)}`,
    ),
  )
