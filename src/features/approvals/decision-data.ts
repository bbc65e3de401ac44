/**
 * One record of an inbox with the data that helps to decide: figures, the strip, checks and earlier records. The page of
 * the record shows the same data while a decision is possible.
 */

import {personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {recordsAt} from '../../engine/links/record-address.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {OfferedAction} from '../../engine/records/abilities.ts'
import {ruleOutcomes} from '../../engine/transaction/rules.ts'
import type {Rule} from '../../points/rules/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {isForViewer} from '../../points/screens/run.ts'
import type {Action} from '../../points/states/model.ts'
import {compileStrip, type StripResult, stripData} from '../planning/strip.ts'
import type {StripData} from '../planning/timeline-data.ts'
import {actionsData, offeredOn} from '../records/actions.ts'
import type {RecordVisit} from '../records/compiled-record.ts'
import {shownData} from '../records/record-data.ts'
import type {OnRecord, OnShownRecord, Tried} from '../records/record-forms.ts'
import {decision as decisionBullet, figures as figuresBullet} from './bullets.ts'
import {type CompiledDecision, compileDecision, type OpenedRecords} from './compiled-decision.ts'
import type {DecisionAction, DecisionData, ReasonsData} from './data.ts'
import {decisionChecks, decisionLimit, onwardCheck, type ReasonsReading} from './decision-checks.ts'
import {figureData} from './decision-figures.ts'
import {earlierData} from './earlier-records.ts'

/** Its position in the inbox. */
export type DecisionPlace = Pick<DecisionData, 'position' | 'previous' | 'next'>

export interface DecisionReading {
  readonly at: RecordVisit
  readonly opened: OpenedRecords
  readonly tried: Tried | null
  readonly place: DecisionPlace
}

/** Null if the person may not see such a record. */
export async function decisionData(
  reader: ReadContext,
  compiled: CompiledDecision,
  {at, opened, tried, place}: DecisionReading,
): Promise<DecisionData | null> {
  const record = await recordsAt(reader, at, opened)
  if (!record) return null
  const on: OnShownRecord = {...at, reader, record, tried}
  const offering = offeredOn(on)
  const [actions, {fields, cells}, reasons] = await atOnce([
    decisionActions(on, compiled, offering),
    shownData(on),
    offering.then(all => {
      const offered = all.map(({name}) => name).filter(name => isOfInbox(compiled, name))
      return reasonsData(on, compiled, {cell: record.at, offered})
    }),
  ])
  const person = compiled.person && record.at(compiled.person)
  return {
    id: record.id,
    version: record.version,
    name: record.name,
    person: person && person.value !== null ? {id: String(person.value), name: person.text} : null,
    href: record.href,
    ...place,
    fields,
    cells,
    actions,
    ...reasons,
  }
}

async function reasonsData(
  on: OnShownRecord,
  compiled: CompiledDecision,
  {cell, offered}: ReasonsReading,
): Promise<ReasonsData> {
  const {reader, record, visit, context} = on
  const [strip, checks, onward, earlier] = await atOnce([
    compiled.strip && stripData(reader, compiled.strip, {record: {...record, cell}, visit, context}),
    decisionChecks(on, compiled.rules, {cell, offered}),
    onwardCheck(on, compiled, offered),
    earlierData(on, compiled, cell),
  ])
  return {
    figures: bulletOf(compiled.screen, figuresBullet).flatMap(figure =>
      figureData(figure, cell, {...on, moment: on.reader.moment}),
    ),
    strip: strip && withoutFullest(strip),
    checks: [...checks, ...decisionLimit(strip, on), ...onward],
    ...earlier,
  }
}

/** The inbox that the page of a record names, its actions, and the states in which one of them is possible. */
export interface CompiledReasons {
  readonly decision: CompiledDecision
  readonly actions: ReadonlySet<string>
  readonly states: ReadonlySet<string>
}

export function compileReasons(screen: Screen, on: Pick<RecordVisit, 'entity' | 'context'>): CompiledReasons | null {
  const {context, entity} = on
  const inbox = context.screens.find(({route}) => route.path === bulletOf(screen, decisionBullet))
  if (!inbox) return null
  const actions = bulletOf(inbox, actionsBullet)
  const declared = context.specification.actions.actions.get(entity.name) ?? new Map<string, Action>()
  const ofInbox = [...declared.values()].filter(({name}) => actions.length === 0 || actions.includes(name))
  const rows = ofInbox.flatMap(action => action.rows)
  return {
    decision: compileDecision(inbox, on, compileStrip(inbox, context)),
    actions: new Set(ofInbox.map(({name}) => name)),
    states: new Set(rows.flatMap(({from}) => from ?? [])),
  }
}

/** Null if nothing is to be decided, or the person does not decide. */
export async function recordReasons(
  on: OnShownRecord,
  {decision, actions, states}: CompiledReasons,
  offered: readonly string[],
): Promise<ReasonsData | null> {
  const {reader, visit, record} = on
  const state = record.state.value
  if (typeof state !== 'string' || !states.has(state) || !offered.some(name => actions.has(name))) return null
  if (!isForViewer(decision.screen.for, personOf(visit.actor))) return null
  const read = await recordsAt(reader, on, decision.records)
  return read && reasonsData(on, decision, {cell: read.at, offered})
}

// Actions, each with its own keyboard shortcut: the same in every language.

async function decisionActions(
  on: OnRecord,
  compiled: CompiledDecision,
  offering: Promise<readonly OfferedAction[]>,
): Promise<DecisionAction[]> {
  const [offered, refused] = await atOnce([
    offering.then(actions => actionsData(on, actions)),
    refusedActions(on, compiled.rules),
  ])
  const shown = offered.filter(({name}) => isOfInbox(compiled, name))
  const known = on.context.specification.actions.actions.get(on.entity.name)
  const taken = new Set(reserved)
  return shown.map(action => {
    const label = known?.get(action.name)?.originalLabel ?? action.label
    const hotkey = [...label.toLowerCase()].find(letter => /[a-z]/.test(letter) && !taken.has(letter)) ?? null
    if (hotkey !== null) taken.add(hotkey)
    const {chosen, chosenKeys} = on.context.words.approvals
    const isRefused = refused.has(action.name)
    return {...action, hotkey, chosen: chosen(action.label), chosenKeys, ...(isRefused ? {refused: true} : {})}
  })
}

/** Without `actions`, an inbox has all of them. */
function isOfInbox({screen}: CompiledDecision, action: string): boolean {
  const actions = bulletOf(screen, actionsBullet)
  return actions.length === 0 || actions.includes(action)
}

/** The actions that a rule about them refuses on the record as it is. */
async function refusedActions({reader, entity, record}: OnRecord, rules: readonly Rule[]): Promise<Set<string>> {
  const ofActions = rules.flatMap(rule => (rule.on?.kind === 'action' ? [{rule, action: rule.on.action}] : []))
  const asked = {entity: entity.name, ids: [record.id], rules: ofActions.map(({rule}) => rule)}
  const outcomes = (await ruleOutcomes(reader, asked)).get(record.id) ?? []
  return new Set(ofActions.flatMap(({action}, index) => (outcomes[index] === 'broken' ? [action] : [])))
}

/** Keys with another meaning on the page. */
const reserved = ['j', 'k', 'n', 'x', 'z', 'f']

function withoutFullest({fullest: _, ...strip}: StripResult): StripData {
  return strip
}
