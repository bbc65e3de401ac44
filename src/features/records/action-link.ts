/** Actions offered on a screen of several records whose inputs are asked for on the page of the record. */
import {abilities} from '../../engine/records/abilities.ts'
import {recordHref} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Entity} from '../../points/entities/model.ts'

interface OfferedElsewhere {
  readonly id: string
  readonly action: string
  readonly visit: Visit
}

export const actionHref = (record: string, action: string): string => `${record}?action=${encodeURIComponent(action)}`

/** The page of the record that asks for the inputs of this action; null if it needs none. */
export async function askedElsewhere(
  entity: Entity,
  {id, action, visit}: OfferedElsewhere,
  context: RecordContext,
): Promise<string | null> {
  return context.engine.read(visit.actor, async reader => {
    const offered = (await abilities(reader, entity.name).actionsOn(id)).find(({name}) => name === action)
    if (!offered?.asks.some(({optional}) => !optional)) return null
    const found = await records(entity, {href: recordHref}).byId(reader, id)
    return found?.href ? actionHref(found.href, action) : null
  })
}
