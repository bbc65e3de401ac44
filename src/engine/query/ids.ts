/** Ids as parameters: one statement serves for any records, as long as there are as many of them. */
import {sql} from 'kysely'
import {type Sql, type SqlContext, toValue} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {parameterCore} from '../core-build.ts'
import type {QueryContext} from './query-context.ts'
import {type BoundPlan, type MakePlan, type Parameters, type PlanKind, planOnce} from './statement.ts'

export interface RecordIds {
  readonly entity: string
  readonly ids: readonly string[]
}

/** For more of them than this a statement is compiled each time. */
const mostIds = 50

const nameOf = (index: number): string => `id ${index}`

/** The places of all ids, for `in (…)`. */
export function idPlaces({entity, ids}: RecordIds, context: SqlContext): Sql {
  return sql.join(ids.map((_, index) => idPlace(entity, context, index)))
}

export function idPlace(entity: string, context: SqlContext, index = 0): Sql {
  return toValue(parameterCore(nameOf(index), {kind: 'reference', entity}), context).sql
}

export function idParameters({entity, ids}: RecordIds): Parameters {
  return new Map<string, Value>(ids.map((id, index) => [nameOf(index), {entity, id}]))
}

interface IdPlan<Plan> extends RecordIds {
  readonly kind: PlanKind<Plan>
  /** What tells the plan from others of its kind and roles, besides how many ids there are. */
  readonly shape: string
  readonly make: MakePlan<Plan>
}

export function bindIds<Plan>(
  reading: QueryContext,
  roles: object,
  {kind, shape, make, ...records}: IdPlan<Plan>,
): BoundPlan<Plan> {
  const request = {parameters: idParameters(records), make}
  if (records.ids.length > mostIds) return planOnce(reading, request)
  return reading.statements.plans(kind).bind(reading, roles, {...request, shape: `${shape} ${records.ids.length}`})
}
