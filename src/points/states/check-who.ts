/** Actions that nobody can do, or not everybody who is named: whoever acts must be able to read the record. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import type {Screen} from '../screens/model.ts'
import type {Action, Transition, Who} from './model.ts'

export function checkWho(across: Across): Finding[] {
  return [...across.actions.actions.values()].flatMap(named =>
    [...named.values()].flatMap(action => checkAction(action, across)),
  )
}

function checkAction(action: Action, across: Across): Finding[] {
  const who = action.rows.flatMap(row => row.who)
  if (who.length > 0 && !who.some(each => canAct(each, action, across))) return [nobody(action)]
  return action.rows.flatMap(row => blind(row, action, across))
}

function canAct(who: Who, {entity, name}: Action, across: Across): boolean {
  const {reach} = across
  if (who.kind === 'system') return true
  if (who.kind === 'role')
    return (
      reach.may(who.role, 'read', entity) ||
      isAudienceOfSome(who.role, entity, reach) ||
      actsOnNew(who.role, {entity, name}, across)
    )
  return reach.everybody.some(role => reach.may(role, 'read', entity))
}

/** `signed in` is whoever has some role. */
function isAudienceOfSome(role: string, entity: string, reach: Across['reach']): boolean {
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

/** A form that offers the action beside saving: whoever creates the record acts on it in the same step. */
function actsOnNew(role: string, {entity, name}: Pick<Action, 'entity' | 'name'>, {screens, reach}: Across): boolean {
  const opens = ({for: whom}: Screen) =>
    whom.kind === 'everyone' || (role !== 'everyone' && (whom.kind === 'signed in' || whom.roles.includes(role)))
  const offers = ({shows, address, details}: Screen) =>
    shows.kind === 'form' && shows.entity === entity && address.kind === 'plain' && details.actions.includes(name)
  return reach.may(role, 'create', entity) && screens.screens.some(screen => offers(screen) && opens(screen))
}

function blind(row: Transition, action: Action, across: Across): Finding[] {
  const {entity} = action
  return row.who.flatMap(who => {
    if (who.kind !== 'role' || canAct(who, action, across)) return []
    const message = `${who.role} may not read ${entity}, so this action is never offered to them.`
    const hint = `Grant ${who.role} \`read\` on ${entity} in point 6, or remove the role from Who.`
    return [finding('N436', row, {message, hint})]
  })
}
