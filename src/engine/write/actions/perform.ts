/**
 * Performs an action of point 4 in the transaction it is given, in the order of the gate: who asks → may they → is the
 * input well-formed → which row holds → change and effects → rules → history. Whatever is refused is undone whole.
 */

import type {Value} from '../../../feel/value.ts'
import type {Entity} from '../../../points/entities/model.ts'
import {isEmpty} from '../../../points/entities/run.ts'
import type {Action, Transition} from '../../../points/states/model.ts'
import {insertFiles, type NewFile} from '../../files/record.ts'
import {coveredBy} from '../../may.ts'
import {holdsForAll} from '../../select.ts'
import {readStored, type Values} from '../../stored.ts'
import {type ChangeProblem, ChangeRejected, type Input, problem} from '../change.ts'
import type {Step} from '../change-record.ts'
import {conflictOf} from '../conflict.ts'
import {isTrusted, type WriteContext} from '../context.ts'
import {DeferredRules} from '../deferred-rules.ts'
import {runEffect} from '../effects/run.ts'
import {messageValues} from '../error-message.ts'
import {asEngine} from './as-engine.ts'
import {missingOf, validateAsked} from './asked-input.ts'
import {conditionsAtFirst, conditionsFor, type Standing, standingsIn, stateFieldOf, whyNot} from './conditions.ts'
import {PendingRecord} from './pending-record.ts'
import {noteState} from './state-time.ts'

export interface PerformRequest {
  readonly entity: string
  readonly id: string
  /** The version that was seen; only the engine and operators may leave it out. */
  readonly version?: number
  readonly action: string
  readonly inputs: ReadonlyMap<string, Input>
}

type Problem = Omit<ChangeProblem, 'at'>

export async function perform(writing: WriteContext, request: PerformRequest): Promise<Step> {
  return performDeferring(writing, request, {rules: new DeferredRules(writing)})
}

export interface Circumstances {
  /** They may know of changes before the action, which are judged with it. */
  readonly rules: DeferredRules
  /** The one row that is in question; all of the action's where it is not said. */
  readonly only?: Transition
  /** The actor created the record in this very step, and may act on it even where nobody of their roles may read it. */
  readonly created?: boolean
}

export async function performDeferring(
  writing: WriteContext,
  request: PerformRequest,
  {rules, only, created = false}: Circumstances,
): Promise<Step> {
  const entity = writing.entities.entities.get(request.entity)
  const declared = writing.specification.actions.actions.get(request.entity)?.get(request.action)
  if (!entity || !declared) return refused(problem('UNKNOWN_ACTION'))
  const action = only ? {...declared, rows: [only]} : declared
  const reading = created ? asEngine(writing) : writing
  const before = await readStored(reading, entity, request.id, reading.sight.records(entity.name))
  if (!before) return refused(problem('NOT_FOUND'))
  await checkVersion(writing, {entity, action, request, before})
  const taken = await rowFor(writing, {entity, action, request, before})
  return 'problems' in taken ? {...taken, record: null} : carryOut(writing, {entity, request, before, rules, ...taken})
}

function refused(...problems: Problem[]): Step {
  return {problems, record: null}
}

/** The second of two is shown what is there now, as far as the action asks for it and they may read it. */
async function checkVersion(writing: WriteContext, {entity, action, request, before}: Wanted): Promise<void> {
  if (request.version === undefined && isTrusted(writing)) return
  if (request.version === Number(before.get('version'))) return
  const {id, inputs} = request
  const asked = new Set(action.rows.flatMap(row => row.asks.filter(({own}) => !own).map(({field}) => field.name)))
  const {covers} = await coveredBy(writing, 'read', {entity: entity.name, id})
  const fields = new Map([...inputs].filter(([name]) => asked.has(name) && covers(name)))
  throw new ChangeRejected(
    'CONFLICT',
    [],
    await conflictOf(writing, entity, {kind: 'update', entity: entity.name, id, fields}, before),
  )
}

interface Wanted {
  readonly entity: Entity
  readonly action: Action
  readonly request: PerformRequest
  readonly before: Values
}

interface Chosen {
  readonly row: Transition
  readonly values: Values
  readonly files: readonly NewFile[]
}

type Taken = {readonly problems: readonly Problem[]} | Chosen

/** The first row whose From, Who and When hold, and what it asked for. */
async function rowFor(writing: WriteContext, wanted: Wanted): Promise<Taken> {
  const {entity, request, before} = wanted
  const standing = await standings(writing, wanted)
  const open = standing.filter(({who, from}) => who && from).map(({row}) => row)
  if (open.length === 0) return {problems: [await refusalOf(writing, wanted, standing)]}
  const asked = await validateAsked(writing, {entity, rows: open, inputs: request.inputs, before})
  if (asked.problems.length > 0) return {problems: asked.problems}
  const waits = open.some(row => row.when?.readsInputs)
  const held = waits ? await standings(writing, wanted, asked.values) : standing
  const row = held.find(each => each.who && each.from && each.when)?.row
  if (!row) return {problems: [await refusalOf(writing, wanted, held)]}
  const missing = missingOf(row.asks, asked.values)
  const names = new Set(row.asks.map(({field}) => field.name))
  const stray = [...asked.values.keys()].filter(name => !names.has(name)).map(name => problem('UNKNOWN_FIELD', name))
  if (missing.length + stray.length > 0) return {problems: [...missing, ...stray]}
  return {row, values: asked.values, files: asked.files}
}

async function standings(
  writing: WriteContext,
  {entity, action, request}: Wanted,
  inputs?: Values,
): Promise<Standing[]> {
  const conditions = inputs
    ? {conditions: conditionsFor(writing, {entity, action}, true), inputs}
    : conditionsAtFirst(writing, entity, action)
  const asking = {entity: entity.name, ids: [request.id], ...conditions}
  return standingsIn(action, (await holdsForAll(writing, asking)).get(request.id) ?? [])
}

async function refusalOf(
  writing: WriteContext,
  {entity, request}: Wanted,
  standing: readonly Standing[],
): Promise<Problem> {
  const {code} = whyNot(standing)
  return {field: null, code, values: await messageValues(writing, {entity: entity.name, id: request.id}, code)}
}

interface Carried extends Chosen {
  readonly entity: Entity
  readonly request: PerformRequest
  readonly before: Values
  readonly rules: DeferredRules
}

async function carryOut(person: WriteContext, carried: Carried): Promise<Step> {
  const {entity, request, before, rules, row, values} = carried
  const {id, action} = request
  const writing = rules.during(asEngine(person))
  const record = new PendingRecord(writing, {entity, id, action, values: before})
  rules.note({kind: 'update', entity: entity.name, id, action, before})
  await insertFiles(writing, carried.files)
  const inputs = new Map<string, Value>()
  for (const {field, own, optional} of row.asks) {
    const value = values.get(field.name)
    if (own) inputs.set(field.name, value ?? null)
    // Nothing was said about what may be left out: what is there stays.
    else if (value !== undefined && !(optional && isEmpty(value))) record.set(field.name, value)
  }
  await enter(writing, carried, record)
  const acting = {
    writing,
    record,
    action,
    event: writing.newId(),
    inputs,
    asked: new Set(inputs.keys()),
    told: new Set<string>(),
  }
  for (const effect of row.effects) await runEffect(effect, acting)
  await record.finish()
  const problems = await rules.judge({entity: entity.name, id, inputs})
  if (problems.length > 0) return {problems, record: null}
  return {problems: [], record: {entity: entity.name, id, version: record.version}}
}

async function enter(writing: WriteContext, {entity, row, before}: Carried, record: PendingRecord): Promise<void> {
  const field = stateFieldOf(entity)
  if (row.to === null || field === null || before.get(field.name) === row.to) return
  record.set(field.name, row.to)
  await noteState(writing, {entity: entity.name, id: record.id, state: row.to})
}
