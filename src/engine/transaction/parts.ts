/**
 * Line items ("parts" of a record): written, ordered and deleted with their owner, by the same steps, in the same
 * change.
 */
import {sql} from 'kysely'
import type {Type} from '../../feel/type.ts'
import {isReference, type Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'
import {columnName} from '../../points/entities/table-names.ts'
import {compared, fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import {entityOf, type ReadContext} from '../query/read-context.ts'
import {select, tableOf} from '../query/select.ts'
import {
  type ChangedRecord,
  type ChangeRequest,
  type Input,
  type Ordered,
  type PartRequest,
  passed,
  problem,
  refusedWrite,
  type StepResult,
  type WriteProblem,
} from './change.ts'
import {type ChangeContext, unrestricted} from './context.ts'

/** Writes one line item. The write path passes itself in. */
export type ChangePart = (context: ChangeContext, request: ChangeRequest) => Promise<StepResult<ChangedRecord>>

export interface PartChanges {
  /** The id of the owner. */
  readonly id: string
  readonly request: Pick<ChangeRequest, 'parts' | 'order'>
  readonly change: ChangePart
}

export interface ChangedParts {
  /** Lists whose order changed. */
  readonly ordered: readonly string[]
}

export async function changeParts(
  context: ChangeContext,
  entity: Entity,
  {id, request, change}: PartChanges,
): Promise<StepResult<ChangedParts>> {
  const problems: WriteProblem[] = []
  const ordered: string[] = []
  for (const list of new Set([...(request.parts?.keys() ?? []), ...(request.order?.keys() ?? [])])) {
    const part = partOf(context, entity, list)
    if (!part) {
      problems.push(problem('UNKNOWN_FIELD', list))
      continue
    }
    const at = {list, part, owner: {entity: entity.name, id}, change}
    const made = await changeEach(context, request.parts?.get(list) ?? [], at)
    const moved = await putInOrder(context, {wanted: request.order?.get(list), made: made.ids}, at)
    problems.push(...made.problems, ...moved.problems)
    if (moved.any) ordered.push(list)
  }
  return problems.length === 0 ? passed({ordered}) : refusedWrite(...problems)
}

interface InList {
  readonly list: string
  readonly part: PartsField
  readonly owner: {readonly entity: string; readonly id: string}
  readonly change: ChangePart
}

async function changeEach(
  context: ChangeContext,
  requests: readonly PartRequest[],
  {list, part, owner, change}: InList,
) {
  const problems: WriteProblem[] = []
  const ids: (string | null)[] = []
  for (const [index, request] of requests.entries()) {
    const place = `${list}.${index}`
    // Rules are checked later and need the position of the line item in the form.
    const inside = {...context, place: context.place === null ? place : partField(context.place, place)}
    const step = await change(inside, requestFor(part, request, owner))
    if (!step.ok) problems.push(...step.problems.map(each => ({...each, field: partField(place, each.field)})))
    ids.push(step.ok ? step.value.id : null)
  }
  return {problems, ids}
}

/** A field of a line item in the form of its owner: `lines.0.amount`. */
export const partField = (place: string, field: string | null): string => (field === null ? place : `${place}.${field}`)

interface PartsField {
  readonly entity: Entity
  readonly by: string
}

function partOf(context: ReadContext, owner: Entity, list: string): PartsField | null {
  const storage = owner.fields.get(list)?.type.storage
  if (storage?.kind !== 'other side') return null
  const entity = entityOf(context, storage.entity)
  return entity.partOf?.entity === owner.name && entity.partOf.field === storage.by ? {entity, by: storage.by} : null
}

/** The owner of a line item is fixed, whatever the request contains. */
function requestFor(part: PartsField, request: PartRequest, owner: InList['owner']) {
  const belongs: [string, Input][] = request.kind === 'create' ? [[part.by, {value: owner}]] : []
  return {...request, entity: part.entity.name, fields: new Map([...request.fields, ...belongs])}
}

/** Moving a line item is a change by the actor; renumbering the others is a change by the engine. */
async function putInOrder(
  context: ChangeContext,
  {wanted, made}: {wanted: readonly Ordered[] | undefined; made: readonly (string | null)[]},
  {list, part, owner, change}: InList,
) {
  const ids = orderedIds(wanted ?? [], made)
  const parts = {entity: part.entity, by: part.by, owner: owner.id}
  const moved = ids.length === 0 ? [] : movedParts(await placedParts(context, parts), ids)
  const problems: WriteProblem[] = []
  for (const {id, version, position: place} of moved) {
    const fields = new Map<string, Input>([[position.name, {place}]])
    const by = ids.includes(id) ? context : unrestricted(context)
    const step = await change(by, {kind: 'update', entity: part.entity.name, id, version, fields})
    if (!step.ok) problems.push(...step.problems.map(each => ({...each, field: list})))
  }
  return {problems, any: moved.length > 0}
}

interface PartsOf {
  readonly entity: Entity
  /** The field that refers to the owner. */
  readonly by: string
  /** The owner's id. */
  readonly owner: string
}

export interface PlacedPart {
  readonly id: string
  readonly version: number
  readonly position: number
}

async function nextPosition(context: ReadContext, {entity, by, owner}: PartsOf): Promise<number> {
  const table = sql.table(tableOf(context, entity.name))
  const {rows} = await sql<{last: unknown}>`select max(${own}) as last from ${table}
    where ${sql.ref(columnName(by))} = ${owner}`.execute(context.db)
  return Number(rows[0]?.last ?? 0) + 1
}

const own = sql.ref(columnName(position.name))

/** All line items of the owner, including hidden ones, which keep their positions. */
async function placedParts(context: ReadContext, {entity, by, owner}: PartsOf): Promise<PlacedPart[]> {
  const table = sql.table(tableOf(context, entity.name))
  const {rows} = await sql<Record<'id' | 'version' | 'position', unknown>>`
    select id, version, ${own} as position from ${table}
    where ${sql.ref(columnName(by))} = ${owner} order by ${own}, id`.execute(context.db)
  return rows.map(row => ({id: String(row.id), version: Number(row.version), position: Number(row.position)}))
}

/** The line items that get a new position. The listed ones swap positions among themselves. */
export function movedParts(there: readonly PlacedPart[], wanted: readonly string[]): PlacedPart[] {
  const known = new Map(there.map(part => [part.id, part]))
  const named = [...new Set(wanted)].flatMap(id => known.get(id) ?? [])
  const moving = new Set(named)
  const inOrder = there.map(part => (moving.has(part) ? (named.shift() ?? part) : part))
  const numbers = positionsOf(there)
  return inOrder.flatMap((part, index) => {
    const place = numbers[index] ?? index + 1
    return part.position === place ? [] : [{...part, position: place}]
  })
}

/** Line items added at the same moment may share a position; all are then renumbered. */
function positionsOf(there: readonly PlacedPart[]): number[] {
  const different = new Set(there.map(part => part.position)).size === there.length
  return there.map((part, index) => (different ? part.position : index + 1))
}

/** New line items are identified by the index of their request; those that were not created have no position. */
function orderedIds(wanted: readonly Ordered[], made: readonly (string | null)[]): string[] {
  return wanted.flatMap(each => (typeof each === 'string' ? each : (made[each] ?? [])))
}

/** Puts a line item after the others of its owner, unless an operator gives a position. */
export async function placeLast(context: ReadContext, entity: Entity, values: Map<string, Value>): Promise<void> {
  const by = entity.partOf?.field
  const owner = by === undefined ? null : (values.get(by) ?? null)
  if (by === undefined || values.has(position.name) || owner === null || !isReference(owner)) return
  values.set(position.name, await nextPosition(context, {entity, by, owner: owner.id}))
}

/**
 * The permission to delete the owner covers its line items. A line item that others refer to is not deleted, and
 * neither is its owner.
 */
export async function deleteParts(
  context: ChangeContext,
  owner: Entity,
  {id, change}: {readonly id: string; readonly change: ChangePart},
): Promise<StepResult<null>> {
  const free = unrestricted(context)
  for (const entity of context.entities.entities.values()) {
    const field = entity.partOf?.entity === owner.name ? entity.fields.get(entity.partOf.field) : undefined
    if (!field) continue
    const at = (name: string, type: Type) => fieldCore(thisCore(entity.name), entity.name, {name, type})
    const where = [compared(at(field.name, field.type.type), '=', valueCore(field.type.type, {entity: owner.name, id}))]
    const columns = [at('id', {kind: 'text'}), at('version', {kind: 'number'})]
    for (const [part, version] of await select(free, {from: free.visibility.records(entity.name), where, columns})) {
      const request = {kind: 'delete', entity: entity.name, id: String(part), version: Number(version)} as const
      const step = await change(free, {...request, fields: new Map()})
      if (!step.ok) return step
    }
  }
  return passed(null)
}
