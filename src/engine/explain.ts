/**
 * Why something is allowed or refused: the lines of points 2, 4 and 6 that decide, and whether they hold for a record
 * and a person.
 */
import type {Place} from '../document/finding.ts'
import type {Core} from '../feel/core.ts'
import type {Call} from '../points/calls/model.ts'
import type {Entity} from '../points/entities/model.ts'
import type {Act, RoleGrant} from '../points/roles/model.ts'
import type {For, Screen} from '../points/screens/model.ts'
import {findScreen} from '../points/screens/run.ts'
import type {Specification} from '../points/specification.ts'
import type {Transition, Who} from '../points/states/model.ts'
import {type Actor, nobody} from './actor.ts'
import {either} from './core-build.ts'
import type {Engine} from './engine.ts'
import {holdsFor} from './query/select.ts'
import {fromCore} from './write/actions/conditions.ts'

// Reasons: a line of the document, its conditions, and whether they hold.

/** Null: it depends on something that was not said, such as the record or the person. */
export type Holds = boolean | null

export interface Reason extends Place {
  /** The line as written in the document. */
  readonly quoted: string
  readonly asks: readonly ReasonCondition[]
  /** Which fields it is about; null for all. */
  readonly fields: readonly string[] | null
}

/** One thing that a line asks, in its own words. */
interface ReasonCondition {
  readonly said: string
  /** A condition on the record, or an answer that is known already. */
  readonly is: Core | boolean
}

export interface JudgedReason extends Reason {
  readonly holds: Holds
  readonly judged: readonly JudgedAsk[]
}

interface JudgedAsk {
  readonly said: string
  readonly holds: Holds
  /** It speaks of `me`. */
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

// The lines of point 6 that let people with certain roles do something with an entity.

/** The roles of a person who has signed in; null for one who has not. */
export type RoleNames = readonly string[] | null

interface GrantReasons {
  readonly reasons: readonly Reason[]
  /** The lines are those of what it is part of, and are asked of that record, by this field. */
  readonly whole: {readonly entity: string; readonly field: string; readonly act: Act} | null
  /** What the same people may do with it otherwise. */
  readonly otherwise: readonly Reason[]
}

export function grantReasons(
  specification: Specification,
  roles: RoleNames,
  asked: {act: Act; entity: Entity},
): GrantReasons {
  const {grants} = specification.roles
  const {act, entity} = asked
  const own = grants.filter(grant => grant.entity === entity.name)
  const part = own.length === 0 ? entity.partOf : null
  const whole = part && {...part, act: act === 'read' || act === 'export' ? act : ('update' as const)}
  const about = whole ? grants.filter(grant => grant.entity === whole.entity) : own
  const theirs = about.filter(grant => isFor(grant, roles))
  const needed = whole?.act ?? act
  return {
    reasons: theirs.filter(grant => grant.acts.has(needed)).map(grant => reasonOf(specification, grant)),
    whole,
    otherwise: theirs.filter(grant => !grant.acts.has(needed)).map(grant => reasonOf(specification, grant)),
  }
}

function isFor({role}: RoleGrant, roles: RoleNames): boolean {
  if (role === 'everyone') return true
  return roles !== null && (role === 'signed in' || roles.includes(role))
}

function reasonOf(specification: Specification, grant: RoleGrant): Reason {
  const {file, line, column, where, fields} = grant
  const asks = where === null ? [] : [{said: where.text.text, is: where.core ?? false}]
  return {file, line, column, quoted: lineAt(specification, grant), asks, fields: fields && [...fields]}
}

// The rows of point 4 by which people with certain roles may perform an action.

/** Null where the entity has no such action. */
export function actionReasons(
  specification: Specification,
  roles: RoleNames,
  {entity, action}: {entity: Entity; action: string},
): readonly Reason[] | null {
  const declared = specification.actions.actions.get(entity.name)?.get(action)
  return declared?.rows.map(row => rowReason(specification, roles, {entity, row})) ?? null
}

function rowReason(
  specification: Specification,
  roles: RoleNames,
  {entity, row}: {entity: Entity; row: Transition},
): Reason {
  const asks: ReasonCondition[] = [whoAsk(row.who, roles)]
  if (row.from !== null) asks.push({said: `the state is ${row.from.join(' or ')}`, is: fromCore(row, entity)})
  // What an action asks for is known only when it is sent.
  if (row.when && !row.when.readsInputs) asks.push({said: row.when.text.text, is: row.when.core ?? false})
  const {file, line, column} = row
  return {file, line, column, quoted: lineAt(specification, row), asks, fields: null}
}

function whoAsk(who: readonly Who[], roles: RoleNames): ReasonCondition {
  const named = who.some(each => each.kind === 'role' && isOneOf(each.role, roles))
  if (named) return {said: 'one of their roles is named', is: true}
  const paths = roles === null ? [] : who.flatMap(each => (each.kind === 'person' ? [each.isMe] : []))
  if (paths.length > 0) return {said: 'they are the person that the line names', is: either(paths)}
  return {said: 'one of their roles is named', is: false}
}

function isOneOf(role: string, roles: RoleNames): boolean {
  return role === 'everyone' || (roles !== null && (role === 'signed in' || roles.includes(role)))
}

// The rows of point 2 that answer at an address, and for whom.

export function screenReasons(specification: Specification, roles: RoleNames, path: string): readonly Reason[] {
  return screensAt(specification, path).map(screen => {
    const {file, line, column} = screen
    const asks = [{said: `it is for ${forText(screen.for)}`, is: screenIsFor(screen.for, roles)}]
    return {file, line, column, quoted: lineAt(specification, screen), asks, fields: null}
  })
}

/** Every screen at the address, for anyone; also the route as the document writes it. */
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

function screenIsFor(whom: For, roles: RoleNames): boolean {
  if (whom.kind === 'everyone') return true
  return roles !== null && (whom.kind === 'signed in' || whom.roles.some(role => roles.includes(role)))
}

// The rows of point 7 that answer a call, and for whom.

/** By its name, by its path as the document writes it, or by method and path. */
export function callsNamed({calls}: Specification, text: string): readonly Call[] {
  const [, method = null, path = text] = /^([A-Z]+)\s+(\/\S*)$/.exec(text) ?? []
  return calls.calls.filter(
    call => call.name === text || (call.route.path === path && (method === null || call.method === method)),
  )
}

export function callReason(specification: Specification, roles: RoleNames, call: Call): Reason {
  const {file, line, column} = call
  const asks = [{said: `it is for ${forText(call.for)}`, is: screenIsFor(call.for, roles)}]
  return {file, line, column, quoted: lineAt(specification, call), asks, fields: null}
}

// Whether the conditions hold for a record and a person; what depends on a missing one stays open.

export interface Subject {
  readonly engine: Engine
  /** Null where nobody was named: then nothing is known of what speaks of `me`. */
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
