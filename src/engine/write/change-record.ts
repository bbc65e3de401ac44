/**
 * The one gate. The order is fixed: who asks → may they → is the input well-formed → change → do the rules hold → history → effects.
 * Everything happens in the transaction it is given; whatever is refused is thrown and undone whole.
 */
import {sql} from 'kysely'
import {isReference, type Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import {position, userEntity} from '../../points/entities/own-fields.ts'
import {isEmpty} from '../../points/entities/run.ts'
import {insertFiles} from '../files/record.ts'
import {type Covered, coveredBy} from '../may.ts'
import {peopleToTell, type ToTell, tellOfChange} from '../notifications/telling.ts'
import {entityOf, type ReadContext} from '../read-context.ts'
import {readStored, type Values} from '../stored.ts'
import {type ChangedRecord, type ChangeProblem, ChangeRejected, type ChangeRequest, problem} from './change.ts'
import {conflictOf} from './conflict.ts'
import {isTrusted, type WriteContext} from './context.ts'
import {isSame, writeHistory} from './history.ts'
import {changeParts, deleteParts, nextPosition} from './parts.ts'
import {forgetPersonal} from './personal-data.ts'
import {namedReferrers, referrersOf} from './referrers.ts'
import {deleteRow, insertRow, nextNumber, raiseCounter, updateRow} from './rows.ts'
import {judgeWrite} from './rules.ts'
import {takenUniques} from './unique.ts'
import {validateInput} from './validate-input.ts'

type Problem = Omit<ChangeProblem, 'at'>

/** One request of several; its problems are collected with those of the others. */
export interface Step {
  readonly problems: readonly Problem[]
  readonly record: ChangedRecord | null
  /** All that is stored of it now, where that is known. */
  readonly values?: Values | null
}

/** `known`: the record as it is stored, where it has been read in this transaction under the same permission. */
export async function changeRecord(
  writing: WriteContext,
  request: ChangeRequest,
  known: Values | null = null,
): Promise<Step> {
  const entity = writing.entities.entities.get(request.entity)
  if (!entity || (request.kind !== 'create' && request.id === undefined)) return refused('NOT_FOUND')
  if (writing.sight.granted(request.kind, entity.name).length === 0)
    return refused(await unseenOr(writing, request, 'FORBIDDEN'))
  if (request.kind === 'create') return create(writing, entity, request)
  const id = request.id ?? ''
  const before = known ?? (await readStored(writing, entity, id, writing.sight.records(entity.name)))
  if (!before) return refused('NOT_FOUND')
  await checkVersion(writing, entity, request, before)
  return request.kind === 'update'
    ? update(writing, entity, {request, before})
    : remove(writing, entity, {request, before})
}

function refused(code: 'NOT_FOUND' | 'FORBIDDEN', field: string | null = null): Step {
  return {problems: [problem(code, field)], record: null}
}

/** A record that may not be read does not exist, whatever somebody wants to do with it. */
async function unseenOr(
  writing: WriteContext,
  {entity, id}: ChangeRequest,
  code: 'FORBIDDEN',
): Promise<'NOT_FOUND' | 'FORBIDDEN'> {
  if (id === undefined) return code
  const seen = await readStored(writing, entityOf(writing, entity), id, writing.sight.records(entity))
  return seen ? code : 'NOT_FOUND'
}

async function checkVersion(
  writing: WriteContext,
  entity: Entity,
  request: ChangeRequest,
  before: Values,
): Promise<void> {
  if (request.version === undefined && isTrusted(writing)) return
  if (request.version === Number(before.get('version'))) return
  throw new ChangeRejected('CONFLICT', [], await conflictOf(writing, entity, request, before))
}

async function create(writing: WriteContext, entity: Entity, request: ChangeRequest): Promise<Step> {
  const never = neverCreated(writing, entity, [...request.fields.keys()])
  if (never.length > 0) return {problems: never.map(field => problem('FORBIDDEN', field)), record: null}
  const judged = await validateInput(writing, entity, {fields: request.fields, before: null})
  const taken = await takenUniques(writing, entity, {values: judged.values, id: null})
  const problems = [...judged.problems, ...taken]
  if (problems.length > 0) return {problems, record: null}
  await insertFiles(writing, judged.files)
  const values = await completed(writing, entity, judged.values, request.id)
  const id = String(values.get('id'))
  await insertRow(writing, entity, values)
  const covered = await coveredBy(writing, 'create', {entity: entity.name, id})
  const forbidden = uncovered(covered, [...request.fields.keys()])
  if (forbidden.length > 0) return {problems: forbidden, record: null}
  return finish(writing, entity, {request, id, version: 1, before: null, after: values})
}

/** Refused before anything is looked up: whether a value is taken is not told to somebody who may not write it. */
export function neverCreated(writing: ReadContext, entity: Entity, fields: readonly string[]): string[] {
  const grants = writing.sight.granted('create', entity.name)
  const granted = (name: string) => grants.some(grant => grant.fields === null || grant.fields.has(name))
  return fields.filter(name => entity.fields.has(name) && !granted(name))
}

/** With the engine's own fields and the numbers that records get for themselves. */
async function completed(
  writing: WriteContext,
  entity: Entity,
  given: Values,
  id: string | undefined,
): Promise<Values> {
  const values = withOwnFields(writing, given, id)
  for (const field of entity.fields.values()) {
    if (field.type.keeps.kind !== 'column' || field.type.keeps.counter === null) continue
    const told = given.get(field.name)
    if (typeof told === 'number') await raiseCounter(writing, entity, {field, past: told})
    else values.set(field.name, await nextNumber(writing, entity, field))
  }
  if (entity.partOf) await placeLast(writing, entity, values)
  return values
}

export function withOwnFields(
  writing: Pick<ReadContext, 'actor' | 'moment' | 'newId'>,
  given: Values,
  id: string = writing.newId(),
): Map<string, Value> {
  const {actor, moment} = writing
  const me: Value = actor.kind === 'person' ? {entity: 'User', id: actor.id} : null
  const own: [string, Value][] = [
    ['id', id],
    ['created', moment.now],
    ['created_by', me],
    ['updated', moment.now],
    ['updated_by', me],
    ['version', 1],
  ]
  return new Map([...own, ...given])
}

/** A part comes behind the others of its owner, unless an operator says where it stood. */
async function placeLast(writing: WriteContext, entity: Entity, values: Map<string, Value>): Promise<void> {
  const by = entity.partOf?.field ?? ''
  const owner = values.get(by) ?? null
  if (values.has(position.name) || owner === null || !isReference(owner)) return
  values.set(position.name, await nextPosition(writing, {entity, by, owner: owner.id}))
}

function uncovered({any, covers}: Covered, fields: readonly string[]): Problem[] {
  if (!any) return [problem('FORBIDDEN')]
  return fields.filter(field => !covers(field)).map(field => problem('FORBIDDEN', field))
}

interface Existing {
  readonly request: ChangeRequest
  readonly before: Values
}

async function update(writing: WriteContext, entity: Entity, {request, before}: Existing): Promise<Step> {
  const id = request.id ?? ''
  const names = [...request.fields.keys()]
  const forbidden = uncovered(await coveredBy(writing, 'update', {entity: entity.name, id}), names)
  if (forbidden.length > 0) return {problems: forbidden, record: null}
  const judged = await validateInput(writing, entity, {fields: request.fields, before})
  const changed = new Map([...judged.values].filter(([name, value]) => !isSame(value, before.get(name) ?? null)))
  const unique = {values: new Map([...before, ...judged.values]), id}
  const taken = await takenUniques(writing, entity, unique, new Set(changed.keys()))
  if (judged.problems.length + taken.length > 0) return {problems: [...judged.problems, ...taken], record: null}
  if (entity.partOf && changed.has(entity.partOf.field)) await placeLast(writing, entity, changed)
  const version = Number(before.get('version'))
  if (changed.size === 0 && !request.parts?.size && !request.order?.size)
    return {problems: [], record: {entity: entity.name, id, version}, values: before}
  await insertFiles(writing, judged.files)
  const own = touched(writing, version, changed)
  const after = new Map([...before, ...changed, ...own])
  const written = await updateRow(writing, entity, {
    id,
    version,
    values: new Map([...changed, ...own]),
  })
  if (!written) throw new ChangeRejected('CONFLICT', [], await conflictOf(writing, entity, request, before))
  if (entity.name === userEntity) await endAccess(writing, id, changed)
  const then = uncovered(await coveredBy(writing, 'update', {entity: entity.name, id}), names)
  if (then.length > 0) return {problems: then, record: null}
  return finish(writing, entity, {request, id, version: version + 1, before, after})
}

/**
 * Whoever may not sign in any more, or has another address, is signed out, and links that were sent to them are void: also where they may sign in again
 * later. A person who changes their own address keeps the session they do it with.
 */
async function endAccess({db, keepsSession}: WriteContext, person: string, changed: Values): Promise<void> {
  if (changed.get('active') !== false && !changed.has('email')) return
  await sql`delete from nonet_session where person = ${person} and token <> ${keepsSession ?? ''}`.execute(db)
  await sql`delete from nonet_token where person = ${person}`.execute(db)
}

/** Who changed it and when; an operator who says so himself knows better. */
function touched({actor, moment}: WriteContext, version: number, told: Values): [string, Value][] {
  const me: Value = actor.kind === 'person' ? {entity: 'User', id: actor.id} : null
  const by: [string, Value][] = [
    ['updated', moment.now],
    ['updated_by', me],
  ]
  return [...by.filter(([name]) => !told.has(name)), ['version', version + 1]]
}

async function remove(writing: WriteContext, entity: Entity, {request, before}: Existing): Promise<Step> {
  const id = request.id ?? ''
  const covered = await coveredBy(writing, 'delete', {entity: entity.name, id})
  if (!covered.any) return refused('FORBIDDEN')
  const referrers = await referrersOf(writing, {entity: entity.name, id})
  if (referrers.length > 0) {
    const by = await namedReferrers(writing, referrers, {entity: entity.name, id})
    return {problems: [problem('REFERRED_TO', null, {by})], record: null}
  }
  const people = await peopleToTell(writing, {kind: 'delete', entity, id, before, after: null})
  await deleteParts(writing, entity, {id, change: changeRecord})
  await deleteRow(writing, entity, id)
  const version = Number(before.get('version'))
  return finish(writing, entity, {request, id, version, before, after: null, people})
}

interface Done {
  readonly request: ChangeRequest
  readonly id: string
  readonly version: number
  readonly before: Values | null
  readonly after: Values | null
  /** Who is told of it, where that had to be asked before. */
  readonly people?: readonly ToTell[]
}

async function finish(writing: WriteContext, entity: Entity, done: Done): Promise<Step> {
  const {request, id, version, before, after} = done
  const action = request.action ?? request.kind
  const parts = after ? await changeParts(writing, entity, {id, request, change: changeRecord}) : null
  if (parts && parts.problems.length > 0) return {problems: parts.problems, record: null}
  const change = {kind: request.kind, entity: entity.name, id, action, before}
  const broken = await judgeWrite(writing, change, after)
  if (broken.length > 0) return {problems: broken, record: null}
  await writing.search(writing, [{entity, id, before, values: after}])
  const told = after && filledIn(after)
  const entry = writing.newId()
  await writeHistory(writing, [
    {entity, id, action, version, before, after: told, ordered: parts?.ordered ?? [], entry},
  ])
  if (request.kind === 'delete') await forgetPersonal(writing, entity, id)
  if (request.action === undefined) {
    const changed = {kind: request.kind, entity, id, before, after}
    const people = done.people ?? (await peopleToTell(writing, changed))
    await tellOfChange(writing, changed, {event: entry, people})
  }
  return {problems: [], record: {entity: entity.name, id, version}, values: after}
}

/** History of a new record tells what was filled in, not what is empty. */
export function filledIn(values: Values): Values {
  return new Map([...values].filter(([, value]) => !isEmpty(value)))
}
