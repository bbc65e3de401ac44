/**
 * Checks of actions against grants: a person must be able to read a record to act on it, and to read the fields that
 * the action asks for.
 */

import {type Finding, finding, type Place} from '../document/finding.ts'
import {namesIn} from '../document/split-cell.ts'
import {canonicalName} from '../points/entities/names.ts'
import type {Screen} from '../points/screens/model.ts'
import type {Action, ActionInput, Transition, Who} from '../points/states/model.ts'
import type {CrossCheckContext} from './context.ts'

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

/** A row that starts from nothing is taken by a form for a new record alone. */
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

const offers = ({shows, address, details}: Screen, {entity, name}: Pick<Action, 'entity' | 'name'>): boolean =>
  shows.kind === 'form' && shows.entity === entity && address.kind === 'plain' && details.actions.includes(name)

function canAct(who: Who, {entity, name}: Action, context: CrossCheckContext): boolean {
  const {reach} = context
  if (who.kind === 'system') return true
  if (who.kind === 'role')
    return (
      reach.may(who.role, 'read', entity) ||
      isAudienceOfSome(who.role, entity, reach) ||
      actsOnNew(who.role, {entity, name}, context)
    )
  return reach.everybody.some(role => reach.may(role, 'read', entity))
}

/** `signed in` includes every role. */
function isAudienceOfSome(role: string, entity: string, reach: CrossCheckContext['reach']): boolean {
  return role === 'signed in' && reach.everybody.some(each => reach.may(each, 'read', entity))
}

function nobody({name, entity, rows}: Action): Finding {
  const place = rows[0] ?? {file: '', line: 1, column: 1}
  const message = `No one can do \`${name.replaceAll('_', ' ')}\`: no one under Who may read ${entity}.`
  return finding('N435', place, {
    message,
    hint: `Grant \`read\` on ${entity} in point 6, or change Who.`,
  })
}

/** A form that offers the action beside saving: the person who creates the record acts on it in the same step. */
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

// Fields that an action asks for although no role that performs it may read them.

export function checkActionInputs(context: CrossCheckContext): Finding[] {
  return [...context.actions.actions].flatMap(([entity, named]) =>
    [...named.values()].flatMap(action => action.rows.flatMap(row => checkRow(row, entity, context))),
  )
}

function checkRow(row: Transition, entity: string, context: CrossCheckContext): Finding[] {
  const roles = rolesOf(row.who, context).filter(role => context.reach.may(role, 'read', entity))
  if (roles.length === 0) return []
  return row.asks
    .filter(
      ({own, field}) => !own && !roles.some(role => context.reach.mayField(role, 'read', {entity, field: field.name})),
    )
    .map(asked => {
      const {name} = asked.field
      const message = `This action asks for \`${name}\`, which ${roles.join(', ')} may not read.`
      const hint = `Grant \`read\` on it in point 6, or ask for a separate input: \`new_${name}: …\`.`
      return finding('N437', placeOf(asked, row, {entity, context}), {message, hint})
    })
}

/** A person found through a path may have any role. */
function rolesOf(who: readonly Who[], {reach}: CrossCheckContext): readonly string[] {
  const anybody = who.some(({kind, ...each}) => kind === 'person' || ('role' in each && each.role === 'signed in'))
  if (anybody) return reach.everybody
  return who.flatMap(each => (each.kind === 'role' ? [each.role] : []))
}

function placeOf(
  {field}: ActionInput,
  row: Transition,
  {entity, context}: {entity: string; context: CrossCheckContext},
): Place {
  const cells = context.states.machines.get(entity)?.rows.find(({Action}) => Action.line === row.line)
  const named = cells ? namesIn(cells.Asks) : []
  return named.find(({name}) => canonicalName(name.replace(/\?$/, '')) === field.name)?.place ?? row
}
