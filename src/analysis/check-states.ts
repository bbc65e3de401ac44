/** Checks of states and of the actions between them. */

import {placedNames} from '../document/bullets.ts'
import {type Finding, finding, type Place} from '../document/finding.ts'
import {isSlip} from '../document/spelling.ts'
import {canonicalName} from '../points/entities/names.ts'
import {bulletOf} from '../points/screens/bullets/bullet.ts'
import {actions} from '../points/screens/bullets/shared.ts'
import type {Screen} from '../points/screens/model.ts'
import {entityShown} from '../points/screens/run.ts'
import {misspeltState} from '../points/states/check.ts'
import type {Action, ActionInput, Machine, State, Transition, Who} from '../points/states/model.ts'
import type {CrossCheckContext} from './context.ts'

/* Checks of actions against grants: a person must be able to read a record to act on it, and to read the fields that the action asks for. */

export function checkWho(context: CrossCheckContext): Finding[] {
  return [...context.actions.actions.values()].flatMap(named =>
    [...named.values()].flatMap(action => checkAction(action, context)),
  )
}

function checkAction(action: Action, context: CrossCheckContext): Finding[] {
  const who = action.rows.flatMap(row => row.who)
  if (who.length > 0 && !who.some(each => canAct(each, action, context))) return [nobody(action)]
  return action.rows.flatMap(row => [...blind(row, action, context), ...unoffered(row, action, context)])
}

/** A row that starts from nothing is used only by a form for a new record. */
function unoffered(row: Transition, {entity, name}: Action, {screens}: CrossCheckContext): Finding[] {
  if (!row.creates || screens.screens.some(screen => offers(screen, {entity, name}))) return []
  const spoken = name.replaceAll('_', ' ')
  return [
    finding('N438', row, {
      message: `No form for a new ${entity} offers \`${spoken}\`, so this row is never taken.`,
      hint: `Add \`- actions: ${spoken}\` under the heading of a \`form for ${entity}\` in point 2.`,
    }),
  ]
}

const offers = (screen: Screen, {entity, name}: Pick<Action, 'entity' | 'name'>): boolean =>
  screen.kind.can.create === true &&
  entityShown(screen) === entity &&
  screen.address.kind === 'plain' &&
  bulletOf(screen, actions).includes(name)

function canAct(who: Who, {entity, name}: Action, context: CrossCheckContext): boolean {
  const {reach} = context
  if (who.kind === 'system') return true
  if (who.kind === 'role')
    return (
      reach.may(who.role, 'read', entity) ||
      isAudienceOfSome(who.role, entity, reach) ||
      actsOnNew(who.role, {entity, name}, context)
    )
  return reach.allRoles.some(role => reach.may(role, 'read', entity))
}

/** `signed in` includes every role. */
function isAudienceOfSome(role: string, entity: string, reach: CrossCheckContext['reach']): boolean {
  return role === 'signed in' && reach.allRoles.some(each => reach.may(each, 'read', entity))
}

function nobody({name, entity, rows}: Action): Finding {
  const place = rows[0] ?? {file: '', line: 1, column: 1}
  const message = `No one can do \`${name.replaceAll('_', ' ')}\`: no one under Who may read ${entity}.`
  return finding('N435', place, {
    message,
    hint: `Grant \`read\` on ${entity} in point 6, or change Who.`,
  })
}

/** A form that offers the action next to saving: the person who creates the record performs it in the same step. */
function actsOnNew(
  role: string,
  {entity, name}: Pick<Action, 'entity' | 'name'>,
  {screens, reach}: CrossCheckContext,
): boolean {
  const opens = ({for: whom}: Screen) =>
    whom.kind === 'everyone' || (role !== 'everyone' && (whom.kind === 'signed in' || whom.roles.includes(role)))
  const offered = screens.screens.some(screen => offers(screen, {entity, name}) && opens(screen))
  return reach.may(role, 'create', entity) && offered
}

function blind(row: Transition, action: Action, context: CrossCheckContext): Finding[] {
  const {entity} = action
  return row.who.flatMap(who => {
    if (who.kind !== 'role' || canAct(who, action, context)) return []
    const message = `${who.role} may not read ${entity}, so this action is never offered to them.`
    const hint = `Grant ${who.role} \`read\` on ${entity} in point 6, or remove the role from Who.`
    return [finding('N436', row, {message, hint})]
  })
}

// Inputs of an action that no role performing it may read.

export function checkActionInputs(context: CrossCheckContext): Finding[] {
  return [...context.actions.actions].flatMap(([entity, named]) =>
    [...named.values()].flatMap(action => action.rows.flatMap(row => checkRow(row, entity, context))),
  )
}

function checkRow(row: Transition, entity: string, context: CrossCheckContext): Finding[] {
  const roles = rolesOfActors(row.who, context).filter(role => context.reach.may(role, 'read', entity))
  if (roles.length === 0) return []
  return row.asks
    .filter(
      ({own, field}) => !own && !roles.some(role => context.reach.mayField(role, 'read', {entity, field: field.name})),
    )
    .map(asked => {
      const {name} = asked.field
      const message = `This action asks for \`${name}\`, which ${roles.join(', ')} may not read.`
      const hint = `Grant \`read\` on it in point 6, or ask for a separate input: \`new_${name}: …\`.`
      return finding('N437', inputPlace(asked, row, {entity, context}), {message, hint})
    })
}

/** A person found through a path may have any role. */
function rolesOfActors(who: readonly Who[], {reach}: CrossCheckContext): readonly string[] {
  const anybody = who.some(({kind, ...each}) => kind === 'person' || ('role' in each && each.role === 'signed in'))
  if (anybody) return reach.allRoles
  return who.flatMap(each => (each.kind === 'role' ? [each.role] : []))
}

function inputPlace(
  {field}: ActionInput,
  row: Transition,
  {entity, context}: {entity: string; context: CrossCheckContext},
): Place {
  const cells = context.states.machines.get(entity)?.rows.find(({Action}) => Action.line === row.line)
  const named = cells ? placedNames(cells.Asks) : []
  return named.find(({name}) => canonicalName(name.replace(/\?$/, '')) === field.name)?.place ?? row
}

/* Checks of states: unreachable states, dead ends, and misspelt names. */

interface Moving {
  readonly machine: Machine
  readonly rows: readonly Transition[]
}

function moving({states, actions}: CrossCheckContext): Moving[] {
  return [...states.machines.values()].flatMap(machine => {
    const named: readonly Action[] = [...(actions.actions.get(machine.entity)?.values() ?? [])]
    const rows = named.flatMap(action => action.rows)
    return rows.length === 0 || machine.states.length === 0 ? [] : [{machine, rows}]
  })
}

/** A state that occurs only in From or only in To, and whose name is close to another one, is a misspelling. */
export function checkSlips(context: CrossCheckContext): Finding[] {
  return moving(context).flatMap(all => {
    const lost = unreached(all)
    const stuck = deadEnds(all).filter(state => !lost.includes(state))
    const {states} = all.machine
    const written = (state: State) => context.mentioned.times(state.name)
    const meant = lost.map(state => slipOf(state, states, written))
    const sound = states.filter(state => !lost.includes(state) && !stuck.includes(state))
    const seen = new Set(meant.flatMap(slip => slip?.other ?? []))
    const ends = stuck.filter(state => !seen.has(state)).map(state => slipOf(state, sound, written))
    return [...meant, ...ends].flatMap(slip => slip?.found ?? [])
  })
}

/** Of two spellings the rarer one is wrong. */
function slipOf(state: State, others: readonly State[], written: (state: State) => number): Slip | null {
  const other = others.find(({name}) => isSlip(state.name, name))
  if (!other) return null
  const [wrong, right] = written(state) > written(other) ? [other, state] : [state, other]
  return {found: misspeltState(wrong, right), other}
}

interface Slip {
  readonly found: Finding
  readonly other: State
}

export function checkReached(context: CrossCheckContext): Finding[] {
  return moving(context).flatMap(all => [
    ...unreached(all).map(state =>
      finding('N430', state, {
        message: `No action leads to the state \`${state.name}\`.`,
        hint: 'Add one, or remove the state.',
      }),
    ),
    ...deadEnds(all).map(state =>
      finding('N431', state, {
        message: `No action leads out of the state \`${state.name}\`, and it is not final.`,
        hint: 'Add it to `- final:`, or add an action.',
      }),
    ),
  ])
}

/** Of unreachable states that only lead to each other, the first is reported. */
function unreached({machine: {states, starts}, rows}: Moving): State[] {
  const seen = new Set<string>(starts === null ? [] : [starts])
  follow(seen, rows)
  const found: State[] = []
  const led = (name: string) => rows.some(({to, from}) => to === name && !(from?.length === 1 && from[0] === name))
  const lonely = states.toSorted((a, b) => Number(led(a.name)) - Number(led(b.name)))
  for (const state of lonely) {
    if (seen.has(state.name)) continue
    found.push(state)
    seen.add(state.name)
    follow(seen, rows)
  }
  return found
}

function follow(seen: Set<string>, rows: readonly Transition[]): void {
  for (let before = -1; before < seen.size; ) {
    before = seen.size
    for (const {from, to} of rows)
      if (to !== null && (from === null ? before > 0 : from.some(each => seen.has(each)))) seen.add(to)
  }
}

function deadEnds({machine: {states, final}, rows}: Moving): State[] {
  const isLeft = (name: string) =>
    rows.some(({from, to}) => to !== null && to !== name && (from === null || from.includes(name)))
  return states.filter(({name}) => !final.includes(name) && !isLeft(name))
}
