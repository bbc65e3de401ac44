/** Checks of own screens against grants and actions: rows that are always empty, and actions that are never possible. */
import {type Finding, finding, type Place} from '../document/finding.ts'
import {includesPerson} from '../points/roles/model.ts'
import type {Screen} from '../points/screens/model.ts'
import {
  isAccountDeed,
  isOwnList,
  listsOfOwn,
  type OwnActionRow,
  type OwnSet,
  setInRecord,
} from '../points/screens/own/model.ts'
import type {Who} from '../points/states/model.ts'
import {type CrossCheckContext, nameOfAudience, type Reach, type RoleOrEveryone} from './context.ts'

export function checkOwnScreen(screen: Screen, context: CrossCheckContext): Finding[] {
  const people = audienceOfOwn(screen, context.reach)
  if (screen.own === null || people.length === 0) return []
  const at: OwnCheck = {screen, people, context}
  return [
    ...readsOf(screen).flatMap(each => checkRead(each, at)),
    ...screen.own.actions.flatMap(each => checkOwnAction(each, at)),
  ]
}

interface OwnCheck {
  readonly screen: Screen
  readonly people: readonly RoleOrEveryone[]
  readonly context: CrossCheckContext
}

/** A screen for everyone is also opened by people with roles, who get and do more than visitors. */
function audienceOfOwn({for: whom}: Screen, {allRoles}: Reach): readonly RoleOrEveryone[] {
  if (whom.kind === 'roles') return whom.roles
  return whom.kind === 'everyone' ? [null, ...allRoles] : allRoles
}

interface OwnRead extends Place {
  readonly name: string
  readonly entity: string
}

/** The records that own code reads, and the values of its address that are records. */
function readsOf({own}: Screen): readonly OwnRead[] {
  if (own === null) return []
  const named = own.address.flatMap(({type, ...each}) =>
    type.kind === 'reference' ? [{...each, entity: type.entity}] : [],
  )
  const figures = own.data.flatMap(each => (isOwnList(each) ? [] : [{...each, entity: each.figure.entity}]))
  return [...named, ...listsOfOwn(own), ...figures]
}

/** Everyone gets the rows that they may read; rows that nobody gets are a mistake. */
function checkRead(read: OwnRead, {screen, people, context: {reach}}: OwnCheck): Finding[] {
  if (people.some(role => reach.may(role, 'read', read.entity))) return []
  const message = `\`${read.name}\` is always empty: no role that can open "${screen.name}" may read ${read.entity}.`
  return [finding('N232', read, {message, hint: `Grant \`read\` on ${read.entity} in point 6, or remove it.`})]
}

/** Visitors sign in and sign up, where a redirect can lead them. */
function checkAccountAction({name, does, ...place}: OwnActionRow, {screen, people, context}: OwnCheck): Finding[] {
  const found: Finding[] = []
  const isOpen = does.kind === 'sign out' || people.includes(null)
  const joins = [...context.roles.roles.values()].some(({joinsBy}) => joinsBy === 'sign-up')
  if (!isOpen) {
    const message = `\`${name}\` is never possible: "${screen.name}" is not for visitors.`
    found.push(finding('N232', place, {message, hint: 'Write `everyone` under For.'}))
  } else if (does.kind === 'sign up' && !joins) {
    const message = `\`${name}\` is never possible: no role can be joined by sign-up.`
    found.push(
      finding('N232', place, {message, hint: 'Write `sign-up` under Joins by of a role in point 6, or remove it.'}),
    )
  }
  if (does.kind !== 'sign out' && screen.route.segments.some(({kind}) => kind === 'parameter')) {
    const message = `Visitors cannot be led to "${screen.name}" to ${does.kind}: its route has a parameter.`
    found.push(finding('N251', place, {message, hint: 'Move the action to a screen with a plain route: `/sign-in`.'}))
  }
  return found
}

function checkOwnAction(row: OwnActionRow, at: OwnCheck): Finding[] {
  const {name, does, ...place} = row
  const {screen, people, context} = at
  const {entity} = does
  if (isAccountDeed(does.kind)) return checkAccountAction(row, at)
  const acts = does.kind === 'action' ? 'read' : does.kind
  const granted = people.filter(role => context.reach.may(role, acts, entity))
  const performed = does.kind === 'action' ? does.action : does.kind === 'create' ? does.follows : null
  const rows = performed === null ? [] : (context.actions.actions.get(entity)?.get(performed)?.rows ?? [])
  const able =
    performed === null ? granted : granted.filter(role => rows.some(({who}) => who.some(each => includes(each, role))))
  if (able.length > 0) return setInRecord(row, rows).flatMap(each => checkSet(each, row, {...at, able}))
  const isGranted = granted.length > 0
  const words = performed?.replaceAll('_', ' ')
  const cannot = isGranted ? `perform \`${words}\`` : `${acts} ${entity}`
  const message = `\`${name}\` is never possible: no role that can open "${screen.name}" may ${cannot}.`
  const change = isGranted
    ? `Add such a role to Who of \`${words}\` in point 4`
    : `Grant \`${acts}\` on ${entity} in point 6`
  return [finding('N232', place, {message, hint: `${change}, or remove the row.`})]
}

/** A value that the document sets needs the same grant as one that is filled in. `able`: who may do the rest. */
function checkSet(
  {field, ...place}: OwnSet,
  {name, does: {kind, entity}}: OwnActionRow,
  {screen, people, able, context}: OwnCheck & {readonly able: readonly RoleOrEveryone[]},
): Finding[] {
  const act = kind === 'create' ? kind : 'update'
  if (people.some(role => context.reach.mayField(role, act, {entity, field}))) return []
  const may = `set \`${field}\` of ${act === 'create' ? `a new ${entity}` : entity}`
  const message = `\`${name}\` is never possible: no role that can open "${screen.name}" may ${may}.`
  const who = able.map(nameOfAudience).join(' or ')
  const hint = `Grant \`${act}\` on ${entity} with \`${field}\` under Fields to ${who} in point 6, or remove it here.`
  return [finding('N232', place, {message, hint})]
}

/** Whether a row of an action can be for people of a role: by the role, or as a person that the record names. */
function includes(who: Who, role: RoleOrEveryone): boolean {
  if (who.kind === 'system') return false
  return who.kind === 'person' ? role !== null : includesPerson(who.role, role === null ? null : [role])
}
