/**
 * What grants require of the acting person alone, whatever is filled in: `count(Patient[account = me]) <= 1`. Where it
 * would not hold for any new record, a form for one is not offered.
 */

import {type Core, partsOf} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import {conjunction, either, isNo, isYes} from '../base/core-build.ts'
import {holdsOn} from '../query/hypothetical-record.ts'
import {entityOf, type ReadContext} from '../query/read-context.ts'
import {abilities} from '../records/abilities.ts'
import {withOwnFields} from './create.ts'
import {defaultValue} from './validate-input.ts'

/** Null if a grant does not depend on the person, so that nothing has to be asked. */
function personalCondition(where: Core): Core | null {
  const parts = (where.op === 'or' ? where.items : [where]).map(each =>
    itemsOf(each).filter(item => !readsRecord(item)),
  )
  return isNo(where) || isYes(where) || parts.some(items => items.length === 0) ? null : either(parts.map(conjunction))
}

const itemsOf = (core: Core): readonly Core[] => (core.op === 'and' ? core.items.flatMap(itemsOf) : [core])

const readsRecord = (core: Core): boolean => core.op === 'this' || partsOf(core).some(readsRecord)

/** Whether the person may create no such record now. As when it is created, lists have the new record. */
export async function isClosed(reader: ReadContext, entity: Entity): Promise<boolean> {
  const {visibility} = reader
  const condition = personalCondition(abilities(reader, entity.name).where('create'))
  if (!condition) return false
  const values = new Map<string, Value>()
  for (const field of entity.fields.values())
    if (field.computed === null && field.type.storage.kind === 'column')
      values.set(field.name, await defaultValue(reader, field))
  const record = withOwnFields(reader, values, reader.newId())
  const id = String(record.get('id'))
  const would = {entity, id, record, before: null, beside: [{entity, records: new Map([[id, record]]), listed: true}]}
  const [holds] = await holdsOn(reader, would, [condition], {owner: visibility, name: 'may create now'})
  return !holds
}

/** The entities among these of which the person may create no record now. */
export async function closedEntities(reader: ReadContext, entities: readonly string[]): Promise<ReadonlySet<string>> {
  const closed = new Set<string>()
  for (const name of new Set(entities)) if (await isClosed(reader, entityOf(reader, name))) closed.add(name)
  return closed
}
