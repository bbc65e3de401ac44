/**
 * Bulk actions on selected records of a list: the actions offered, their inputs, and performing one on all records or
 * none.
 */

import type {Problem} from '../../../contract/common.ts'
import type {BulkAction, StateTarget} from '../../../contract/list.ts'
import type {Entity} from '../../../points/entities/model.ts'
import {readId} from '../../../points/entities/values/id.ts'
import type {Transition} from '../../../points/states/model.ts'
import {isNo} from '../../core-build.ts'
import {namesOf} from '../../query/names.ts'
import {holdsForAll} from '../../query/select.ts'
import type {ReadContext} from '../../read-context.ts'
import {type Form, Refused, type Visit} from '../../reply.ts'
import {actionsForAll, type OfferedAction} from '../../write/actions/available-actions.ts'
import {conditionsOf, recordsThatDoNotFit, seenOf} from '../../write/actions/conditions.ts'
import {type ChangeProblem, type Outcome, problem} from '../../write/change.ts'
import {performOnAll} from '../../write/write.ts'
import {answered} from '../answered.ts'
import {wordLabel} from '../form/fields.ts'
import {inputsOf, problemsFor} from '../form/form-input.ts'
import {stopsAt} from '../record/actions.ts'
import {entityNouns} from '../record-names.ts'
import type {RecordContext} from '../screen-context.ts'

/**
 * The actions that people with these roles may ever perform on such records. Whether an action applies is determined
 * for each record, and checked again when it is sent. Actions that end or delete records are always confirmed on a page
 * that names the records.
 */
export function bulkData(
  {specification, actor}: Pick<ReadContext, 'specification' | 'actor'>,
  entity: Entity,
  {removing, context}: {readonly removing: string | null; readonly context: RecordContext},
): BulkAction[] {
  const actions = [...(specification.actions.actions.get(entity.name)?.values() ?? [])]
  const possible = actions.flatMap(({name, label, rows}): BulkAction[] => {
    const open = rows.filter(row => !isNo(conditionsOf(row, entity, actor).who))
    if (open.length === 0) return []
    const stops = stopsAt(context, entity.name, name)
    const needs = open.some(row => row.asks.some(({optional}) => !optional))
    return [{name, label, tone: stops ? 'stop' : 'plain', asks: stops || needs, to: targetOf(context, entity, open)}]
  })
  return removing === null ? possible : [...possible, {name: 'delete', label: removing, tone: 'stop', asks: true}]
}

function targetOf({display}: RecordContext, {name}: Entity, rows: readonly Transition[]): StateTarget | null {
  const [word, ...others] = new Set(rows.map(({to}) => to))
  if (word === undefined || word === null || others.length > 0) return null
  return {word, label: display.states.get(name)?.label(word) ?? wordLabel(word)}
}

/** The actions that the actor may perform on at least one of these records now. */
export async function bulkActions(
  reader: ReadContext,
  entity: string,
  ids: readonly string[],
): Promise<OfferedAction[]> {
  const offered = await actionsForAll(reader, entity, ids)
  const byName = new Map<string, OfferedAction>()
  for (const actions of offered.values()) for (const action of actions) byName.set(action.name, action)
  return [...byName.values()]
}

export function mayDelete({visibility}: ReadContext, entity: string): boolean {
  return !isNo(visibility.records(entity, 'delete').where)
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
}

export function performBulk(
  {engine}: RecordContext,
  visit: Visit,
  {form, entity, action, selected, to}: Bulk & {readonly form: Form; readonly to: string},
): Promise<Outcome> {
  const {actor} = visit
  const once = answered(visit, to)
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
  const inputs = inputsOf(form)
  const request = {entity: entity.name, action, records: selected, inputs}
  return engine.within(actor, context => performOnAll(context, request), once)
}

/** Why the action does not apply to these records, before anything is sent; empty if it applies to all. */
export async function misfits(
  reader: ReadContext,
  {entity, action, selected}: Bulk,
): Promise<readonly ChangeProblem[]> {
  if (action !== 'delete') return recordsThatDoNotFit(reader, {entity: entity.name, action, records: selected})
  const ids = selected.map(({id}) => id)
  const {where} = reader.visibility.records(entity.name, 'delete')
  const held = await holdsForAll(reader, {entity: entity.name, ids, conditions: [where]})
  const seen = await seenOf(reader, entity, ids)
  return selected.flatMap(({id, version}, at) => {
    const now = seen.get(id)?.version
    if (now === undefined) return [{...problem('NOT_FOUND'), at}]
    if (!held.get(id)?.[0]) return [{...problem('FORBIDDEN'), at}]
    return now === version ? [] : [{...problem('CONFLICT'), at}]
  })
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
  const names = await namesOf(reader, reader.visibility, {entity: entity.name, ids})
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
        : words.lists.inState(group, display.states.get(entity.name)?.label(state) ?? wordLabel(state))
    return {field: null, message}
  })
  const others = new Map(
    said.problems.filter(({field}) => field !== null).map(each => [`${each.field} ${each.message}`, each]),
  )
  return {problems: [...reasons, ...others.values()], status: said.status}
}

/** Longer lists are counted. */
const mostNamed = 10
