/** Acting on several records of a list at once: what can be done with them, what it asks, and doing it to all or to none. */

import type {Tone} from '../../contract/records.ts'
import type {Entity} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import {actOnAll} from '../actions/act-on-all.ts'
import {actionsForAll, type OfferedAction} from '../actions/actions-for.ts'
import {conditionsOf} from '../actions/conditions.ts'
import type {Outcome} from '../change.ts'
import {isNo} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {type Form, Refused, type Visit} from '../reply.ts'
import {inputsOf} from './sent.ts'
import type {RecordWorld} from './world.ts'

export interface BulkAction {
  readonly name: string
  readonly label: string
  readonly tone: Tone
  /** It asks for something first. */
  readonly asks: boolean
}

/**
 * What somebody with these roles may ever do with such records; of which of them is decided when it is sent. Asking it of every row of every
 * page would cost as much as the page.
 */
export function bulkData({specification, actor}: Reader, entity: Entity, removing: string | null): BulkAction[] {
  const actions = [...(specification.actions.actions.get(entity.name)?.values() ?? [])]
  const possible = actions.flatMap(({name, label, rows}) => {
    const open = rows.filter(row => !isNo(conditionsOf(row, entity, actor).who))
    const asks = open.some(row => row.asks.some(({optional}) => !optional))
    return open.length === 0 ? [] : [{name, label, tone: 'plain' as const, asks}]
  })
  return removing === null ? possible : [...possible, {name: 'delete', label: removing, tone: 'stop', asks: false}]
}

/** What somebody may do with at least one of these records now. */
export async function bulkActions(reader: Reader, entity: string, ids: readonly string[]): Promise<OfferedAction[]> {
  const offered = await actionsForAll(reader, entity, ids)
  const byName = new Map<string, OfferedAction>()
  for (const actions of offered.values()) for (const action of actions) byName.set(action.name, action)
  return [...byName.values()]
}

export function mayDelete({sight}: Reader, entity: string): boolean {
  return !isNo(sight.records(entity, 'delete').where)
}

export interface Selected {
  readonly id: string
  readonly version: number
}

const mostSelected = 200

/** `id:version` of each, from the boxes of the list, or from the address of a page that asks first. */
export function selectedIn(form: Form | null, {query}: Visit): Selected[] {
  const sent = (form?.fields ?? []).flatMap(({name, value}) => (name === '_record' ? [String(value)] : []))
  const texts = sent.length > 0 ? sent : query.getAll('_record')
  const chosen = [...new Set(texts)]
  if (chosen.length > mostSelected) throw new Refused('BAD_INPUT')
  return chosen.map(text => {
    const [id = '', version = ''] = text.split(':')
    if (readId(id) !== id) throw new Refused('BAD_INPUT')
    return {id, version: Number(version)}
  })
}

interface Bulk {
  readonly entity: Entity
  readonly action: string
  readonly selected: readonly Selected[]
}

export function performBulk(
  {engine}: RecordWorld,
  {actor}: Visit,
  {form, entity, action, selected}: Bulk & {readonly form: Form},
): Promise<Outcome> {
  const once = form.text('_once')
  const token = once ? {once} : {}
  if (action === 'delete') {
    const requests = selected.map(({id, version}) => ({
      kind: 'delete' as const,
      entity: entity.name,
      id,
      version,
      fields: new Map(),
    }))
    return engine.change(actor, requests, token)
  }
  const inputs = inputsOf(form)
  const requests = selected.map(({id, version}) => ({entity: entity.name, id, version, action, inputs}))
  return actOnAll(engine, actor, {requests, ...token})
}
