/**
 * Who, From and When of an action's rows: as conditions on a record, which of them hold, and the reason if no row
 * applies.
 */
import type {Core} from '../../feel/core.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {includesPerson} from '../../points/roles/model.ts'
import type {Transition, Who} from '../../points/states/model.ts'
import {type Actor, rolesOf} from '../base/actor.ts'
import {compared, either, fieldCore, isNo, no, partsChanged, thisCore, valueCore, yes} from '../base/core-build.ts'

/** `when` is undecided if it depends on inputs that are not given. */
interface RowConditions {
  readonly who: Core
  readonly from: Core
  readonly when: Core
}

export function actionConditions(row: Transition, entity: Entity, actor: Actor): RowConditions {
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

/** Whether the actor could use the row on some record: by a role, or as a person that the record names. */
export const mayTake = ({who}: Transition, actor: Actor): boolean => !isNo(whoCore(who, actor))

function isOneOf(role: string, actor: Actor): boolean {
  return actor.kind !== 'engine' && includesPerson(role, rolesOf(actor))
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

interface ActionRows {
  readonly entity: Entity
  readonly rows: readonly Transition[]
}

/** Three conditions per row. Conditions on inputs are left out until the inputs are known. */
export function matchConditions(actor: Actor, {entity, rows}: ActionRows, known: boolean): readonly Core[] {
  return rows.flatMap(row => {
    const {who, from, when} = actionConditions(row, entity, actor)
    return [who, from, !known && row.when?.readsInputs ? from : when]
  })
}

export function rowMatches(rows: readonly Transition[], held: readonly boolean[]): RowMatch[] {
  return rows.map((row, index) => ({
    row,
    who: held[3 * index] === true,
    from: held[3 * index + 1] === true,
    when: held[3 * index + 2] === true,
  }))
}

export interface WhyNot {
  readonly code: string
  /** The record is in the wrong state, and the document has no error code for it. */
  readonly state: boolean
}

/**
 * An Error explains the condition of its row, so it is used only if that condition fails. A row without a condition
 * uses it for a wrong state and for a wrong person.
 */
export function whyNot(matches: readonly RowMatch[]): WhyNot {
  const mayAct = matches.some(({who}) => who)
  const inState = matches.filter(({from}) => from)
  const last = (inState.length > 0 ? inState : matches).at(-1)?.row ?? null
  const unmet = inState.length > 0 && inState.every(({when}) => !when)
  if (last?.error && (unmet || last.when === null)) return {code: last.error, state: false}
  if (!mayAct) return {code: 'FORBIDDEN', state: false}
  if (inState.length === 0) return {code: 'NOT_NOW', state: true}
  return {code: unmet || inState.some(({who}) => who) ? 'NOT_NOW' : 'FORBIDDEN', state: false}
}

/** Adds the fields of the record itself that an expression reads. */
export function collectOwnFields(core: Core, found: Set<string>): Core {
  if ((core.op === 'field' || core.op === 'relation') && core.of.op === 'this') found.add(core.field)
  return partsChanged(core, part => collectOwnFields(part, found))
}
