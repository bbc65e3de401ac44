/**
 * Explains why something is allowed or rejected: the lines of points 2, 4 and 6 that decide, and whether they hold for
 * a record and a person.
 */

import type {Place} from '../document/finding.ts'
import type {Core} from '../feel/core.ts'
import type {Call} from '../points/calls/model.ts'
import type {Entity} from '../points/entities/model.ts'
import {type Act, includesPerson, type RoleGrant, type RolesOfPerson} from '../points/roles/model.ts'
import type {For, Screen} from '../points/screens/model.ts'
import {findScreen, isForViewer} from '../points/screens/run.ts'
import type {Specification} from '../points/specification.ts'
import type {Transition, Who} from '../points/states/model.ts'
import {type Actor, nobody} from './base/actor.ts'
import {either} from './base/core-build.ts'
import type {Engine} from './engine.ts'
import {holdsFor} from './query/row-questions.ts'
import {fromCore} from './records/action-conditions.ts'

// Reasons: a line of the document, its conditions, and whether they hold.

/** Null if it depends on something that was not given, such as the record or the person. */
export type Holds = boolean | null

export interface Reason extends Place {
  /** The line as written in the document. */
  readonly quoted: string
  readonly asks: readonly ReasonCondition[]
  /** The fields it covers; null for all. */
  readonly fields: readonly string[] | null
}

/** One condition of a line, with its text. */
interface ReasonCondition {
  readonly said: string
  /** A condition on the record, or a known result. */
  readonly is: Core | boolean
}

export interface JudgedReason extends Reason {
  readonly holds: Holds
  readonly judged: readonly JudgedAsk[]
}

interface JudgedAsk {
  readonly said: string
  readonly holds: Holds
  /** It uses `me`. */
  readonly personal: boolean
}

function lineAt({document}: Specification, {file, line}: Place): string {
  return document.sources.find(source => source.file === file)?.lines[line - 1]?.trim() ?? ''
}

function mentionsMe(core: Core): boolean {
  return JSON.stringify(core).includes('"op":"me"')
}

export const allOf = (answers: readonly Holds[]): Holds =>
  answers.includes(false) ? false : answers.includes(null) ? null : true

export const anyOf = (answers: readonly Holds[]): Holds =>
  answers.includes(true) ? true : answers.includes(null) ? null : false

// The lines of point 6 that permit people with certain roles an act on an entity.

interface GrantReasons {
  readonly reasons: readonly Reason[]
  /** Set for line items: the lines are those of the owner, evaluated on the owner's record through this field. */
  readonly whole: {readonly entity: string; readonly field: string; readonly act: Act} | null
  /** Other lines for the same people. */
  readonly otherwise: readonly Reason[]
}

export function grantReasons(
  specification: Specification,
  roles: RolesOfPerson,
  asked: {act: Act; entity: Entity},
): GrantReasons {
  const {grants} = specification.roles
  const {act, entity} = asked
  const own = grants.filter(grant => grant.entity === entity.name)
  const part = own.length === 0 ? entity.partOf : null
  const whole = part && {...part, act: act === 'read' || act === 'export' ? act : ('update' as const)}
  const about = whole ? grants.filter(grant => grant.entity === whole.entity) : own
  const theirs = about.filter(grant => includesPerson(grant.role, roles))
  const needed = whole?.act ?? act
  return {
    reasons: theirs.filter(grant => grant.acts.has(needed)).map(grant => reasonOf(specification, grant)),
    whole,
    otherwise: theirs.filter(grant => !grant.acts.has(needed)).map(grant => reasonOf(specification, grant)),
  }
}

function reasonOf(specification: Specification, grant: RoleGrant): Reason {
  const {file, line, column, where, fields} = grant
  const asks = where === null ? [] : [{said: where.text.text, is: where.core ?? false}]
  return {file, line, column, quoted: lineAt(specification, grant), asks, fields: fields && [...fields]}
}

// The rows of point 4 by which people with certain roles may perform an action.

/** Null if the entity has no such action. */
export function actionReasons(
  specification: Specification,
  roles: RolesOfPerson,
  {entity, action}: {entity: Entity; action: string},
): readonly Reason[] | null {
  const declared = specification.actions.actions.get(entity.name)?.get(action)
  return declared?.rows.map(row => rowReason(specification, roles, {entity, row})) ?? null
}

function rowReason(
  specification: Specification,
  roles: RolesOfPerson,
  {entity, row}: {entity: Entity; row: Transition},
): Reason {
  const asks: ReasonCondition[] = [whoAsk(row.who, roles)]
  if (row.from !== null) asks.push({said: `the state is ${row.from.join(' or ')}`, is: fromCore(row, entity)})
  // Inputs of an action are known only when it is sent.
  if (row.when && !row.when.readsInputs) asks.push({said: row.when.text.text, is: row.when.core ?? false})
  const {file, line, column} = row
  return {file, line, column, quoted: lineAt(specification, row), asks, fields: null}
}

function whoAsk(who: readonly Who[], roles: RolesOfPerson): ReasonCondition {
  const named = who.some(each => each.kind === 'role' && includesPerson(each.role, roles))
  if (named) return {said: 'one of their roles is named', is: true}
  const paths = roles === null ? [] : who.flatMap(each => (each.kind === 'person' ? [each.isMe] : []))
  if (paths.length > 0) return {said: 'they are the person that the line names', is: either(paths)}
  return {said: 'one of their roles is named', is: false}
}

// The rows of point 2 for an address, and their audience.

export function screenReasons(specification: Specification, roles: RolesOfPerson, path: string): readonly Reason[] {
  return screensAt(specification, path).map(screen => {
    const {file, line, column} = screen
    const asks = [{said: `it is for ${forText(screen.for)}`, is: isForViewer(screen.for, roles && {roles})}]
    return {file, line, column, quoted: lineAt(specification, screen), asks, fields: null}
  })
}

/** Every screen at the address, for any audience; also finds the route as written in the document. */
function screensAt({screens, roles}: Specification, path: string): Screen[] {
  const written = screens.screens.filter(({route}) => route.path === path)
  if (written.length > 0) return written
  const answering = [...roles.roles.keys()].map(role => findScreen(screens, path, {roles: [role]})?.screen)
  const all = [findScreen(screens, path, null)?.screen, ...answering]
  return [...new Set(all)].flatMap(screen => screen ?? [])
}

function forText(whom: For): string {
  return whom.kind === 'roles' ? whom.roles.join(', ') : whom.kind
}

// The rows of point 7 for a call, and their audience.

/** By its name, by its path as written in the document, or by method and path. */
export function callsNamed({calls}: Specification, text: string): readonly Call[] {
  const [, method = null, path = text] = /^([A-Z]+)\s+(\/\S*)$/.exec(text) ?? []
  return calls.calls.filter(
    call => call.name === text || (call.route.path === path && (method === null || call.method === method)),
  )
}

export function callReason(specification: Specification, roles: RolesOfPerson, call: Call): Reason {
  const {file, line, column} = call
  const asks = [{said: `it is for ${forText(call.for)}`, is: isForViewer(call.for, roles && {roles})}]
  return {file, line, column, quoted: lineAt(specification, call), asks, fields: null}
}

// Whether the conditions hold for a record and a person; conditions on a missing one are left open.

export interface Subject {
  readonly engine: Engine
  /** Null if no person was given: conditions with `me` are then unknown. */
  readonly person: Extract<Actor, {kind: 'person'}> | null
  readonly record: {readonly entity: string; readonly id: string} | null
}

export async function judgeReasons(
  reasons: readonly Reason[],
  subject: Subject | null,
): Promise<readonly JudgedReason[]> {
  const cores = reasons.flatMap(({asks}) => asks.flatMap(({is}) => (typeof is === 'boolean' ? [] : [is])))
  const answers = subject ? await answersOf(subject, cores) : new Map<Core, Holds>()
  return reasons.map(reason => {
    const judged = reason.asks.map(({said, is}) => ({
      said,
      holds: typeof is === 'boolean' ? is : (answers.get(is) ?? null),
      personal: typeof is !== 'boolean' && mentionsMe(is),
    }))
    return {...reason, judged, holds: allOf(judged.map(({holds}) => holds))}
  })
}

async function answersOf({engine, person, record}: Subject, cores: readonly Core[]): Promise<ReadonlyMap<Core, Holds>> {
  const known = record === null ? [] : cores.filter(core => person !== null || !mentionsMe(core))
  if (record === null || known.length === 0) return new Map()
  const held = await engine.read(person ?? nobody, reader => holdsFor(reader, record, known))
  return new Map(known.map((core, index) => [core, held[index] ?? false]))
}
