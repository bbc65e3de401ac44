/**
 * Notifications to people who may not read the record: they are never shown. Reports what follows from the states of
 * the row, the people named and the grants; whether a person has a role besides the one assumed is not known.
 */

import {type Finding, finding} from '../document/finding.ts'
import {type Core, namesMe, termsOf, withItem} from '../feel/core.ts'
import {booleanType} from '../feel/type.ts'
import {refersToPerson} from '../points/entities/lookup.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import {type NotifyEffect, singleEffects, type Transition} from '../points/states/model.ts'
import {statesOf} from './check-conditions.ts'
import type {CrossCheckContext, RoleOrEveryone} from './context.ts'
import {forRole} from './partly-hidden.ts'
import {alwaysHolds, neverTogether} from './prover.ts'

export function checkNotifications(context: CrossCheckContext): Finding[] {
  if (context.roles.open) return []
  const ofActions = [...context.actions.actions].flatMap(([entity, named]) =>
    [...named.values()].flatMap(({rows}) => rows.flatMap(row => checkRecipients(row, entity, context))),
  )
  const ofChanges = [...context.actions.tells].flatMap(([entity, {create, update, delete: deleted}]) =>
    [...create, ...update, ...deleted].flatMap(each => unread(each, {entity, state: null, row: null}, context)),
  )
  return [...ofActions, ...ofChanges]
}

interface Notified {
  readonly entity: string
  /** The state of the record when it is read, as a condition; null if it may have any. */
  readonly state: {readonly core: Core; readonly names: readonly string[]} | null
  readonly row: Transition | null
}

function checkRecipients(row: Transition, entity: string, context: CrossCheckContext): Finding[] {
  const names = row.to === null ? row.from : [row.to]
  const core = names === null ? null : statesOf(names, entity, context)
  const state = core === null || names === null ? null : {core, names}
  return singleEffects(row).flatMap(effect =>
    effect.kind === 'notify' ? unread(effect, {entity, state, row}, context) : [],
  )
}

function unread(
  {people, place}: Pick<NotifyEffect, 'people' | 'place'>,
  {entity, state, row}: Notified,
  context: CrossCheckContext,
): Finding[] {
  if (place === null) return []
  const {reach, terms} = context
  const identity = identityOf(people, row)
  const facts = [...(state ? [state.core] : []), ...identity.facts]
  const mayRead = (role: RoleOrEveryone) =>
    reach.granted(role, 'read', entity).some(({where}) => {
      const condition = where && forRole(where, role)
      if (condition === null) return true
      if (neverTogether([condition, ...facts], terms)) return false
      // Nothing says that people who are found elsewhere are those of the record.
      return !identity.elsewhere || termsOf(condition).every(term => !namesMe(term) || alwaysHolds(term, terms, facts))
    })
  const roles = rolesOfRecipients(people, context)
  const without = (roles ?? reach.allRoles).filter(role => !mayRead(role))
  if (without.length === 0 || (roles === null && without.length < reach.allRoles.length)) return []
  const who = roles === null ? 'no role' : without.join(', ')
  const there = state === null ? '' : ` in the state ${state.names.map(name => `\`${name}\``).join(' or ')}`
  const message = `${roles === null ? 'No one is' : 'These people are not'} notified: ${who} may ${roles === null ? '' : 'not '}read ${entity}${there}, and people are notified only of records that they may read.`
  const where = state === null ? '' : ` where \`${writtenState(state.names, entity, context)}\``
  const whom = roles === null ? 'them' : without.join(', ')
  const hint = `Grant ${whom} \`read\` on ${entity}${where} in point 6, or notify them in an action of a record that they may read.`
  return [finding('N439', place, {message, hint})]
}

function writtenState(names: readonly string[], entity: string, {states}: CrossCheckContext): string {
  const field = states.machines.get(entity)?.field ?? 'status'
  const words = names.map(name => `"${name}"`).join(', ')
  return names.length === 1 ? `${field} = ${words}` : `${field} in (${words})`
}

// What is known of a recipient, who is `me` in the grants.

interface Identity {
  readonly facts: readonly Core[]
  /** Not found through fields of the record itself. */
  readonly elsewhere: boolean
}

const nothingKnown: Identity = {facts: [], elsewhere: false}

function identityOf(people: Core, row: Transition | null): Identity {
  if (people.op === 'filter') return ofFilter(people)
  if (people.op === 'map' || startOf(people).op === 'input' || startOf(people).op === 'at')
    return {facts: [], elsewhere: true}
  const isSet = row?.effects.some(effect => effect.kind === 'set' && effect.field === headOf(people))
  if (isSet || startOf(people).op !== 'this') return nothingKnown
  if (refersToPerson(people.type))
    return {facts: [{op: 'compare', by: '=', left: people, right: meCore, type: booleanType}], elsewhere: false}
  const contains: Core = {op: 'call', name: 'list contains', args: [people, meCore], required: 0, type: booleanType}
  return {facts: [contains], elsewhere: false}
}

const meCore: Core = {op: 'me', type: {kind: 'reference', entity: userEntity}}

/** `User[active and list contains(roles, "HR")]`, `invited[item != me]`. */
function ofFilter(people: Core & {readonly op: 'filter'}): Identity {
  if (people.list.op !== 'all') return nothingKnown
  return {facts: termsOf(withItem(people.condition, people.variable, meCore)), elsewhere: true}
}

/** The value that a path of fields starts at. */
const startOf = (core: Core): Core => (core.op === 'field' || core.op === 'relation' ? startOf(core.of) : core)

function headOf(core: Core): string | null {
  if (core.op !== 'field' && core.op !== 'relation') return null
  return core.of.op === 'field' || core.of.op === 'relation' ? headOf(core.of) : core.field
}

// The roles that recipients have, as far as the document says.

/** Null: they may have any role. */
function rolesOfRecipients(people: Core, context: CrossCheckContext): readonly string[] | null {
  if (people.op === 'filter' && people.list.op === 'all') {
    const words = termsOf(withItem(people.condition, people.variable, meCore)).flatMap(rolesNamed)
    return words.length > 0 ? words.filter(word => context.reach.allRoles.includes(word)) : null
  }
  const last = people.op === 'map' ? people.body : people.op === 'filter' ? people.list : people
  if (last.op !== 'field') return null
  const own = rolesOfOwner(last, context)
  return own.length > 0 ? own : null
}

/** `list contains(roles, "HR")`, and alternatives of such conditions. */
function rolesNamed(core: Core): string[] {
  if (core.op === 'or')
    return core.items.every(item => rolesNamed(item).length > 0) ? core.items.flatMap(rolesNamed) : []
  if (core.op !== 'call' || core.name !== 'list contains') return []
  const [list, word] = core.args
  const isRoles = (list?.op === 'field' || list?.op === 'relation') && list.of.op === 'me' && list.field === 'roles'
  return isRoles && word?.op === 'value' && typeof word.value === 'string' ? [word.value] : []
}

/** Those who create a record with themselves in the field: `create Patient where account = me`. */
function rolesOfOwner({entity, field}: Core & {readonly op: 'field'}, {reach, entities}: CrossCheckContext): string[] {
  const declared = entities.entities.get(entity)?.fields.get(field)
  const isOwn = declared?.default?.core?.op === 'me'
  return reach.allRoles.filter(role =>
    reach
      .granted(role, 'create', entity)
      .some(({where}) => (where !== null && fixes(where, field)) || (isOwn && declared?.setByEngine === true)),
  )
}

function fixes(where: Core, field: string): boolean {
  return termsOf(where).some(term => {
    if (term.op !== 'compare' || term.by !== '=') return false
    const sides = [term.left, term.right]
    return (
      sides.some(({op}) => op === 'me') &&
      sides.some(side => side.op === 'field' && side.of.op === 'this' && side.field === field)
    )
  })
}
