/** The actions of a record: those offered, the form of each, and performing one. */

import type {Actor} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import type {Engine} from '../../engine/engine.ts'
import {confirmedOptions} from '../../engine/links/confirmation.ts'
import {addressWith} from '../../engine/links/record-address.ts'
import type {ActionTone} from '../../engine/page/common.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {abilities, type OfferedAction} from '../../engine/records/abilities.ts'
import {mayTake} from '../../engine/records/action-conditions.ts'
import type {Form, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Outcome} from '../../engine/transaction/change.ts'
import {writeAll} from '../../engine/write/write.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {Action} from '../../points/states/model.ts'
import type {ActionData} from '../forms/data.ts'
import {type FormTexts, inputFields, recordFields} from '../forms/fields.ts'
import {filesIn} from '../forms/files.ts'
import {formInputs, versionIn} from '../forms/form-input.ts'
import {lookupAt} from '../forms/form-page.ts'
import {asksForPeriod} from '../forms/preview.ts'
import type {RecordForm} from '../forms/record-form.ts'
import {declaredAction} from './action-preview.ts'
import {formOnRecord, formTexts, type OnRecord, panelAt, storedIn} from './record-forms.ts'

/** The actions that the person may perform now. */
export function offeredOn({reader, entity, record}: OnRecord): Promise<readonly OfferedAction[]> {
  return abilities(reader, entity.name).actionsOn(record.id)
}

/** The most likely first; actions that end it without success last. */
export async function actionsData(at: OnRecord, offered: readonly OfferedAction[]): Promise<ActionData[]> {
  const tones = tonesFor(at, offered)
  const data = await atOnce(offered.map(action => actionData(at, action, tones.get(action.name) ?? 'plain')))
  const order: readonly ActionTone[] = ['primary', 'plain', 'danger']
  return data.toSorted((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone))
}

async function actionData(at: OnRecord, {name, label, asks}: OfferedAction, tone: ActionTone): Promise<ActionData> {
  const {reader, tried, visit, entity, record} = at
  const again = tried?.action === name ? tried : null
  const href = addressWith(at, `action=${encodeURIComponent(name)}`)
  const [files, values] = await atOnce([
    filesIn(
      reader,
      {entity, id: record.id},
      asks.filter(({own}) => !own).map(({field}) => field),
    ),
    again ? new Map<string, readonly string[]>() : presentTexts(at, asks),
  ])
  const inputs = await recordFields(
    reader,
    {entity: entity.name, fields: inputFields(asks)},
    {
      values,
      sent: again?.form ?? null,
      files,
      ...lookupAt(visit, href),
    },
  )
  const onPage = (asksForPeriod(entity, asks) && panelAt(at, []).showsFacts) || declaredAction(at, name)?.form != null
  const problems = again?.problems ?? []
  return {name, label, tone, href, inputs, problems, open: again !== null, ...(onPage ? {onPage} : {})}
}

/**
 * The texts of the fields that start with their current value, if the person may read it. A single text input is a
 * message about the action and starts empty.
 */
async function presentTexts(at: OnRecord, asks: OfferedAction['asks']): Promise<FormTexts> {
  const {reader, entity, record} = at
  const [only, ...more] = asks
  if (more.length === 0 && only?.field.type.control.control === 'area') return new Map()
  const fields = asks.filter(({own}) => !own).map(({field}) => field)
  if (fields.length === 0) return new Map()
  const [{covers}, stored] = await atOnce([abilities(reader, entity.name).on(record.id, 'read'), storedIn(at)])
  const present = fields.filter(({name}) => covers(name))
  return stored ? formTexts(reader, present, stored) : new Map()
}

/** The form with the inputs of an action; null if the action cannot be performed now. */
export async function inputForm(at: OnRecord, name: string): Promise<RecordForm | null> {
  const offered = await offeredOn(at)
  const action = offered.find(each => each.name === name)
  if (!action) return null
  const fields = action.asks.flatMap(({own, field}) => (own ? [] : [field]))
  return formOnRecord(at, {fields, actions: [name], asked: true})
}

/** Actions along the expected path are primary; actions that only end it are destructive. */
function tonesFor({context, entity}: OnRecord, offered: readonly OfferedAction[]): ReadonlyMap<string, ActionTone> {
  const states = context.display.states.get(entity.name)
  const declared = context.specification.actions.actions.get(entity.name) ?? new Map<string, Action>()
  const stops = (name: string) => stopsAt(context, entity.name, name)
  // Without states nothing is the next step; what asks for something first, such as the end of an employment, is not urged on anyone.
  if (!states) {
    const lead = offered.find(({name, asks}) => asks.length === 0 && !stops(name))
    return new Map(
      offered.map(action => [action.name, action === lead ? 'primary' : stops(action.name) ? 'danger' : 'plain']),
    )
  }
  const way = states.ahead()
  const rows = (name: string) => declared.get(name)?.rows ?? []
  // A row that leads back, such as one that asks for a new decision or reopens an ended record, is not the next step either.
  const isEnd = (state: string) => states.machine.final.includes(state)
  const leadsBack = ({from, to}: Action['rows'][number]) =>
    to !== null && (from ?? []).some(each => isEnd(each) || way.indexOf(each) > way.indexOf(to))
  const targets = (name: string) => rows(name).flatMap(row => (row.to === null || leadsBack(row) ? [] : [row.to]))
  const isOther = (name: string) => leadsAnotherWay(declared, name)
  const goesOn = (name: string) =>
    rows(name).some(({from, to}) => to !== null && way.includes(to) && !from?.includes(to))
  const ahead = offered.filter(
    ({name}) =>
      !stops(name) && !states.leadsToRejection(name) && !isOther(name) && targets(name).some(to => way.includes(to)),
  )
  // An action that leaves the expected path, such as a request to cancel, is not the next step.
  const lead =
    offered.find(({name}) => states.leadsToSuccess(name)) ??
    ahead.find(({name}) => goesOn(name)) ??
    ahead[0] ??
    offered.find(({name, asks}) => way.length === 0 && asks.length === 0 && !stops(name))
  return new Map(
    offered.map(action => [action.name, action === lead ? 'primary' : stops(action.name) ? 'danger' : 'plain']),
  )
}

/**
 * Whether earlier actions lead from each of its states to the same one: approving is the next step, taking back new
 * dates is not, although the record is approved after both.
 */
function leadsAnotherWay(declared: ReadonlyMap<string, Action>, name: string): boolean {
  const names = [...declared.keys()]
  const earlier = names.slice(0, names.indexOf(name)).flatMap(each => declared.get(each)?.rows ?? [])
  const moves = declared.get(name)?.rows.filter(({to}) => to !== null) ?? []
  const isLed = (from: string, to: string | null) => earlier.some(row => row.to === to && row.from?.includes(from))
  return moves.length > 0 && moves.every(({from, to}) => from?.every(each => isLed(each, to)) ?? false)
}

/** Whether an action only ever ends a record without success, or ends something else, as the document says. */
export function stopsAt(
  {specification, display}: Pick<RecordContext, 'specification' | 'display'>,
  entity: string,
  action: string,
): boolean {
  const states = display.states.get(entity)
  const declared = specification.actions.actions.get(entity)?.get(action)
  if (declared?.form?.isDestructive) return true
  const targets = declared?.rows.flatMap(({to}) => (to === null ? [] : [to])) ?? []
  if (!states || targets.length === 0 || states.leadsToSuccess(action)) return false
  const {machine, tones} = states
  const way = states.ahead()
  return targets.every(to => machine.final.includes(to) && tones[to] !== 'good' && !way.includes(to))
}

/** All actions of an entity in the document; whether one is allowed now is checked when it is sent. */
export function actionNames(engine: Engine, entity: string): string[] {
  return [...(engine.specification.actions.actions.get(entity)?.keys() ?? [])]
}

/** The actions that have a file input in a row that this actor could use. */
export function actionsWithFiles(engine: Engine, entity: string, actor: Actor): string[] {
  const declared = engine.specification.actions.actions.get(entity) ?? new Map<string, Action>()
  return [...declared.values()].flatMap(({name, rows}) => {
    const asks = rows.some(row => mayTake(row, actor) && row.asks.some(({field}) => isFile(field)))
    return asks ? [name] : []
  })
}

export interface SentAction {
  readonly entity: Entity
  /** Finds the record's id in the transaction of the action. */
  readonly locate: (context: ReadContext) => Promise<string>
  readonly action: string
  readonly form: Form
  /** The address to go to. */
  readonly to: string
}

/** Without the record, which is found in the transaction. */
export function sentAction({entity, action, form}: Pick<SentAction, 'entity' | 'action' | 'form'>) {
  const inputs = formInputs(form)
  return {request: {kind: 'action', entity: entity.name, version: versionIn(form), action, inputs} as const}
}

export function performSent(
  engine: Engine,
  visit: Visit,
  {entity, locate, action, form, to}: SentAction,
): Promise<Outcome> {
  const {request} = sentAction({entity, action, form})
  return engine.unitOfWork(visit.actor, async context => writeAll(context, [{...request, id: await locate(context)}]), {
    together: true,
    ...confirmedOptions(visit, to),
  })
}
