/**
 * Performs an action of point 4 on a record, as an operation of the write path. Its rows define who may perform it, its
 * inputs and its effects.
 */

import {sql} from 'kysely'
import {DateTime, toMillis} from '../../feel/calendar.ts'
import type {Sql} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {isEmptyValue} from '../../points/entities/run.ts'
import {columnName} from '../../points/entities/table-names.ts'
import type {Action, ActionInput, Transition} from '../../points/states/model.ts'
import {instantAt, instantIn, queryRows, type ValueRow} from '../../store/sql.ts'
import {forgetPerformed} from '../actions/performed-actions.ts'
import type {ReadContext} from '../query/read-context.ts'
import {type FieldValues, readStored} from '../query/stored.ts'
import {abilities} from '../records/abilities.ts'
import type {RowMatch} from '../records/action-conditions.ts'
import {
  type ActionRequest,
  type Input,
  passed,
  problem,
  refusedWrite,
  type WriteProblem,
} from '../transaction/change.ts'
import {asEngine, type ChangeContext, unrestricted, type WriteContext} from '../transaction/context.ts'
import {insertFiles, type NewFile} from '../transaction/file-records.ts'
import {checkVersion, type ExistingRecord} from '../transaction/find-record.ts'
import {nothing, type SideEffect} from '../transaction/journal.ts'
import {onlyNotify, runEffect} from './effects.ts'
import {PendingRecord} from './pending-record.ts'
import type {WriteOperation, Written} from './pipeline.ts'
import {type ValidatedInput, validateInput} from './validate-input.ts'

/*
 * When a record entered its state. Stored when an action moves the record; otherwise the record has been in it since
 * it was created.
 */

interface EnteredState {
  readonly entity: string
  readonly id: string
  readonly state: string
}

async function noteState(context: WriteContext, entered: EnteredState): Promise<void> {
  const {entity, id, state} = entered
  const since = instantAt(toMillis(context.moment.now))
  await queryRows(
    context.db,
  )`insert into nonet_state (entity, record, state, since) values (${entity}, ${id}, ${state}, ${since})
    on conflict (entity, record) do update set state = excluded.state, since = excluded.since`
  await forgetPerformed(context, {entity, id}, repeatableActions(context, entered))
}

/** Called before the record leaves the state. */
async function noteLeaving(
  context: WriteContext,
  {entity, id, state}: EnteredState,
  before: FieldValues,
): Promise<void> {
  const {db, journal} = context
  if (journal.delay === 0) return
  const [row] = await queryRows(db)`
    select state, since from nonet_state where entity = ${entity} and record = ${id}`
  const since = row ? sinceIn(row, state, before) : null
  journal.add({kind: 'state', entity, id, state, since})
}

/** As in `stateSince`: an operator may have set the state directly. */
function sinceIn([stored, since]: ValueRow, state: string, before: FieldValues): string | null {
  if (stored === state) return instantIn(since)
  const changed = before.get('updated') ?? null
  return changed instanceof DateTime ? instantAt(toMillis(changed)) : null
}

export const enteredStates: SideEffect<'state'> = {
  async undo({db}, entries) {
    for (const {entity, id, state, since} of entries)
      if (since === null) await queryRows(db)`delete from nonet_state where entity = ${entity} and record = ${id}`
      else
        await queryRows(db)`
          update nonet_state set state = ${state}, since = ${since} where entity = ${entity} and record = ${id}`
  },
  complete: nothing,
}

/** Actions that the system performed because of the previous state, and may perform again in this one. */
function repeatableActions({specification}: WriteContext, {entity, state}: EnteredState): string[] {
  const actions = [...(specification.actions.actions.get(entity)?.values() ?? [])]
  return actions.filter(({rows}) => rows.some(row => endsStay(row, state))).map(({name}) => name)
}

function endsStay({who, from, after}: Transition, state: string): boolean {
  return who.some(({kind}) => kind === 'system') && from !== null && (after !== null || !from.includes(state))
}

/**
 * For the row `r`. An operator may have set the state directly: then the record has been in it since the last change.
 */
export function stateSince(entity: string, field: string): Sql {
  const state = sql.ref(`r.${columnName(field)}`)
  const kept = sql`select case when s.state = ${state} then s.since else r.updated end from nonet_state as s where s.entity = ${entity} and s.record = r.id`
  return sql`coalesce((${kept}), r.created)`
}

interface PerformOptions {
  /** The actor created the record in this change, and may act on it even if their roles cannot read it. */
  readonly created?: boolean
}

interface FoundAction extends ExistingRecord {
  readonly action: Action
}

interface AllowedAction extends FoundAction {
  readonly matches: readonly RowMatch[]
  /** The rows whose Who and From hold. */
  readonly open: readonly Transition[]
}

interface ValidAction extends FoundAction {
  /** The first row whose Who, From and When hold. */
  readonly row: Transition
  readonly values: FieldValues
  readonly files: readonly NewFile[]
}

export function performAction(
  request: ActionRequest,
  {created = false}: PerformOptions = {},
): WriteOperation<FoundAction, AllowedAction, ValidAction> {
  return {
    async find(context) {
      const entity = context.entities.entities.get(request.entity)
      const declared = context.specification.actions.actions.get(request.entity)?.get(request.action)
      if (!entity || !declared) return refusedWrite(problem('UNKNOWN_ACTION'))
      const rows = request.row ? [request.row] : declared.rows
      const action = {...declared, rows: created ? rows.map(row => ({...row, creates: false})) : rows}
      const {id, version} = request
      const {visibility} = created ? unrestricted(context) : context
      const before = await readStored(context, entity, id, visibility.records(entity.name))
      if (!before) return refusedWrite(problem('NOT_FOUND'))
      const found = {entity, id, before, action}
      const fields = recordFields(action, request.inputs)
      await checkVersion(context, found, {fields, ...(version === undefined ? {} : {version})})
      return passed(found)
    },

    async may(context, found) {
      const matches = await matchesOf(context, found)
      const open = matches.filter(({who, from}) => who && from).map(({row}) => row)
      return open.length > 0
        ? passed({...found, matches, open})
        : refusedWrite(await abilities(context, found.entity.name).refusal(found.id, matches))
    },

    async validate(context, allowed) {
      const {matches, open, ...found} = allowed
      const asked = await validateAsked(context, allowed, request.inputs)
      if (asked.problems.length > 0) return refusedWrite(...asked.problems)
      const waits = open.some(row => row.when?.readsInputs)
      const held = waits ? await matchesOf(context, found, asked.values) : matches
      const row = held.find(each => each.who && each.from && each.when)?.row
      if (!row) return refusedWrite(await abilities(context, found.entity.name).refusal(found.id, held))
      const missing = missingOf(row.asks, asked.values)
      const names = new Set(row.asks.map(({field}) => field.name))
      const stray = [...asked.values.keys()]
        .filter(name => !names.has(name))
        .map(name => problem('UNKNOWN_FIELD', name))
      if (missing.length + stray.length > 0) return refusedWrite(...missing, ...stray)
      return passed({...found, row, values: asked.values, files: asked.files})
    },

    async change(context, valid) {
      return passed([await carryOut(context, valid, request.old ?? null)])
    },
  }
}

/** The submitted fields of the record: a conflict shows them beside the current values. */
function recordFields({rows}: Action, inputs: ActionRequest['inputs']): ReadonlyMap<string, Input> {
  const asked = new Set(rows.flatMap(row => row.asks.filter(({own}) => !own).map(({field}) => field.name)))
  return new Map([...inputs].filter(([name]) => asked.has(name)))
}

async function matchesOf(
  context: ReadContext,
  {entity, action, id}: FoundAction,
  inputs?: FieldValues,
): Promise<readonly RowMatch[]> {
  return (await abilities(context, entity.name).matches(action, [id], inputs)).get(id) ?? []
}

/** A field is required here if every open row requires it; the rest is decided with the row. */
async function validateAsked(
  context: ReadContext,
  {entity, before, open}: AllowedAction,
  inputs: ActionRequest['inputs'],
): Promise<ValidatedInput> {
  const fields = new Map(open.flatMap(row => row.asks.map(({field}) => [field.name, field] as const)))
  // Rejects fields that the action does not ask for, including fields of the record.
  const unknown = [...inputs.keys()].filter(name => !fields.has(name)).map(name => problem('UNKNOWN_FIELD', name))
  const known = new Map([...inputs].filter(([name]) => fields.has(name)))
  const {values, problems, files} = await validateInput(context, {...entity, fields}, {fields: known, before})
  const [first, ...others] = open
  const needed = (first?.asks ?? []).filter(asked => others.every(row => requires(row, asked)))
  const missing = missingOf(needed, values).filter(({field}) => !problems.some(each => each.field === field))
  return {values, files, problems: [...unknown, ...problems, ...missing]}
}

function requires(row: Transition, asked: ActionInput): boolean {
  return row.asks.some(({field, optional}) => field.name === asked.field.name && !optional)
}

function missingOf(asks: readonly ActionInput[], values: FieldValues): WriteProblem[] {
  return asks
    .filter(({field, optional}) => !optional && isEmptyValue(values.get(field.name) ?? null))
    .map(({field}) => problem('REQUIRED', field.name))
}

/** Writes the record and the effects as the engine; all rules are checked for the actor. */
async function carryOut(
  actor: ChangeContext,
  {entity, id, before, action, row, values, files}: ValidAction,
  old: FieldValues | null,
): Promise<Written> {
  const {name} = action
  const context = asEngine(actor)
  const record = new PendingRecord(context, {entity, id, action: name, values: before, old})
  context.unit.check({kind: 'update', entity: entity.name, id, action: name, before}, actor.at)
  await insertFiles(context, files)
  const inputs = new Map<string, Value>()
  for (const {field, own, optional} of row.asks) {
    const value = values.get(field.name)
    if (own) inputs.set(field.name, value ?? null)
    // An empty optional input keeps the current value.
    else if (value !== undefined && !(optional && isEmptyValue(value))) record.set(field.name, value)
  }
  context.unit.acted = {entity: entity.name, id, inputs}
  await enterState(context, entity, {row, before, record})
  const acting = {
    context,
    record,
    action: name,
    event: context.newId(),
    inputs,
    asked: new Set(inputs.keys()),
    told: new Set<string>(),
    says: row.says?.text ?? null,
  }
  for (const effect of row.effects) await runEffect(effect, acting)
  await record.finish(acting.event, {onlyNotifies: onlyNotify(row)})
  return {record: {entity: entity.name, id, version: record.version, values: record.stored()}, change: null}
}

interface Entering {
  readonly row: Transition
  readonly before: FieldValues
  readonly record: PendingRecord
}

async function enterState(context: ChangeContext, entity: Entity, {row, before, record}: Entering): Promise<void> {
  const field = stateFieldOf(entity)
  if (row.to === null || field === null || before.get(field.name) === row.to) return
  record.set(field.name, row.to)
  const left = before.get(field.name)
  if (typeof left === 'string') await noteLeaving(context, {entity: entity.name, id: record.id, state: left}, before)
  await noteState(context, {entity: entity.name, id: record.id, state: row.to})
}
