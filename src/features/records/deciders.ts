/** Who decides about a record: the people of an entry of Who, as the reader may see them, and the row that applies for them. */

import {sql} from 'kysely'
import {atOnce} from '../../engine/base/at-once.ts'
import {conjunction, fieldCore, meCore, no, valueCore, yes} from '../../engine/base/core-build.ts'
import {bindRow, type EvaluatedRecord} from '../../engine/query/hypothetical-record.ts'
import type {Path} from '../../engine/query/list-query.ts'
import {recordNames} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cellsAt, itemsAt} from '../../engine/query/record-values.ts'
import {PlanKind, type Statement, tableOfEntity} from '../../engine/query/statement.ts'
import {type Core, rebase} from '../../feel/core.ts'
import {type Sql, type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import {isReference} from '../../feel/value.ts'
import {refersToPerson} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {Specification} from '../../points/specification.ts'
import type {Transition, Who} from '../../points/states/model.ts'
import type {PersonData} from '../forms/panel-data.ts'

export const ownId = ({actor}: ReadContext): string | null => (actor.kind === 'person' ? actor.id : null)

/** The people of one entry of Who. */
interface Decider {
  readonly who: Who
  readonly people: readonly [PersonData, ...PersonData[]]
  /** The person they act for, and the label of the field that leads to them. */
  readonly standsIn: {readonly as: string; readonly for: PersonData} | null
}

interface DecidersOptions {
  /** In the reader's language. */
  readonly specification: Specification
  /** Whether the reader may be the one who decides. */
  readonly withOwn?: boolean
}

/** Deputies of a person come before that person. `own`: the only one is the person who fills in the form. */
export async function decidersOf(
  reader: ReadContext,
  at: EvaluatedRecord & DecidersOptions,
  who: readonly Who[],
): Promise<{deciders: Decider[]; own: boolean}> {
  const found: {decider: Decider; path: Core}[] = []
  const lists: Decider[] = []
  let own = false
  const named = await atOnce(
    who.map(async each => {
      const [path, list] = [personIn(each), actingPeople(each)]
      const [[person], members] = await atOnce([
        path ? peopleOf(reader, at, [path]) : [],
        list ? membersOf(reader, at, list) : [],
      ])
      return {each, path, person, list, members}
    }),
  )
  for (const {each, path, person} of named) {
    if (person && person.id === ownId(reader) && !at.withOwn) own = true
    else if (path && person) found.push({decider: {who: each, people: [person], standsIn: null}, path})
  }
  for (const {
    each,
    list,
    members: [first, ...more],
  } of named) {
    if (!list || !first) continue
    const replaced = found.find(({path}) => standsInFor(at.specification, list, path) !== null)
    const as = replaced ? standsInFor(at.specification, list, replaced.path) : null
    const [person] = replaced?.decider.people ?? []
    lists.push({who: each, people: [first, ...more], standsIn: as !== null && person ? {as, for: person} : null})
  }
  const isStandIn = ({standsIn}: Decider) => standsIn !== null
  const others = lists.filter(each => !isStandIn(each))
  const deciders = [...lists.filter(isStandIn), ...found.map(({decider}) => decider), ...others]
  return {deciders, own: own && deciders.length === 0 && who.every(({kind}) => kind === 'person')}
}

/** The path to the one person who may act. */
function personIn(who: Who): Core | null {
  const core = who.kind === 'person' && who.isMe.op === 'compare' ? who.isMe.left : null
  return core && refersToPerson(core.type) ? core : null
}

/** The path to a list of people who may act. */
const actingPeople = (who: Who): Core | null => (who.kind === 'person' && who.isMe.op === 'some' ? who.isMe.list : null)

/**
 * The label of a list's people in relation to the person at the path: `Deputy[person = this.person.manager].deputy`.
 */
function standsInFor({entities}: Specification, list: Core, path: Core): string | null {
  const written = listIn(entities.entities, list)
  if (written?.op !== 'map' || written.body.op !== 'field' || written.list.op !== 'filter') return null
  const {condition} = written.list
  const conditions = condition.op === 'and' ? condition.items : [condition]
  const isAbout = (core: Core) =>
    core.op === 'compare' && core.by === '=' && [core.left, core.right].some(side => isEqual(side, path))
  const field = entities.entities.get(written.body.entity)?.fields.get(written.body.field)
  return field && conditions.some(isAbout) ? field.label : null
}

/** The expression of a computed list, starting at the record of the form. */
function listIn(entities: ReadonlyMap<string, Entity>, list: Core): Core | null {
  if (list.op !== 'field') return list
  const computed = entities.get(list.entity)?.fields.get(list.field)?.computed?.core
  return computed ? rebase(computed, list.of) : null
}

const isEqual = (one: Core, other: Core): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The visible people of a list, without the person who fills in the form. */
export async function membersOf(
  reader: ReadContext,
  at: EvaluatedRecord & Pick<DecidersOptions, 'withOwn'>,
  list: Core,
): Promise<PersonData[]> {
  const [path] = fieldPathOf(list) ?? []
  if (!path || reader.visibility.visibleField(at.entity.name, path) === null) return []
  const items = await itemsAt(reader, at, list, {owner: list, name: 'members'})
  const ids = items.flatMap(value =>
    value !== null && isReference(value) && (at.withOwn || value.id !== ownId(reader)) ? [value.id] : [],
  )
  const names = await recordNames(reader, reader.visibility, {entity: userEntity, ids})
  return [...names].map(([id, name]) => ({id, name}))
}

/** For conditions on `me`; roles are checked elsewhere. */
export const asPerson = (reader: ReadContext, {id, name}: PersonData): ReadContext => ({
  ...reader,
  actor: {kind: 'person', id, name, roles: []},
})

const takenKind = new PlanKind<Statement>('taken as')

/** The row that would apply for the person who is `me` in the context, or for one of the people with a role. */
export async function firstHolding(
  reader: ReadContext,
  at: EvaluatedRecord,
  rows: readonly Transition[],
  role: string | null = null,
): Promise<Transition | null> {
  const [first = null] = await holding(reader, at, rows, role)
  return first
}

/** All rows that could apply for them. */
export async function holding(
  reader: ReadContext,
  at: EvaluatedRecord,
  rows: readonly Transition[],
  role: string | null,
): Promise<readonly Transition[]> {
  const known = rows.filter(({when}) => when === null || (when.core !== null && !when.readsInputs))
  if (known.length === 0) return []
  const {plan, values} = bindRow(reader, reader.tables, at, {
    kind: takenKind,
    shape: `${role ?? ''} ${known.map(({file, line}) => `${file}:${line}`)}`,
    make({context, from}, write) {
      const columns = known.map(({when}, index) => {
        const core = when?.core ?? yes
        const holds = role === null ? toPredicate(core, context) : someoneWith(reader, role, {core, context})
        return sql`case when ${holds} then 1 else 0 end as ${sql.ref(`c${index}`)}`
      })
      return write(sql`select ${sql.join(columns)} ${from()}`)
    },
  })
  const [found = []] = await plan.run(reader, values)
  return known.filter((_, index) => Number(found[index] ?? 0) === 1)
}

/** That there is an active person with the role for whom the condition holds. */
function someoneWith(reader: ReadContext, role: string, {core, context}: {core: Core; context: SqlContext}): Sql {
  // Computed fields as columns are those of the person who reads.
  const {computed: _, ...others} = context
  const holds = toPredicate(conjunction([hasRole(reader, role), core]), {...others, me: {alias: 'u'}})
  return sql`exists (select 1 from ${sql.table(tableOfEntity(context, userEntity))} as u where ${holds})`
}

/** The condition that `me` is active and has the role. */
function hasRole({specification}: ReadContext, role: string): Core {
  const fields = specification.entities.entities.get(userEntity)?.fields
  const at = (name: string): Core | null => {
    const field = fields?.get(name)
    return field ? fieldCore(meCore, userEntity, {name, type: field.type.type}) : null
  }
  const [roles, active] = [at('roles'), at('active')]
  if (!roles || !active || roles.type.kind !== 'list') return no
  const name = valueCore(roles.type.of, role)
  return conjunction([active, {op: 'in', value: name, tests: [{test: 'member', of: roles}], type: {kind: 'boolean'}}])
}

/** The people at the paths that the person may read. */
export async function peopleOf(
  reader: ReadContext,
  at: EvaluatedRecord,
  cores: readonly Core[],
): Promise<PersonData[]> {
  const paths = cores.flatMap(core => fieldPathOf(core) ?? [])
  const cells = await cellsAt(reader, at, {paths})
  return paths.flatMap(path => {
    const cell = cells.get(path.join('.'))
    return typeof cell?.value === 'string' && cell.text !== '' ? [{id: cell.value, name: cell.text}] : []
  })
}

/** `person.manager`; null for anything but fields of the record. */
function fieldPathOf(core: Core): Path[] | null {
  const path: string[] = []
  let at = core
  while (at.op === 'field') {
    path.unshift(at.field)
    at = at.of
  }
  return at.op === 'this' && path.length > 0 ? [path] : null
}
