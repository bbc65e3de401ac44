/** Who decides after the viewer: where a decision leads to a state in which the record waits for others. */

import {no, yes} from '../../engine/base/core-build.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {holdsForAll} from '../../engine/query/row-questions.ts'
import {type FieldValues, readStored} from '../../engine/query/stored.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {Transition} from '../../points/states/model.ts'
import {decisionIn} from '../records/approval-preview.ts'

/** The rows of one action, in their order; some of them lead to another decision. */
interface OnwardAction {
  readonly name: string
  readonly rows: readonly Transition[]
  readonly onward: ReadonlySet<Transition>
}

export type CompiledOnward = readonly OnwardAction[]

/** The first action of each state alone: the others decline, or keep things as they are. */
export function compileOnward(screen: Screen, entity: Entity, {specification, display}: RecordContext): CompiledOnward {
  const machine = specification.states.machines.get(entity.name)
  const declared = [...(specification.actions.actions.get(entity.name)?.values() ?? [])]
  const actions = declared.filter(
    ({name}) => bulletOf(screen, actionsBullet).length === 0 || bulletOf(screen, actionsBullet).includes(name),
  )
  if (!machine) return []
  const tones = display.states.get(entity.name)?.tones ?? {}
  const waits = (state: string) =>
    tones[state] !== 'good' && actions.some(({rows}) => rows.some(({from}) => from?.includes(state)))
  const seen = new Set<string>()
  return actions.flatMap(({name, rows}) => {
    const first = rows.filter(({from}) => from?.some(state => !seen.has(state)))
    for (const state of first.flatMap(({from}) => from ?? [])) seen.add(state)
    const onward = new Set(first.filter(({from, to}) => to !== null && !from?.includes(to) && waits(to)))
    return onward.size === 0 ? [] : [{name, rows: first, onward}]
  })
}

interface NextDeciders {
  readonly entity: Entity
  readonly context: RecordContext
  readonly records: readonly {readonly id: string; readonly state: string}[]
}

/** By the id of the record; records whose decision is the last one are left out. */
export async function nextDeciders(
  reader: ReadContext,
  compiled: CompiledOnward,
  {entity, context, records}: NextDeciders,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const action of compiled) {
    const concerned = records.filter(({state}) => [...action.onward].some(({from}) => from?.includes(state)))
    const holding = await rowsThatHold(reader, {entity: entity.name, ids: concerned.map(({id}) => id)}, action)
    for (const {id, state} of concerned) {
      const taken = action.rows.find((row, index) => row.from?.includes(state) && holding.get(id)?.[index])
      const name = taken && action.onward.has(taken) ? await deciderAfter(reader, taken, {entity, context, id}) : null
      if (name) found.set(id, name)
    }
  }
  return found
}

/** Which rows apply to each record; one that depends on input does not. */
function rowsThatHold(
  reader: ReadContext,
  records: {readonly entity: string; readonly ids: readonly string[]},
  {rows}: OnwardAction,
): Promise<ReadonlyMap<string, readonly boolean[]>> {
  const conditions = rows.map(({when}) => {
    const isKnown = when === null || (when.core !== null && !when.readsInputs && !when.readsOld)
    return isKnown ? (when?.core ?? yes) : no
  })
  const name = `onward ${rows.map(({file, line}) => `${file}:${line}`)}`
  return holdsForAll(reader, {...records, conditions, held: {owner: reader.tables, name}})
}

/** With the record as the viewer's action leaves it: in its new state, and decided by the viewer. */
async function deciderAfter(
  reader: ReadContext,
  {to, effects}: Transition,
  {entity, context, id}: Pick<NextDeciders, 'entity' | 'context'> & {readonly id: string},
): Promise<string | null> {
  const {specification, words} = context
  const actions = specification.actions.actions.get(entity.name)
  const machine = specification.states.machines.get(entity.name)
  const stored = await readStored(reader, entity, id, reader.visibility.records(entity.name))
  if (!actions || !machine || !stored || to === null) return null
  const {actor} = reader
  const record: FieldValues = new Map<string, Value>([
    ...stored,
    ...effects.flatMap(effect =>
      effect.kind === 'set' && effect.value.op === 'me' && actor.kind === 'person'
        ? [[effect.field, {entity: userEntity, id: actor.id}] as const]
        : [],
    ),
    [machine.field, to],
  ])
  const at = {entity, id, record, before: null, actions, state: to, specification, words: words.forms}
  return (await decisionIn(reader, {...at, isFilled: () => true}))?.name ?? null
}
