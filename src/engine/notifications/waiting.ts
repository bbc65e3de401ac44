/** What a record waits for: the action by which a person can move it on along its expected way, and the one that ends it. */
import type {ReadContext} from '../read-context.ts'
import {actionsForAll, type OfferedAction} from '../write/actions/available-actions.ts'

export interface WaitingRecord {
  readonly lead: OfferedAction
  readonly stop: OfferedAction | null
}

/** By id; records that the reader cannot move on are not among them. */
export async function waitingFor(
  reader: ReadContext,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WaitingRecord>> {
  const display = reader.states.get(entity)
  if (!display) return new Map()
  const {machine} = display
  const way = display.ahead()
  const ends = (to: string) => machine.final.includes(to) && display.tones[to] !== 'good' && !way.includes(to)
  const offered = await actionsForAll(reader, entity, ids)
  return new Map(
    [...offered].flatMap(([id, some]) => {
      const lead = some.find(({to}) => to.length > 0 && to.every(state => way.includes(state)))
      const stop = some.find(({to}) => to.length > 0 && to.every(ends)) ?? null
      return lead ? [[id, {lead, stop}] as const] : []
    }),
  )
}
