/** Records as a list would show them, found by a key: one statement, and one more for each column that is a list of records. */
import type {Core} from '../../feel/core.ts'
import {type Late, markFor} from '../marks.ts'
import {sameKey} from '../same-key.ts'
import {noSearch} from '../search/match.ts'
import {contextOf, type Reading} from '../select.ts'
import type {Sight} from '../sight.ts'
import {planFor, type Statement, writeOnce} from '../statement.ts'
import {rowsOf} from './list.ts'
import {type ListPlan, listPlan, type Planner} from './list-plan.ts'
import {type ListRow, mostCounted, nothingAsked, type Path, type Sorting} from './request.ts'

export interface ByKey {
  readonly entity: string
  /** Which key it is, and its value. */
  readonly key: string
  readonly value: Late
  /** That the key is a value. */
  readonly where: (value: Late) => Core
  readonly columns: readonly Path[]
  /** What the document says must hold besides. */
  readonly condition?: Core
}

/** Several that have the same key, in an order that goes on where the index of the key ends. */
export interface ManyByKey extends ByKey {
  readonly sort: readonly Sorting[]
  readonly size: number
}

/** Null where there is no such record, or none that is seen. */
export async function rowByKey(reading: Reading, sight: Sight, asked: ByKey): Promise<ListRow | null> {
  const [row] = await rowsByKey(reading, sight, {...asked, sort: unsorted, size: 1})
  return row ?? null
}

const unsorted: readonly Sorting[] = []

/** The first of them. */
export async function rowsByKey(reading: Reading, sight: Sight, asked: ManyByKey): Promise<readonly ListRow[]> {
  const {statement, late, plan} = plannedFor(reading, sight, asked)
  const found = await statement.run(reading, late)
  const page = found.slice(0, asked.size).map(plan.read)
  return (await rowsOf({reading, sight, page, plan}, asked)).rows
}

interface KeyPlan {
  readonly plan: ListPlan
  readonly statement: Statement
}

function plannedFor(reading: Reading, sight: Sight, asked: ManyByKey): KeyPlan & {readonly late: readonly Late[]} {
  const {entity, key, value, columns, sort, size} = asked
  const mark = markFor(value, 0)
  const lasting =
    mark === null
      ? null
      : planFor<KeyPlan>(reading, sight, {
          key: `by ${entity} ${key} ${size} ${sameKey(columns)} ${sameKey(sort)} ${asked.condition ? sameKey(asked.condition) : ''}`,
          marks: 1,
          make: (context, write) => keyPlan({context, sight, write}, asked, mark),
        })
  if (lasting) return {...lasting, late: [value]}
  const context = contextOf(reading, {this: {alias: 'r'}})
  return {...keyPlan({context, sight, write: writeOnce}, asked, value), late: []}
}

function keyPlan(planner: Planner, asked: ManyByKey, value: Late): KeyPlan {
  const {entity, columns, where, sort, size, condition = null} = asked
  const screen = {entity, condition, where: null, columns, sort, filters: [], search: [], groupBy: null, size}
  const wanted = {screen, asked: nothingAsked, stop: mostCounted, most: size}
  const plan = listPlan(planner, wanted, noSearch)
  return {plan, statement: plan.keyed(where(value))}
}
