/** A stored field that a function sets, computed again for every record: after its code or other records have changed. */
import {textType} from '../feel/type.ts'
import type {Entity, Field} from '../points/entities/model.ts'
import {operator} from './base/actor.ts'
import {fieldCore, thisCore} from './base/core-build.ts'
import type {Engine} from './engine.ts'
import {allSeeing} from './query/read-context.ts'
import {select} from './query/select.ts'
import {type CallFunctions, FunctionFailed} from './transaction/context.ts'
import {isSame} from './transaction/history.ts'
import {computedValues} from './write/set-by-functions.ts'

export interface Recomputed {
  readonly records: number
  readonly changed: number
  /** Records whose new value a rule refuses, or whose function fails: they keep the one that they have. */
  readonly refused: readonly {readonly id: string; readonly code: string}[]
}

const batch = 100

export async function recompute(
  engine: Engine,
  {entity, field, functions}: {readonly entity: Entity; readonly field: Field; readonly functions: CallFunctions},
): Promise<Recomputed> {
  const {name} = entity
  const own = fieldCore(thisCore(name), name, {name: 'id', type: textType})
  const rows = await engine.read(operator, reader =>
    select(reader, {from: allSeeing(reader).records(name), columns: [own]}),
  )
  const ids = rows.map(([id]) => String(id))
  const refused: {id: string; code: string}[] = []
  let changed = 0
  const compute = (some: readonly string[]) =>
    engine.read(operator, reader => computedValues({...reader, functions}, {entity: name, ids: some}, field))
  /** One by one if the function fails, to find the record. */
  const newValues = async (some: readonly string[]): Promise<Awaited<ReturnType<typeof compute>>> => {
    try {
      return await compute(some)
    } catch (cause) {
      if (!(cause instanceof FunctionFailed)) throw cause
      const [id = '', ...more] = some
      if (more.length > 0) {
        const found = []
        for (const each of some) found.push(...(await newValues([each])))
        return found
      }
      refused.push({id, code: 'FUNCTION_FAILED'})
      return []
    }
  }
  for (let start = 0; start < ids.length; start += batch) {
    const values = await newValues(ids.slice(start, start + batch))
    for (const {id, before, value} of values) {
      if (isSame(value, before)) continue
      const fields = new Map([[field.name, {value}]])
      const outcome = await engine.change(operator, [{kind: 'update', entity: name, id, fields}])
      if (outcome.ok) changed += 1
      else refused.push({id, code: outcome.code})
    }
  }
  return {records: ids.length, changed, refused}
}
