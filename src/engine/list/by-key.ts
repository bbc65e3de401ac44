/** One record as a list would show it, found by a key of its own: one statement, and one more for each column that is a list of records. */
import type {Core} from '../../feel/core.ts'
import {type Late, markFor} from '../marks.ts'
import {sameKey} from '../same-key.ts'
import {noSearch} from '../search/match.ts'
import {contextOf, type Reading} from '../select.ts'
import type {Sight} from '../sight.ts'
import {planFor, type Statement, writeOnce} from '../statement.ts'
import {rowsOf} from './list.ts'
import {type ListPlan, listPlan, type Planner} from './list-plan.ts'
import {type ListRow, mostCounted, nothingAsked, type Path} from './request.ts'

export interface ByKey {
  readonly entity: string
  /** Which key it is, and its value. */
  readonly key: string
  readonly value: Late
  /** That the key is a value. */
  readonly where: (value: Late) => Core
  readonly columns: readonly Path[]
}

/** Null where there is no such record, or none that is seen. */
export async function rowByKey(reading: Reading, sight: Sight, asked: ByKey): Promise<ListRow | null> {
  const {statement, late, plan} = plannedFor(reading, sight, asked)
  const found = await statement.run(reading, late)
  const page = found.slice(0, 1).map(plan.read)
  const {rows} = await rowsOf({reading, sight, page, plan}, asked)
  return rows[0] ?? null
}

interface KeyPlan {
  readonly plan: ListPlan
  readonly statement: Statement
}

function plannedFor(reading: Reading, sight: Sight, asked: ByKey): KeyPlan & {readonly late: readonly Late[]} {
  const {entity, key, value, columns} = asked
  const mark = markFor(value, 0)
  const lasting =
    mark === null
      ? null
      : planFor<KeyPlan>(reading, sight, {
          key: `by ${entity} ${key} ${sameKey(columns)}`,
          marks: 1,
          make: (context, write) => keyPlan({context, sight, write}, asked, mark),
        })
  if (lasting) return {...lasting, late: [value]}
  const context = contextOf(reading, {this: {alias: 'r'}})
  return {...keyPlan({context, sight, write: writeOnce}, asked, value), late: []}
}

function keyPlan(planner: Planner, {entity, columns, where}: ByKey, value: Late): KeyPlan {
  const screen = {entity, where: null, columns, sort: [], filters: [], search: [], groupBy: null, size: 1}
  const wanted = {screen, asked: nothingAsked, stop: mostCounted, most: 1}
  const plan = listPlan(planner, wanted, noSearch)
  return {plan, statement: plan.keyed(where(value))}
}
