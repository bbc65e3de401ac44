/**
 * Bulk actions on selected records of a list: the actions offered, their inputs, and performing one on all records or
 * none.
 */

import {entityNouns} from '../../engine/display/record-names.ts'
import {confirmedOptions} from '../../engine/links/confirmation.ts'
import type {Problem} from '../../engine/page/common.ts'
import {recordNames} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {
  type Ability,
  abilities,
  type OfferedAction,
  type RecordOfSeveral,
  type RefusalReason,
} from '../../engine/records/abilities.ts'
import {mayTake} from '../../engine/records/action-conditions.ts'
import {type Form, Refused, type Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Outcome} from '../../engine/transaction/change.ts'
import type {WriteContext} from '../../engine/transaction/context.ts'
import {performOnAll} from '../../engine/write/write.ts'
import type {Entity} from '../../points/entities/model.ts'
import {choiceLabel} from '../../points/entities/values/choices.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Action, Transition} from '../../points/states/model.ts'
import {formInputs, problemsFor} from '../forms/form-input.ts'
import {asksForPeriod} from '../forms/preview.ts'
import {stopsAt} from '../records/actions.ts'
import type {BulkAction, StateTarget} from './data.ts'
import type {EditableColumn} from './editable-cells.ts'

/** The actions of an entity that are one button: those with the same label and inputs. */
type ActionButton = readonly [PossibleAction, ...PossibleAction[]]

interface PossibleAction {
  readonly action: Action
  /** The rows that people with these roles may ever use. */
  readonly open: readonly Transition[]
  readonly stops: boolean
}

type ActorReader = Pick<ReadContext, 'specification' | 'actor'>

interface ButtonContext {
  readonly context: RecordContext
  /** The actions that the document names for the list; empty for all. */
  readonly named: readonly string[]
}

/**
 * A manager's “Approve” and HR's “Approve” are two actions of the document, but one button: each record gets the one
 * that fits it.
 */
function buttonsOf(
  {specification, actor}: ActorReader,
  entity: Entity,
  {context, named}: ButtonContext,
): ActionButton[] {
  const actions = [...(specification.actions.actions.get(entity.name)?.values() ?? [])]
  const buttons = new Map<string, [PossibleAction, ...PossibleAction[]]>()
  for (const action of actions) {
    if (named.length > 0 && !named.includes(action.name)) continue
    const open = action.rows.filter(row => mayTake(row, actor))
    // The dates of one record are not those of several others.
    if (open.length === 0 || open.some(({asks}) => asksForPeriod(entity, asks))) continue
    const possible = {action, open, stops: stopsAt(context, entity.name, action.name)}
    const inputs = open.flatMap(({asks}) => asks.map(({field, optional}) => `${field.name} ${optional}`))
    const alike = JSON.stringify([action.label, possible.stops, [...new Set(inputs)].sort()])
    const button = buttons.get(alike)
    if (button) button.push(possible)
    else buttons.set(alike, [possible])
  }
  return [...buttons.values()]
}

export interface BulkOffer {
  readonly bulk: BulkAction[]
  /** The name of the button of each action. */
  readonly buttons: ReadonlyMap<string, string>
}

/**
 * The actions that people with these roles may ever perform on such records. Whether an action applies is determined
 * for each record, and checked again when it is sent. Actions that end or delete records are always confirmed on a page
 * that names the records.
 */
export function bulkData(
  reader: ActorReader,
  entity: Entity,
  {removing, ...at}: ButtonContext & {readonly removing: string | null},
): BulkOffer {
  const all = buttonsOf(reader, entity, at)
  const bulk = all.map((button): BulkAction => {
    const [{action, stops}] = button
    const rows = button.flatMap(({open}) => open)
    const needs = rows.some(row => row.asks.some(({optional}) => !optional))
    const to = targetOf(at.context, entity, rows)
    return {name: action.name, label: action.label, tone: stops ? 'danger' : 'plain', asks: stops || needs, to}
  })
  const buttons = new Map(
    all.flatMap(button => button.map(({action}) => [action.name, button[0].action.name] as const)),
  )
  const isDeleting = removing !== null && (at.named.length === 0 || at.named.includes('delete'))
  if (!isDeleting) return {bulk, buttons}
  return {
    bulk: [...bulk, {name: 'delete', label: removing, tone: 'danger', asks: true}],
    buttons: new Map([...buttons, ['delete', 'delete']]),
  }
}

export interface AvailableActions {
  readonly actions: readonly string[]
  readonly edits: readonly string[]
}

interface FittingRequest {
  readonly ids: readonly string[]
  readonly buttons: BulkOffer['buttons']
  readonly edits?: readonly EditableColumn[]
}

/** For each record of a list, in one statement: the buttons that apply to it now, and the columns in which it may be edited. */
export async function fittingFor(
  reader: ReadContext,
  entity: string,
  {ids, buttons, edits = []}: FittingRequest,
): Promise<ReadonlyMap<string, AvailableActions>> {
  const wanted = [...[...buttons.keys()].map(abilityOf), ...edits]
  if (wanted.length === 0) return new Map()
  const can = await abilities(reader, entity).canEach(ids, wanted)
  return new Map(
    [...can].map(([id, some]) => [
      id,
      {
        actions: [...new Set(some.flatMap(each => ('name' in each ? (buttons.get(each.name) ?? each.name) : [])))],
        edits: some.flatMap(each => ('key' in each ? [each.key] : [])),
      },
    ]),
  )
}

const abilityOf = (name: string): Ability & {readonly name: string} =>
  name === 'delete' ? {name, act: 'delete'} : {name, action: name}

/** The names of the actions of a button. */
export function actionsOfButton(
  reader: ActorReader,
  {entity, action, named, context}: Pick<Bulk, 'entity' | 'action'> & ButtonContext,
): readonly string[] {
  const button = buttonsOf(reader, entity, {context, named}).find(all => all.some(each => each.action.name === action))
  return button?.map(each => each.action.name) ?? [action]
}

/** Each record with the action of the button that fits it. */
async function withFitting(
  reader: ReadContext,
  {entity, action, selected, actions}: Bulk,
): Promise<readonly RecordOfSeveral[]> {
  if (actions.length < 2) return selected
  const ids = selected.map(({id}) => id)
  const can = await abilities(reader, entity.name).canEach(
    ids,
    actions.map(each => ({action: each})),
  )
  return selected.map(record => ({...record, action: can.get(record.id)?.[0]?.action ?? action}))
}

function targetOf({display}: RecordContext, {name}: Entity, rows: readonly Transition[]): StateTarget | null {
  const [word, ...others] = new Set(rows.map(({to}) => to))
  if (word === undefined || word === null || others.length > 0) return null
  return {word, label: display.states.get(name)?.label(word) ?? choiceLabel(word)}
}

/** The actions that the actor may perform on at least one of these records now. */
export async function bulkActions(
  reader: ReadContext,
  entity: string,
  ids: readonly string[],
): Promise<OfferedAction[]> {
  const offered = await abilities(reader, entity).actions(ids)
  const byName = new Map<string, OfferedAction>()
  for (const actions of offered.values()) for (const action of actions) byName.set(action.name, action)
  return [...byName.values()]
}

export interface Selected {
  readonly id: string
  readonly version: number
}

const mostSelected = 200

/** `id:version` of each record, from the checkboxes of the list, or from the address of a confirmation page. */
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
  /** The actions of its button. */
  readonly actions: readonly string[]
}

export function performBulk(
  {engine}: RecordContext,
  visit: Visit,
  {form, to, ...bulk}: Bulk & {readonly form: Form; readonly to: string},
): Promise<Outcome> {
  const {actor} = visit
  const {entity, action, selected} = bulk
  const once = confirmedOptions(visit, to)
  if (action === 'delete') {
    const requests = selected.map(({id, version}) => ({
      kind: 'delete' as const,
      entity: entity.name,
      id,
      version,
      fields: new Map(),
    }))
    return engine.change(actor, requests, once)
  }
  const inputs = formInputs(form)
  const perform = async (context: WriteContext) =>
    performOnAll(context, {entity: entity.name, action, records: await withFitting(context, bulk), inputs})
  return engine.unitOfWork(actor, perform, once)
}

/** Why the action does not apply to these records, before anything is sent; empty if it applies to all. */
export async function misfits(reader: ReadContext, bulk: Bulk): Promise<readonly RefusalReason[]> {
  return abilities(reader, bulk.entity.name).why(bulk.action, await withFitting(reader, bulk))
}

type Refusals = Extract<Outcome, {ok: false}>

/**
 * The problems of a rejected bulk action as text: how many records each reason concerns, and which. A problem with an
 * input concerns all of them and is shown at its field.
 */
export async function bulkProblems(
  reader: ReadContext,
  {entity, selected, outcome}: Pick<Bulk, 'entity' | 'selected'> & {readonly outcome: Refusals},
  {specification, words, display}: RecordContext,
): Promise<{problems: Problem[]; status: number}> {
  const said = problemsFor(specification, entity, outcome)
  const whole = outcome.problems.filter(({field}) => field === null)
  if (whole.length === 0 || selected.length === 1) return said
  const ids = selected.map(({id}) => id)
  const names = await recordNames(reader, reader.visibility, {entity: entity.name, ids})
  const called = entityNouns(specification, entity.name)
  const about = said.problems.flatMap((each, index) => {
    const {at = 0, field = null, values = {}} = outcome.problems[index] ?? {}
    return field === null ? [{message: each.message, state: values['state'] ?? '', id: ids[at] ?? ''}] : []
  })
  const reasons = [...Map.groupBy(about, ({state, message}) => `${state} ${message}`).values()].map(some => {
    const [first] = some
    const unseen = words.lists.notSeen
    const which = some.slice(0, mostNamed).map(({id}) => names.get(id) ?? unseen)
    const more = some.length > mostNamed ? [words.lists.andMore(some.length - mostNamed)] : []
    const group = {
      count: some.length,
      of: selected.length,
      called: called.several,
      names: [...which, ...more].join('; '),
    }
    const state = first?.state ?? ''
    const message =
      state === ''
        ? words.lists.refusedFor(group, first?.message ?? '')
        : words.lists.inState(group, display.states.get(entity.name)?.label(state) ?? choiceLabel(state))
    return {field: null, message}
  })
  const others = new Map(
    said.problems.filter(({field}) => field !== null).map(each => [`${each.field} ${each.message}`, each]),
  )
  return {problems: [...reasons, ...others.values()], status: said.status}
}

/** Longer lists are counted. */
const mostNamed = 10
