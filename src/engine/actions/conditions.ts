/**
 * Who, From and When of an action's rows: as conditions on a record, which of them hold, and the reason if no row
 * applies.
 */
import type {Core} from '../../feel/core.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {includesPerson} from '../../points/roles/model.ts'
import type {Action, Transition, Who} from '../../points/states/model.ts'
import {type Actor, rolesKeyOf} from '../base/actor.ts'
import {
  both,
  compared,
  either,
  fieldCore,
  isYes,
  no,
  onlyIf,
  partsChanged,
  thisCore,
  valueCore,
  yes,
} from '../base/core-build.ts'
import {messageValues} from '../display/error-message.ts'
import {visibleWithRecord} from '../permissions/visible-paths.ts'
import type {ReadContext} from '../query/read-context.ts'
import {type AskedOfAll, holdsFor, holdsForAll, select} from '../query/select.ts'
import {hasId} from '../query/stored.ts'
import {type ChangeProblem, problem} from '../transaction/change.ts'

/** `when` is undecided if it depends on inputs that are not given. */
interface RowConditions {
  readonly who: Core
  readonly from: Core
  readonly when: Core
}

export function conditionsOf(row: Transition, entity: Entity, actor: Actor): RowConditions {
  return {who: whoCore(row.who, actor), from: fromCore(row, entity), when: whenCore(row)}
}

/** A path that ends without a person matches nobody, including actors who are not signed in. */
function whoCore(who: readonly Who[], actor: Actor): Core {
  if (actor.kind === 'operator') return yes
  return either(
    who.map(each => {
      if (each.kind === 'system') return actor.kind === 'engine' ? yes : no
      if (each.kind === 'person') return actor.kind === 'person' ? each.isMe : no
      return isOneOf(each.role, actor) ? yes : no
    }),
  )
}

/** True if some record could let this actor use the row: by a role, or as a person that a record names. */
export function mayTake({who}: Transition, actor: Actor): boolean {
  return who.some(each =>
    each.kind === 'role' ? isOneOf(each.role, actor) : each.kind === 'person' && actor.kind === 'person',
  )
}

function isOneOf(role: string, actor: Actor): boolean {
  return actor.kind !== 'engine' && includesPerson(role, actor.kind === 'person' ? actor.roles : null)
}

export function fromCore({from, creates}: Transition, entity: Entity): Core {
  if (creates) return no
  const field = from === null ? null : stateFieldOf(entity)
  if (from === null || field === null) return yes
  const state = fieldCore(thisCore(entity.name), entity.name, {name: field.name, type: field.type.type})
  return either(from.map(name => compared(state, '=', valueCore(field.type.type, name))))
}

/** A condition with an error never holds. One that reads `old` was evaluated with the change that it follows. */
export function whenCore({when}: Transition): Core {
  return when === null || when.readsOld ? yes : (when.core ?? no)
}

/** Whether Who, From and When of a row hold for a record. */
export interface RowMatch {
  readonly row: Transition
  readonly who: boolean
  readonly from: boolean
  readonly when: boolean
}

interface ActionOn {
  readonly entity: Entity
  readonly action: Action
}

/** Three conditions per row. Conditions on inputs are left out until the inputs are known. */
function matchConditions({actor}: ReadContext, {entity, action}: ActionOn, known: boolean): readonly Core[] {
  return action.rows.flatMap(row => {
    const {who, from, when} = conditionsOf(row, entity, actor)
    return [who, from, !known && row.when?.readsInputs ? from : when]
  })
}

/**
 * The statement depends on the actor's roles, and on whether the inputs are known. An action may be reduced to one of
 * its rows, so the cache key includes the rows.
 */
export function heldMatchConditions(
  context: ReadContext,
  {entity, action}: ActionOn,
  inputs?: AskedOfAll['inputs'],
): Pick<AskedOfAll, 'conditions' | 'held' | 'inputs'> {
  const known = inputs !== undefined
  return {
    ...(known ? {inputs} : {}),
    conditions: () => matchConditions(context, {entity, action}, known),
    held: {
      owner: context.tables,
      name: `${action.name} ${known} ${action.rows.map(({line, creates}) => (creates ? -line : line))} for ${rolesKeyOf(context.actor)}`,
    },
  }
}

export function rowMatches({rows}: Action, held: readonly boolean[]): RowMatch[] {
  return rows.map((row, index) => ({
    row,
    who: held[3 * index] === true,
    from: held[3 * index + 1] === true,
    when: held[3 * index + 2] === true,
  }))
}

interface WhyNot {
  readonly code: string
  /** The record is in the wrong state, and the document has no error code for it. */
  readonly state: boolean
}

/**
 * An Error explains the condition of its row, so it is used only if that condition fails. A row without a condition
 * uses it for a wrong state and for a wrong person.
 */
function whyNot(matches: readonly RowMatch[]): WhyNot {
  const mayAct = matches.some(({who}) => who)
  const inState = matches.filter(({from}) => from)
  const last = (inState.length > 0 ? inState : matches).at(-1)?.row ?? null
  const unmet = inState.length > 0 && inState.every(({when}) => !when)
  if (last?.error && (unmet || last.when === null)) return {code: last.error, state: false}
  if (!mayAct) return {code: 'FORBIDDEN', state: false}
  if (inState.length === 0) return {code: 'NOT_NOW', state: true}
  return {code: unmet || inState.some(({who}) => who) ? 'NOT_NOW' : 'FORBIDDEN', state: false}
}

/** People who may never act are told why only where they see what the reason depends on; it would reveal the state otherwise. */
export async function refusalFor(
  context: ReadContext,
  record: {readonly entity: string; readonly id: string},
  matches: readonly RowMatch[],
): Promise<WhyNot> {
  if (matches.some(({who}) => who) || (await seesReasons(context, record, matches))) return whyNot(matches)
  return {code: 'FORBIDDEN', state: false}
}

async function seesReasons(
  context: ReadContext,
  record: {readonly entity: string; readonly id: string},
  matches: readonly RowMatch[],
): Promise<boolean> {
  const {visibility} = context
  const entity = context.entities.entities.get(record.entity)
  const state = entity && stateFieldOf(entity)
  const names = new Set(state ? [state.name] : [])
  for (const {row} of matches) collectOwnFields(whenCore(row), names)
  const needed = [...names].map(name => visibleWithRecord(visibility, record.entity, name))
  if (needed.every(isYes)) return true
  return (await holdsFor(context, record, [both(needed)])).every(Boolean)
}

/** The fields of the record itself that an expression reads. */
function collectOwnFields(core: Core, found: Set<string>): Core {
  if ((core.op === 'field' || core.op === 'relation') && core.of.op === 'this') found.add(core.field)
  return partsChanged(core, part => collectOwnFields(part, found))
}

export interface ActionOnSeveral {
  readonly entity: string
  readonly action: string
  readonly records: readonly RecordOfSeveral[]
}

export interface RecordOfSeveral {
  readonly id: string
  readonly version?: number
  /** Another action with the same label, which fits this record. */
  readonly action?: string
}

/**
 * Finds the records that the action does not apply to, and why, before any of them is changed. The value `state` is the
 * label of the wrong state, if the actor may see it.
 */
export async function recordsThatDoNotFit(
  context: ReadContext,
  {entity: name, action, records}: ActionOnSeveral,
): Promise<ChangeProblem[]> {
  const entity = context.entities.entities.get(name)
  const used = [...Map.groupBy(records, record => record.action ?? action)]
  const matchesOf = new Map<string, readonly RowMatch[]>()
  for (const [each, some] of used) {
    const declared = context.specification.actions.actions.get(name)?.get(each)
    if (!entity || !declared) return [{...problem('UNKNOWN_ACTION'), at: 0}]
    const held = await holdsForAll(context, {
      entity: name,
      ids: some.map(({id}) => id),
      ...heldMatchConditions(context, {entity, action: declared}),
    })
    for (const {id} of some) matchesOf.set(id, rowMatches(declared, held.get(id) ?? []))
  }
  if (!entity) return []
  const ids = records.map(({id}) => id)
  const seen = await seenOf(context, entity, ids)
  const problems: ChangeProblem[] = []
  for (const [at, {id, version}] of records.entries()) {
    const found = seen.get(id)
    if (!found) problems.push({...problem('NOT_FOUND'), at})
    else if (version !== undefined && version !== found.version) problems.push({...problem('CONFLICT'), at})
    else {
      const matches = matchesOf.get(id) ?? []
      if (matches.some(({who, from, when}) => who && from && when)) continue
      const {code, state} = await refusalFor(context, {entity: name, id}, matches)
      const values = await messageValues(context, {entity: name, id}, code)
      problems.push({field: null, code, values: state && found.state ? {...values, state: found.state} : values, at})
    }
  }
  return problems
}

interface SeenRecord {
  readonly version: number
  readonly state: string | null
}

/** The version and state of each record that the actor may see. */
export async function seenOf(
  context: ReadContext,
  entity: Entity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SeenRecord>> {
  const own = (name: string, type: Core['type']) => fieldCore(thisCore(entity.name), entity.name, {name, type})
  const state = stateFieldOf(entity)
  const version = onlyIf(context.visibility.seesField(entity.name, 'version'), own('version', {kind: 'number'}))
  const shown = state && onlyIf(context.visibility.seesField(entity.name, state.name), own(state.name, state.type.type))
  const rows = await select(context, {
    from: context.visibility.records(entity.name),
    where: [either(ids.map(id => hasId(entity.name, id)))],
    columns: [own('id', {kind: 'text'}), version, ...(shown ? [shown] : [])],
  })
  return new Map(
    rows.map(([id, version, word]) => [
      String(id),
      {version: Number(version), state: typeof word === 'string' ? word : null},
    ]),
  )
}
