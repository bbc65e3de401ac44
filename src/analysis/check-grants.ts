/** Checks of grants: redundant grants, conditions that decide nothing, and conditions that a person can evade by changing the record first. */

import {type Finding, finding, type Place} from '../document/finding.ts'
import type {Text} from '../document/raw.ts'
import {type Core, namesMe, partsOf, sidesOfMe, termsOf} from '../feel/core.ts'
import {fieldsReadBy} from '../points/entities/functions.ts'
import {isSerial, refersToPerson} from '../points/entities/lookup.ts'
import type {Entity, Field} from '../points/entities/model.ts'
import {userEntity} from '../points/entities/own-fields.ts'
import type {Act, RoleGrant} from '../points/roles/model.ts'
import type {Transition} from '../points/states/model.ts'
import {type CrossCheckContext, hiddenReads, nameOfAudience} from './context.ts'
import {alwaysHolds, neverTogether} from './prover.ts'
import type {Terms} from './terms.ts'

/* Checks of fields against grants. First: required fields that no role with `create` may fill in, so that no record could be created. */

export function checkWritable(context: CrossCheckContext): Finding[] {
  return [...context.entities.entities.values()].flatMap(entity => checkEntity(entity, context))
}

function checkEntity(entity: Entity, {roles, reach}: CrossCheckContext): Finding[] {
  const people = [...reach.allRoles, 'everyone', 'signed in'].filter(role => reach.may(role, 'create', entity.name))
  if (people.length === 0 || roles.open || entity.source === null) return []
  return [...entity.fields.values()]
    .filter(field => mustBeGiven(field) && field.name !== entity.partOf?.field)
    .filter(
      field =>
        field.setByEngine ||
        !people.some(role => reach.mayField(role, 'create', {entity: entity.name, field: field.name})),
    )
    .map(field => {
      if (field.setByEngine) {
        const message = `\`${field.name}\` is required and set by the engine, but has no default.`
        return finding('N330', field, {message, hint: defaultFor(field)})
      }
      const message = `\`${field.name}\` is required, but no role that may create ${entity.name} may fill it in.`
      const hint = `Add it to the Fields of a grant in point 6 for ${people.join(', ')}, or give it a default.`
      return finding('N330', field, {message, hint})
    })
}

function defaultFor({type}: Field): string {
  const {kind} = type.type
  const values: Readonly<Record<string, string>> = {date: 'today()', 'date and time': 'now()', number: '0'}
  const value = type.control.entity === 'User' ? 'me' : values[kind]
  const given = value === undefined ? 'Give it a default' : `Give it a default, such as \`${value}\``
  return `${given}, or remove \`yes\` under Required: an action that creates the record can still set it.`
}

/** A slug is derived from another field. */
function mustBeGiven(field: Field): boolean {
  const {required, default: byDefault, computed, state, slugOf} = field
  return required && byDefault === null && computed === null && !state && !isSerial(field) && !slugOf
}

// Permissions that depend on what a function sets, which is known only when everything of a change is written.

export function checkSetByFunctions({roles, entities}: CrossCheckContext): Finding[] {
  return roles.grants.flatMap(({where, entity: name, acts}) => {
    const entity = entities.entities.get(name)
    if (!where?.core || !entity || !(acts.has('create') || acts.has('update'))) return []
    const read = [...fieldsReadBy(where.core, entity)].find(each => entity.fields.get(each)?.setBy)
    if (read === undefined) return []
    const message = `Where cannot use \`${read}\` for \`create\` and \`update\`: a function sets it after permissions are checked.`
    return [finding('N335', where.text, {message, hint: 'Make it a rule in point 5, which sees the new value.'})]
  })
}

// Computed fields that reveal data a role may not read: they are evaluated with access to everything, as are arguments.

export function checkComputed(context: CrossCheckContext): Finding[] {
  if (context.roles.open) return []
  return [...context.entities.entities.values()].flatMap(entity =>
    [...entity.fields.values()].flatMap(field => checkComputedField(field, entity, context)),
  )
}

/** A grant that names the field permits reading it on purpose. */
function checkComputedField(field: Field, entity: Entity, {reach}: CrossCheckContext): Finding[] {
  const cores = field.computed?.core ? [field.computed.core] : (field.setBy?.args ?? [])
  if (cores.length === 0) return []
  const at = {reach, at: entity.name}
  const people = [null, ...reach.allRoles]
    .filter(role => reach.mayUnnamed(role, 'read', entity.name))
    .map(role => ({role, hidden: cores.flatMap(core => hiddenReads(core, role, at))}))
    .filter(({hidden}) => hidden.length > 0)
  if (people.length === 0) return []
  const who = people.map(({role}) => nameOfAudience(role)).join(', ')
  const reads = [...new Set(people.flatMap(({hidden}) => hidden))].map(name => `\`${name}\``).join(' and ')
  const message = `\`${field.name}\` is computed from ${reads}, which ${who} may not read, and reveals it to them.`
  const hint = `Name the Fields of their grant on ${entity.name} in point 6, with or without \`${field.name}\`.`
  return [finding('N332', field, {message, hint})]
}

export function checkGrants({roles: {grants}, terms}: CrossCheckContext): Finding[] {
  const rows = [...Map.groupBy(grants, rowOf).values()]
  const byEntity = Map.groupBy(grants, ({entity}) => entity)
  const near = ({entity, ...place}: RoleGrant) => others(byEntity.get(entity) ?? [], rowOf(place))
  return rows.flatMap(row => [
    ...checkRowConditions(row, terms),
    ...checkStrangers(row),
    ...checkRedundant(row, near, terms),
  ])
}

/** There is no `me` before sign-in, so a condition that needs `me` grants nothing to `everyone`. */
function checkStrangers(row: readonly RoleGrant[]): Finding[] {
  const asked = row.flatMap(({role, where}) =>
    role === 'everyone' && where?.core ? [{...where, core: where.core}] : [],
  )
  const [first] = asked
  if (!first || asked.some(({core}) => mayHoldForStrangers(core, true))) return []
  const message = 'There is no `me` for people who have not signed in, so this grants them nothing.'
  return [finding('N624', first.text, {message, hint: 'Grant it to `signed in`, or to a role.'})]
}

/** Whether the condition can have the given result without a person; comparisons with `me` cannot. */
function mayHoldForStrangers(core: Core, asked: boolean): boolean {
  if (core.op === 'value') return core.value === asked
  if (core.op === 'not') return mayHoldForStrangers(core.of, !asked)
  if (core.op === 'and' || core.op === 'or') {
    const each = core.items.map(item => mayHoldForStrangers(item, asked))
    return (core.op === 'and') === asked ? each.every(Boolean) : each.some(Boolean)
  }
  if (core.op === 'compare') {
    const mine = sidesOfMe(core.left, core.right)
    return !(mine.left || mine.right)
  }
  if (core.op === 'call' && core.name === 'list contains') return !namesMe(core)
  return core.op !== 'in' || !namesMe(core.value)
}

/**
 * Each row is compared with at most this many rows of its entity, so that the work is linear in the size of the
 * document.
 */
const mostCompared = 60

function others(grants: readonly RoleGrant[], row: string): RoleGrant[] {
  const found: RoleGrant[] = []
  for (const grant of grants) {
    if (rowOf(grant) !== row) found.push(grant)
    if (found.length === mostCompared) break
  }
  return found
}

const rowOf = ({file, line}: Place): string => `${file}:${line}`

/** A row may name several entities; a finding about its condition must hold for all of them. */
function checkRowConditions(row: readonly RoleGrant[], terms: Terms): Finding[] {
  const conditions = row.flatMap(({where}) => (where?.core ? [{core: where.core, text: where.text}] : []))
  const [first] = conditions
  if (!first) return []
  if (conditions.every(({core}) => neverTogether([core], terms))) {
    const message = 'This is never true, so the row grants nothing.'
    const hint = 'Check the types, choices and constants in it.'
    return [finding('N623', first.text, {message, hint})]
  }
  if (!conditions.every(({core}) => alwaysHolds(core, terms))) return []
  const message = 'This is always true, so it restricts nothing.'
  return [finding('N623', first.text, {message, hint: 'Clear the cell, or correct the condition.'})]
}

function checkRedundant(
  row: readonly RoleGrant[],
  near: (grant: RoleGrant) => readonly RoleGrant[],
  terms: Terms,
): Finding[] {
  const covering = row.map(grant => coveringOf(grant, near(grant), terms))
  const [grant] = row
  const [first] = covering.flatMap(each => each ?? [])
  if (!grant || !first || covering.includes(null)) return []
  const by = first.role === grant.role ? '' : ` to \`${first.role}\``
  const message = `Line ${first.line} already grants all of this${by}.`
  return [finding('N620', grant, {message, hint: 'Remove this row, or change what it grants.'})]
}

/** The grants that together give every operation of this one; null if one operation is not covered. */
function coveringOf(grant: RoleGrant, others: readonly RoleGrant[], terms: Terms): RoleGrant[] | null {
  const covering = [...grant.acts].map(act => others.find(other => covers(other, {grant, act, terms})))
  return covering.length === 0 || covering.includes(undefined) ? null : covering.filter(each => each !== undefined)
}

interface GrantQuestion {
  readonly grant: RoleGrant
  readonly act: Act
  readonly terms: Terms
}

function covers(other: RoleGrant, {grant, act, terms}: GrantQuestion): boolean {
  if (!isWider(other.role, grant.role) || other.entity !== grant.entity || !other.acts.has(act)) return false
  if (!hasFields(other.fields, grant.fields) || !isImplied(grant, other, terms)) return false
  // Of two equal rows, the later one is redundant.
  return !isSame(other, grant, terms) || other.line < grant.line
}

const isWider = (role: string, than: string): boolean =>
  role === than || role === 'everyone' || (role === 'signed in' && than !== 'everyone')

function hasFields(these: RoleGrant['fields'], those: RoleGrant['fields']): boolean {
  return these === null || (those !== null && [...those].every(field => these.has(field)))
}

function isImplied({where}: RoleGrant, {where: wider}: RoleGrant, terms: Terms): boolean {
  if (wider === null) return true
  return wider.core !== null && where?.core !== null && alwaysHolds(wider.core, terms, where ? [where.core] : [])
}

function isSame(one: RoleGrant, other: RoleGrant, terms: Terms): boolean {
  const acts = one.acts.size === other.acts.size && [...one.acts].every(act => other.acts.has(act))
  return acts && one.role === other.role && hasFields(other.fields, one.fields) && isImplied(one, other, terms)
}

// Conditions on the acting person that this person can evade: `person != me` does not stop a person who may change
// `person` first. Conditions that require `me` are not reported: people reassign tickets as part of their work.

export function checkEvaded(context: CrossCheckContext): Finding[] {
  if (context.roles.open) return []
  return [...checkGuardReads(context), ...checkRules(context), ...evadedGrants(context)]
}

interface ActorCondition {
  readonly entity: string
  readonly core: Core
  readonly text: Text
  /** The roles and audiences of the people who act. */
  readonly actors: readonly string[]
}

function checkGuardReads(context: CrossCheckContext): Finding[] {
  return [...context.actions.actions].flatMap(([entity, named]) =>
    [...named.values()].flatMap(({rows}) =>
      rows.flatMap(row => {
        const {when} = row
        return when?.core
          ? told({entity, core: when.core, text: when.text, actors: actorsOf(row, context)}, context, 'others')
          : []
      }),
    ),
  )
}

/** People found through a path may have any role. */
function actorsOf({who}: Transition, {reach}: CrossCheckContext): string[] {
  return who.flatMap(each => (each.kind === 'role' ? [each.role] : each.kind === 'person' ? [...reach.allRoles] : []))
}

function checkRules(context: CrossCheckContext): Finding[] {
  return context.rules.rules.flatMap(({entity, on, when, must}) => {
    if (on?.kind === 'create') return []
    const rows = on === null ? [] : (context.actions.actions.get(entity)?.get(on.action)?.rows ?? [])
    const actors = on === null ? context.reach.allRoles : rows.flatMap(row => actorsOf(row, context))
    return [must, ...(when ? [when] : [])].flatMap(({core, text}) =>
      told({entity, core, text, actors}, context, 'others'),
    )
  })
}

/** A field that may not be read cannot be changed either, so `read` cannot be gained this way. */
function evadedGrants(context: CrossCheckContext): Finding[] {
  return context.roles.grants.flatMap(({role, acts, entity, where}) =>
    where?.core && ['update', 'delete', 'export'].some(act => acts.has(act as 'update'))
      ? told({entity, core: where.core, text: where.text, actors: [role]}, context)
      : [],
  )
}

function told(
  {entity, core, text, actors}: ActorCondition,
  context: CrossCheckContext,
  asks: EvasionQuestion['asks'] | 'either' = 'either',
): Finding[] {
  const declared = context.entities.entities.get(entity)
  if (!declared) return []
  const fields = new Set(
    askedOf(core, true).flatMap(each => (asks === 'either' || each.asks === asks ? [each.field] : [])),
  )
  for (const name of fields) {
    const field = declared.fields.get(name)
    const role = field && actors.find(actor => mayChange(actor, {entity: declared, field}, context))
    if (!role) continue
    const message = `This depends on \`${name}\`, which ${role} may change before they act.`
    const rows = [...(context.actions.actions.get(entity)?.values() ?? [])].flatMap(action => action.rows)
    // What an action asks for cannot be set by the engine alone.
    const isAsked = rows.some(row => row.asks.some(({field: asked, own}) => !own && asked.name === name))
    const hint = isAsked
      ? `Do not grant ${role} \`update\` on \`${name}\`, or accept this where changing it first gains nothing: \`- accept: N625 because …\`.`
      : `Write \`engine\` under Set by of \`${name}\` in point 3, or do not grant ${role} \`update\` on it.`
    return [finding('N625', text, {message, hint})]
  }
  return []
}

/** A grant whose own condition fixes the field is safe: the record must satisfy it before and after the change. */
function mayChange(role: string, {entity, field}: {entity: Entity; field: Field}, {reach}: CrossCheckContext): boolean {
  if (field.setByEngine || field.state || field.computed !== null) return false
  const conditions = reach.conditionsFor(role, 'update', {entity: entity.name, field: field.name})
  return conditions.some(where => where === null || !keeps(where, field.name))
}

function keeps(where: Core, field: string): boolean {
  if (where.op === 'and') return where.items.some(item => keeps(item, field))
  return where.op === 'compare' && where.by === '=' && isOwn(where.left, where.right, field)
}

function isOwn(left: Core, right: Core, field: string): boolean {
  const named = (one: Core, other: Core) => ownPeople(one) === field && other.op === 'me'
  return named(left, right) || named(right, left)
}

interface EvasionQuestion {
  readonly field: string
  /** Whether the comparison requires `me`, or anyone but `me`. */
  readonly asks: 'me' | 'others'
}

/** Fields of the record that are compared with `me`. `so`: whether the condition must be true or false. */
function askedOf(core: Core, so: boolean): EvasionQuestion[] {
  const asks = so ? 'me' : 'others'
  if (core.op === 'not') return askedOf(core.of, !so)
  if (core.op === 'compare' && (core.by === '=' || core.by === '!='))
    return heldAgainstMe([core.left, core.right], core.by === '=' ? asks : so ? 'others' : 'me')
  if (core.op === 'in')
    return heldAgainstMe(
      [core.value, ...core.tests.flatMap(test => ('with' in test ? [test.with] : 'of' in test ? [test.of] : []))],
      asks,
    )
  if (core.op === 'call' && core.name === 'list contains') return heldAgainstMe(core.args, asks)
  if (core.op === 'and' || core.op === 'or') return core.items.flatMap(item => askedOf(item, so))
  if (core.op === 'if') return partsOf(core).flatMap(part => [...askedOf(part, so), ...askedOf(part, !so)])
  return []
}

function heldAgainstMe(sides: readonly Core[], asks: EvasionQuestion['asks']): EvasionQuestion[] {
  if (!sides.some(namesMe)) return []
  return sides.flatMap(side => {
    const field = ownPeople(side)
    return field === null ? [] : [{field, asks}]
  })
}

/** A field of the record itself that holds a person or people; a longer path is about another record. */
function ownPeople(core: Core): string | null {
  if ((core.op !== 'field' && core.op !== 'relation') || core.of.op !== 'this') return null
  const type = core.type.kind === 'list' ? core.type.of : core.type
  return refersToPerson(type) ? core.field : null
}

// A person signs in by their address: who may change the addresses of others may become any of them.

export function checkAddresses({roles, reach}: CrossCheckContext): Finding[] {
  if (roles.open) return []
  return roles.grants
    .filter(
      ({role, entity, acts, fields, where}) =>
        entity === userEntity &&
        acts.has('update') &&
        fields?.has('email') === true &&
        !(where?.core && isOwnRecord(where.core)) &&
        !reach.mayField(role, 'update', {entity, field: 'roles'}),
    )
    .map(({role, ...row}) => {
      const message = `${role} may change the \`email\` of other people but not their \`roles\`, and could sign in as someone with more of them.`
      const hint = 'Leave `email` out of the Fields, or write `this = me` under Where: people change their own.'
      return finding('N626', row, {message, hint})
    })
}

const isOwnRecord = (where: Core): boolean =>
  termsOf(where).some(
    term =>
      term.op === 'compare' &&
      term.by === '=' &&
      [term.left, term.right].some(({op}) => op === 'this') &&
      [term.left, term.right].some(({op}) => op === 'me'),
  )
