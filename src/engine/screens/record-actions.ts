/** What can be done with a record by whoever looks at it, and doing it. */
import type {Entity} from '../../points/entities/model.ts'
import type {ActionData} from '../../ui/records.ts'
import {act} from '../actions/act.ts'
import {actionsFor} from '../actions/actions-for.ts'
import type {Outcome} from '../change.ts'
import type {Engine, Reader} from '../engine.ts'
import type {Form, Visit} from '../reply.ts'
import {formFields} from './form-fields.ts'
import {inputsOf, typedIn} from './sent.ts'

/** An action that was tried and refused. */
export interface Tried {
  readonly action: string
  readonly problems: ActionData['problems']
  readonly typed: ReadonlyMap<string, readonly string[]>
}

export async function actionsData(
  reader: Reader,
  record: {entity: Entity; id: string},
  tried: Tried | null,
): Promise<ActionData[]> {
  const offered = await actionsFor(reader, record.entity.name, record.id)
  const data: ActionData[] = []
  for (const {name, label, asks} of offered) {
    const again = tried?.action === name ? tried : null
    const fields = asks
      .filter(({field}) => field.type.control.control !== 'file')
      .map(({field, optional}) => ({...field, required: !optional}))
    const controls = await formFields(reader, fields, again?.typed ?? new Map())
    data.push({name, label, asks: controls, problems: again?.problems ?? [], open: again !== null})
  }
  return data
}

/** All actions the document gives an entity: whether somebody may do one now is asked when it is sent. */
export function actionNames(engine: Engine, entity: string): string[] {
  return [...(engine.specification.actions.actions.get(entity)?.keys() ?? [])]
}

export interface Sent {
  readonly entity: Entity
  readonly id: string
  readonly action: string
  readonly form: Form
}

export function performSent(engine: Engine, {actor}: Visit, {entity, id, action, form}: Sent): Promise<Outcome> {
  const version = Number(form.text('_version') ?? Number.NaN)
  const once = form.text('_once')
  const request = {entity: entity.name, id, version, action, inputs: inputsOf(form)}
  return act(engine, actor, once ? {...request, once} : request)
}

export function typedFor({entity, form}: Sent): Tried['typed'] {
  return typedIn(
    [...new Set(form.fields.map(field => field.name))].filter(name => !name.startsWith('_') && entity.name !== ''),
    form,
  )
}
