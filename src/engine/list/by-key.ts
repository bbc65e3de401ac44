/** Records as a list would show them, found by a key: one statement, and one more for each column that is a list of records. */
import type {Core} from '../../feel/core.ts'
import {type Type, textType} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import {compared, fieldCore, parameterCore, thisCore} from '../core-build.ts'
import {type MakePlan, PlanKind, type Statement} from '../query/statement.ts'
import type {Reading} from '../reading.ts'
import {noSearch} from '../search/match.ts'
import type {Sight} from '../sight.ts'
import {rowsOf} from './list.ts'
import {type ListPlan, listPlan, sortText} from './list-plan.ts'
import {type ListRow, mostCounted, nothingAsked, type Path, type Sorting} from './request.ts'

/** The field of a record that finds it. */
export const idKey = {name: 'id', type: textType} as const

export interface ByKey {
  readonly entity: string
  /** Which field is the key, and what it holds. */
  readonly key: {readonly name: string; readonly type: Type}
  readonly value: Value
  readonly columns: readonly Path[]
  /** What the document says must hold besides, and the screen that says so. */
  readonly condition?: {readonly core: Core; readonly of: string}
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
  const {entity, key, value, columns, sort, size, condition} = asked
  const shape = `${entity} ${key.name} ${size} ${columns.map(path => path.join('.'))} ${sort.map(sortText)} ${condition?.of ?? ''}`
  const {plan, values} = reading.statements
    .plans(byKeyKind)
    .bind(reading, sight, {shape, parameters: new Map([[keyName, value]]), make: keyPlan(sight, asked)})
  const found = await plan.statement.run(reading, values)
  const page = found.slice(0, size).map(plan.read)
  return (await rowsOf({reading, sight, page, plan}, asked)).rows
}

interface KeyPlan extends ListPlan {
  readonly statement: Statement
}

const byKeyKind = new PlanKind<KeyPlan>('by key')
const keyName = 'key'

function keyPlan(sight: Sight, {entity, key, columns, sort, size, condition}: ManyByKey): MakePlan<KeyPlan> {
  const where = compared(fieldCore(thisCore(entity), entity, key), '=', parameterCore(keyName, key.type))
  return (context, write) => {
    const said = condition?.core ?? null
    const screen = {entity, condition: said, where: null, columns, sort, filters: [], search: [], groupBy: null, size}
    const planning = {screen, asked: nothingAsked, stop: mostCounted, most: size, filters: [], place: null}
    const plan = listPlan({context, sight, write}, planning, noSearch)
    return {...plan, statement: plan.keyed(where)}
  }
}
