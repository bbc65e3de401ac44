/**
 * Conditions on who acts that the actor can get around: `person != me` keeps nobody from deciding about their own request who may
 * change `person` first. Guards and rules that ask for `me` are left alone: whom a ticket is assigned to, people change as part of their work.
 */
import {type Finding, finding} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import {namesMe, partsOf} from '../../feel/mentions.ts'
import type {Across} from '../across-world.ts'
import type {Entity, Field} from '../entities/model.ts'
import {userEntity} from '../entities/own-fields.ts'
import type {Transition} from '../states/model.ts'

export function checkEvaded(across: Across): Finding[] {
  if (across.roles.open) return []
  return [...checkGuards(across), ...checkRules(across), ...checkGrants(across)]
}

interface Judged {
  readonly entity: string
  readonly core: Core
  readonly text: Text
  /** Roles and audiences of those who act. */
  readonly actors: readonly string[]
}

function checkGuards(across: Across): Finding[] {
  return [...across.actions.actions].flatMap(([entity, named]) =>
    [...named.values()].flatMap(({rows}) =>
      rows.flatMap(row => {
        const {when} = row
        return when?.core
          ? told({entity, core: when.core, text: when.text, actors: actorsOf(row, across)}, across, 'others')
          : []
      }),
    ),
  )
}

/** People at a path may have any role. */
function actorsOf({who}: Transition, {reach}: Across): string[] {
  return who.flatMap(each => (each.kind === 'role' ? [each.role] : each.kind === 'person' ? [...reach.everybody] : []))
}

function checkRules(across: Across): Finding[] {
  return across.rules.rules.flatMap(({entity, on, when, must}) => {
    if (on?.kind === 'create') return []
    const rows = on === null ? [] : (across.actions.actions.get(entity)?.get(on.action)?.rows ?? [])
    const actors = on === null ? across.reach.everybody : rows.flatMap(row => actorsOf(row, across))
    return [must, ...(when ? [when] : [])].flatMap(({core, text}) =>
      told({entity, core, text, actors}, across, 'others'),
    )
  })
}

/** What may not be read cannot be changed either, so reading is not gained this way. */
function checkGrants(across: Across): Finding[] {
  return across.roles.grants.flatMap(({role, acts, entity, where}) =>
    where?.core && ['update', 'delete', 'export'].some(act => acts.has(act as 'update'))
      ? told({entity, core: where.core, text: where.text, actors: [role]}, across)
      : [],
  )
}

function told(
  {entity, core, text, actors}: Judged,
  across: Across,
  asks: Asked['asks'] | 'either' = 'either',
): Finding[] {
  const declared = across.entities.entities.get(entity)
  if (!declared) return []
  const fields = new Set(
    askedOf(core, true).flatMap(each => (asks === 'either' || each.asks === asks ? [each.field] : [])),
  )
  for (const name of fields) {
    const field = declared.fields.get(name)
    const role = field && actors.find(actor => mayChange(actor, {entity: declared, field}, across))
    if (!role) continue
    const message = `This depends on \`${name}\`, which ${role} may change before they act.`
    const hint = `Write \`engine\` under Set by of \`${name}\` in point 3, or do not grant ${role} \`update\` on it.`
    return [finding('N625', text, {message, hint})]
  }
  return []
}

/** Not where the condition of the grant keeps the field as it is: the record must fulfil it before and after. */
function mayChange(role: string, {entity, field}: {entity: Entity; field: Field}, {reach}: Across): boolean {
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

interface Asked {
  readonly field: string
  /** Whether it asks for `me`, or for anybody else. */
  readonly asks: 'me' | 'others'
}

/** Fields of the record that are held against `me`. `so`: whether the condition is to be true. */
function askedOf(core: Core, so: boolean): Asked[] {
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

function heldAgainstMe(sides: readonly Core[], asks: Asked['asks']): Asked[] {
  if (!sides.some(namesMe)) return []
  return sides.flatMap(side => {
    const field = ownPeople(side)
    return field === null ? [] : [{field, asks}]
  })
}

/** A person, or people, that the record itself names; a path that leads on asks about another record. */
function ownPeople(core: Core): string | null {
  if ((core.op !== 'field' && core.op !== 'relation') || core.of.op !== 'this') return null
  const type = core.type.kind === 'list' ? core.type.of : core.type
  return type.kind === 'reference' && type.entity === userEntity ? core.field : null
}
