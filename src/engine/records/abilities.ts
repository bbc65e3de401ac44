/**
 * What an actor may do with the records of an entity, and why not: the one place that asks the grants of point 6 and the
 * rows of point 4. It answers for the roles, as a condition inside a statement, for one record, for the records of a
 * page with one statement, and with a reason.
 */
import type {Core} from '../../feel/core.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import type {Grant} from '../../points/roles/run.ts'
import type {Action, ActionInput, Transition} from '../../points/states/model.ts'
import {rolesKeyOf} from '../base/actor.ts'
import {conjunction, either, fieldCore, isNo, isYes, onlyIf, thisCore, yes} from '../base/core-build.ts'
import {type MessageValues, messageValues} from '../display/error-message.ts'
import type {GrantedAct} from '../permissions/grants.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {visibleWithRecord} from '../permissions/visible-paths.ts'
import {type HypotheticalRecord, holdsOn} from '../query/hypothetical-record.ts'
import {entityOf, type ReadContext} from '../query/read-context.ts'
import {holdsForAll} from '../query/row-questions.ts'
import {select} from '../query/select.ts'
import type {Parameters} from '../query/statement.ts'
import {hasId} from '../query/stored.ts'
import {
  actionConditions,
  collectOwnFields,
  matchConditions,
  type RowMatch,
  rowMatches,
  type WhyNot,
  whenCore,
  whyNot,
} from './action-conditions.ts'

/** Something that may be done with a record: an act, on all of the fields, or an action. To edit is to change what one reads. */
export type Ability =
  | {readonly act: GrantedAct | 'edit'; readonly fields?: readonly string[]}
  | {readonly action: string}

/** What grants that apply to a record cover of it. */
export interface CoveredFields {
  /** True if at least one grant covers the record. */
  readonly any: boolean
  /** True if a grant that applies covers all fields. */
  readonly all: boolean
  readonly covers: (field: string) => boolean
}

export interface OfferedAction {
  readonly name: string
  readonly label: string
  /** An input is optional if every row that could apply makes it optional. */
  readonly asks: readonly ActionInput[]
  /** The possible target states: one, unless inputs decide. Empty if the state does not change. */
  readonly to: readonly string[]
}

/** Why something may not be done with one of several records. */
export interface RefusalReason {
  readonly field: null
  readonly code: string
  /** Of the message; `state` is the label of the wrong state, if the actor may see it. */
  readonly values: MessageValues
  /** The position of the record. */
  readonly at: number
}

export interface RecordOfSeveral {
  readonly id: string
  readonly version?: number
  /** Another action with the same label, which fits this record. */
  readonly action?: string
}

/** What follows from the roles alone. Each record is checked again. */
export class RoleAbilities {
  readonly visibility: Visibility
  readonly entity: string

  constructor(visibility: Visibility, entity: string) {
    this.visibility = visibility
    this.entity = entity
  }

  /** The condition on a record under which it may be done, on all of the fields. */
  where(act: GrantedAct | 'edit', fields: readonly string[] = []): Core {
    if (act === 'edit') return conjunction([this.where('read', fields), this.where('update', fields)])
    if (fields.length === 0) return this.visibility.records(this.entity, act).where
    return conjunction(fields.map(field => this.visibility.seesField(this.entity, field, act)))
  }

  /** Whether it may be done with some record, or with a field of some record. */
  ever(act: GrantedAct, field?: string): boolean {
    return !isNo(this.where(act, field === undefined ? [] : [field]))
  }

  /** Whether it may be done with every record, or with a field of every record. */
  always(act: GrantedAct, field?: string): boolean {
    return isYes(this.where(act, field === undefined ? [] : [field]))
  }

  /** Whether the field at a path is seen of some record. */
  sees(path: readonly string[]): boolean {
    return this.visibility.visibleField(this.entity, path) !== null
  }

  /** Whether it may be done with every field of every record. */
  wholly(act: GrantedAct): boolean {
    return isWhole(this.visibility.granted(act, this.entity))
  }
}

const isWhole = (grants: readonly Grant[]): boolean =>
  grants.some(grant => grant.where === null && grant.fields === null)

export class Abilities extends RoleAbilities {
  readonly #reader: ReadContext

  constructor(reader: ReadContext, entity: string) {
    super(reader.visibility, entity)
    this.#reader = reader
  }

  /** What may be read, changed or set of a record, stored or with the values that it would have. */
  async on(record: string | HypotheticalRecord, act: GrantedAct): Promise<CoveredFields> {
    const grants = this.visibility.granted(act, this.entity)
    const conditions = grants.map(grant => grant.where ?? yes)
    const held = isWhole(grants)
      ? conditions.map(() => true)
      : await this.#hold(record, conditions, `covered by ${act}`)
    const holding = grants.filter((_, index) => held[index])
    return {
      any: holding.length > 0,
      all: holding.some(({fields}) => fields === null),
      covers: field => holding.some(({fields}) => fields === null || fields.has(field)),
    }
  }

  async #hold(
    record: string | HypotheticalRecord,
    conditions: readonly Core[],
    name: string,
  ): Promise<readonly boolean[]> {
    const held = {owner: this.visibility, name}
    if (conditions.length === 0) return []
    if (typeof record !== 'string') return holdsOn(this.#reader, record, conditions, held)
    const found = await holdsForAll(this.#reader, {entity: this.entity, ids: [record], conditions, held})
    return found.get(record) ?? []
  }

  async can(id: string, ability: Ability): Promise<boolean> {
    return (await this.canEach([id], [ability])).get(id)?.length === 1
  }

  /** Keyed by id: which of these may be done now, decided in one statement. For records that the actor has found. */
  async canEach<A extends Ability>(
    ids: readonly string[],
    abilities: readonly A[],
  ): Promise<ReadonlyMap<string, readonly A[]>> {
    const conditionOf = (ability: Ability) =>
      'act' in ability
        ? this.where(ability.act, ability.fields)
        : either(this.#rows([ability.action]).map(({condition}) => condition()))
    if (abilities.every(ability => 'act' in ability && isYes(conditionOf(ability))))
      return new Map(ids.map(id => [id, abilities]))
    const held = await holdsForAll(this.#reader, {
      entity: this.entity,
      ids,
      conditions: () => abilities.map(conditionOf),
      held: {owner: this.visibility, name: `can ${JSON.stringify(abilities)}`},
    })
    return new Map([...held].map(([id, holds]) => [id, abilities.filter((_, index) => holds[index])]))
  }

  /** Keyed by id: the actions that may be performed now. A hidden record offers none. */
  async actions(ids: readonly string[]): Promise<ReadonlyMap<string, readonly OfferedAction[]>> {
    const rows = this.#rows()
    if (rows.length === 0) return new Map()
    const held = await holdsForAll(this.#reader, {
      entity: this.entity,
      ids,
      conditions: () => [this.where('read'), ...rows.map(({condition}) => condition())],
      held: {owner: this.visibility, name: 'offered'},
    })
    return new Map(
      [...held].map(([id, [visible, ...holds]]) => {
        const open = rows.filter((_, index) => visible && holds[index])
        const byAction = Map.groupBy(open, ({action}) => action)
        return [id, [...byAction].map(([action, some]) => offered(action, some))]
      }),
    )
  }

  async actionsOn(id: string): Promise<readonly OfferedAction[]> {
    return (await this.actions([id])).get(id) ?? []
  }

  /** In the order of the document. Conditions on inputs are evaluated when the inputs are sent. */
  #rows(names?: readonly string[]) {
    const declared = [...(this.#reader.specification.actions.actions.get(this.entity)?.values() ?? [])]
    const actions = names ? declared.filter(({name}) => names.includes(name)) : declared
    const condition = (row: Transition) => {
      const {who, from, when} = actionConditions(row, entityOf(this.#reader, this.entity), this.visibility.actor)
      return conjunction(row.when?.readsInputs ? [who, from] : [who, from, when])
    }
    return actions.flatMap(action => action.rows.map(row => ({action, row, condition: () => condition(row)})))
  }

  /**
   * Keyed by id: whether Who, From and When of each row hold. An action may be reduced to some of its rows, so they name
   * the statement.
   */
  async matches(
    {name, rows}: Action,
    ids: readonly string[],
    inputs?: Parameters,
  ): Promise<ReadonlyMap<string, readonly RowMatch[]>> {
    const {actor, tables} = this.#reader
    const known = inputs !== undefined
    const entity = entityOf(this.#reader, this.entity)
    const held = await holdsForAll(this.#reader, {
      entity: this.entity,
      ids,
      ...(known ? {inputs} : {}),
      conditions: () => matchConditions(actor, {entity, rows}, known),
      held: {
        owner: tables,
        name: `${name} ${known} ${rows.map(({line, creates}) => (creates ? -line : line))} for ${rolesKeyOf(actor)}`,
      },
    })
    return new Map([...held].map(([id, holds]) => [id, rowMatches(rows, holds)]))
  }

  /** Why an action or a deletion is refused, before any of the records is changed; empty if all of them allow it. */
  async why(name: string, records: readonly RecordOfSeveral[]): Promise<readonly RefusalReason[]> {
    const actions = this.#reader.specification.actions.actions.get(this.entity)
    const refused = new Map<string, (state: string | null) => Promise<Omit<RefusalReason, 'at'>>>()
    for (const [used, some] of Map.groupBy(records, ({action}) => action ?? name)) {
      const ids = some.map(({id}) => id)
      const action = actions?.get(used)
      if (used === 'delete') {
        const can = await this.canEach(ids, [{act: 'delete'}])
        for (const id of ids) if (!can.get(id)?.length) refused.set(id, async () => reason('FORBIDDEN'))
      } else if (action) {
        const matches = await this.matches(action, ids)
        for (const id of ids) {
          const rows = matches.get(id) ?? []
          if (!rows.some(isMet)) refused.set(id, state => this.refusal(id, rows, state))
        }
      } else return [{...reason('UNKNOWN_ACTION'), at: 0}]
    }
    const seen = await this.#seen(records.map(({id}) => id))
    const reasons: RefusalReason[] = []
    for (const [at, {id, version}] of records.entries()) {
      const found = seen.get(id)
      if (!found) reasons.push({...reason('NOT_FOUND'), at})
      else if (version !== undefined && version !== found.version) reasons.push({...reason('CONFLICT'), at})
      else {
        const why = await refused.get(id)?.(found.state)
        if (why) reasons.push({...why, at})
      }
    }
    return reasons
  }

  /** Why none of the rows of an action applies. `state`: of the record, if the actor sees it. */
  async refusal(
    id: string,
    matches: readonly RowMatch[],
    state: string | null = null,
  ): Promise<Omit<RefusalReason, 'at'>> {
    const isTold = matches.some(({who}) => who) || (await this.#seesReasons(id, matches))
    const why: WhyNot = isTold ? whyNot(matches) : {code: 'FORBIDDEN', state: false}
    const values = await messageValues(this.#reader, {entity: this.entity, id}, why.code)
    return reason(why.code, why.state && state !== null ? {...values, state} : values)
  }

  /** People who may never act are told why only where they see what the reason depends on; it would reveal the state otherwise. */
  async #seesReasons(id: string, matches: readonly RowMatch[]): Promise<boolean> {
    const state = stateFieldOf(entityOf(this.#reader, this.entity))
    const names = new Set(state ? [state.name] : [])
    for (const {row} of matches) collectOwnFields(whenCore(row), names)
    const needed = conjunction([...names].map(name => visibleWithRecord(this.visibility, this.entity, name)))
    return isYes(needed) || (await this.#hold(id, [needed], `sees ${[...names]}`))[0] === true
  }

  /** Keyed by id: the version and the state of each record that the actor sees. */
  async #seen(ids: readonly string[]): Promise<ReadonlyMap<string, {version: number; state: string | null}>> {
    const {visibility, entity} = this
    const state = stateFieldOf(entityOf(this.#reader, entity))
    const own = (name: string, type: Core['type']) => fieldCore(thisCore(entity), entity, {name, type})
    const ifSeen = (name: string, type: Core['type']) => onlyIf(visibility.seesField(entity, name), own(name, type))
    const rows = await select(this.#reader, {
      from: visibility.records(entity),
      where: [either(ids.map(id => hasId(entity, id)))],
      columns: [
        ...[own('id', {kind: 'text'}), ifSeen('version', {kind: 'number'})],
        ...(state ? [ifSeen(state.name, state.type.type)] : []),
      ],
    })
    return new Map(
      rows.map(([id, version, word]) => [
        String(id),
        {version: Number(version), state: typeof word === 'string' ? word : null},
      ]),
    )
  }
}

export const abilities = (reader: ReadContext, entity: string): Abilities => new Abilities(reader, entity)

const isMet = ({who, from, when}: RowMatch): boolean => who && from && when

const reason = (code: string, values: MessageValues = {}): Omit<RefusalReason, 'at'> => ({field: null, code, values})

/** The first row that holds would be used, unless it depends on inputs. */
function offered({name, label}: Action, open: readonly {readonly row: Transition}[]): OfferedAction {
  const end = open.findIndex(({row}) => !row.when?.readsInputs)
  const possible = open.slice(0, end < 0 ? open.length : end + 1).map(({row}) => row)
  const asks = new Map<string, ActionInput>()
  for (const row of possible)
    for (const asked of row.asks) {
      const everywhere = possible.every(each =>
        each.asks.some(({field, optional}) => field.name === asked.field.name && !optional),
      )
      asks.set(asked.field.name, {...asked, optional: !everywhere})
    }
  const to = new Set(possible.flatMap(row => row.to ?? []))
  return {name, label, asks: [...asks.values()], to: [...to]}
}
