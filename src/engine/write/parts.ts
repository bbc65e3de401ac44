import {sql} from 'kysely'
import type {Type} from '../../feel/type.ts'
import type {Entity} from '../../points/entities/model.ts'
import {position} from '../../points/entities/own-fields.ts'
import {columnName} from '../../store/table-names.ts'
import {compared, fieldCore, thisCore, valueCore} from '../core-build.ts'
import {allSeeing, entityOf} from '../read-context.ts'
import {select, tableOf} from '../select.ts'
import {
  type ChangedRecord,
  type ChangeProblem,
  type ChangeRequest,
  type Input,
  type Ordered,
  type PartRequest,
  problem,
} from './change.ts'
import type {WriteContext} from './context.ts'
import type {Rules} from './rules.ts'

/** In which order the parts of a record stand: each has a `position`, written from the order in its owner's form. */

interface PartsOf {
  readonly entity: Entity
  /** The field that leads to the owner. */
  readonly by: string
  /** The owner's id. */
  readonly owner: string
}

export interface PlacedPart {
  readonly id: string
  readonly version: number
  readonly position: number
}

/** Behind all others: where a new part comes. */
export async function nextPosition(writing: WriteContext, {entity, by, owner}: PartsOf): Promise<number> {
  const table = sql.table(tableOf(writing, entity.name))
  const {rows} = await sql<{last: unknown}>`select max(${own}) as last from ${table}
    where ${sql.ref(columnName(by))} = ${owner}`.execute(writing.db)
  return Number(rows[0]?.last ?? 0) + 1
}

const own = sql.ref(columnName(position.name))

/** Every part of the owner, also those that the actor does not see: they keep their places. */
async function placedParts(writing: WriteContext, {entity, by, owner}: PartsOf): Promise<PlacedPart[]> {
  const table = sql.table(tableOf(writing, entity.name))
  const {rows} = await sql<Record<'id' | 'version' | 'position', unknown>>`
    select id, version, ${own} as position from ${table}
    where ${sql.ref(columnName(by))} = ${owner} order by ${own}, id`.execute(writing.db)
  return rows.map(row => ({id: String(row.id), version: Number(row.version), position: Number(row.position)}))
}

/** Those that get another position, with it. The named ones change places among themselves. */
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

/** Two parts that were added in the same moment may have the same one, and then all are numbered anew. */
function positionsOf(there: readonly PlacedPart[]): number[] {
  const different = new Set(there.map(part => part.position)).size === there.length
  return there.map((part, index) => (different ? part.position : index + 1))
}

/** New parts are named by their requests; one that was not made stands nowhere. */
function orderedIds(wanted: readonly Ordered[], made: readonly (string | null)[]): string[] {
  return wanted.flatMap(each => (typeof each === 'string' ? each : (made[each] ?? [])))
}

/** Records that are part of another: made, changed, put in order and removed with it, by the same gate, in the same change. */

type Problem = Omit<ChangeProblem, 'at'>

/** The gate itself, for the parts of what it changes. */
type ChangeOne = (
  writing: WriteContext,
  request: ChangeRequest,
) => Promise<{readonly problems: readonly Problem[]; readonly record: ChangedRecord | null}>

interface PartChanges {
  readonly id: string
  readonly request: Pick<ChangeRequest, 'parts' | 'order'>
  readonly change: ChangeOne
}

interface ChangedParts {
  readonly problems: readonly Problem[]
  /** Lists that stand in another order than before. */
  readonly ordered: readonly string[]
}

export async function changeParts(
  writing: WriteContext,
  entity: Entity,
  {id, request, change}: PartChanges,
): Promise<ChangedParts> {
  const problems: Problem[] = []
  const ordered: string[] = []
  for (const list of new Set([...(request.parts?.keys() ?? []), ...(request.order?.keys() ?? [])])) {
    const part = partOf(writing, entity, list)
    if (!part) {
      problems.push(problem('UNKNOWN_FIELD', list))
      continue
    }
    const at = {list, part, owner: {entity: entity.name, id}, change}
    const made = await changeEach(writing, request.parts?.get(list) ?? [], at)
    const moved = await putInOrder(writing, {wanted: request.order?.get(list), made: made.ids}, at)
    problems.push(...made.problems, ...moved.problems)
    if (moved.any) ordered.push(list)
  }
  return {problems, ordered}
}

interface InList {
  readonly list: string
  readonly part: Part
  readonly owner: {readonly entity: string; readonly id: string}
  readonly change: ChangeOne
}

async function changeEach(
  writing: WriteContext,
  requests: readonly PartRequest[],
  {list, part, owner, change}: InList,
) {
  const problems: Problem[] = []
  const ids: (string | null)[] = []
  for (const [index, request] of requests.entries()) {
    const place = `${list}.${index}`
    const step = await change(standingAt(writing, place), requestFor(part, request, owner))
    problems.push(...step.problems.map(each => ({...each, field: placed(place, each.field)})))
    ids.push(step.record?.id ?? null)
  }
  return {problems, ids}
}

/** Whoever moves a part changes it; numbering others anew on the way is the engine's own doing. */
async function putInOrder(
  writing: WriteContext,
  {wanted, made}: {wanted: readonly Ordered[] | undefined; made: readonly (string | null)[]},
  {list, part, owner, change}: InList,
) {
  const ids = orderedIds(wanted ?? [], made)
  const parts = {entity: part.entity, by: part.by, owner: owner.id}
  const moved = ids.length === 0 ? [] : movedParts(await placedParts(writing, parts), ids)
  const problems: Problem[] = []
  for (const {id, version, position: place} of moved) {
    const fields = new Map<string, Input>([[position.name, {place}]])
    const by = ids.includes(id) ? writing : unbound(writing)
    const step = await change(by, {kind: 'update', entity: part.entity.name, id, version, fields})
    problems.push(...step.problems.map(each => ({...each, field: list})))
  }
  return {problems, any: moved.length > 0}
}

function unbound(writing: WriteContext): WriteContext {
  return {...writing, sight: allSeeing(writing)}
}

export const placed = (place: string, field: string | null): string => (field === null ? place : `${place}.${field}`)

/** Rules that are judged later know then where in the form the part stands. */
function standingAt(writing: WriteContext, place: string): WriteContext {
  const rules: Rules = (later, change) =>
    writing.rules(later, change.byParts ? change : {...change, place: placed(place, change.place ?? null)})
  return {...writing, rules}
}

interface Part {
  readonly entity: Entity
  readonly by: string
}

function partOf(writing: WriteContext, owner: Entity, list: string): Part | null {
  const keeps = owner.fields.get(list)?.type.keeps
  if (keeps?.kind !== 'other side') return null
  const entity = entityOf(writing, keeps.entity)
  return entity.partOf?.entity === owner.name && entity.partOf.field === keeps.by ? {entity, by: keeps.by} : null
}

/** A part belongs to its owner, whatever the request says. */
function requestFor(part: Part, request: PartRequest, owner: InList['owner']) {
  const belongs: [string, Input][] = request.kind === 'create' ? [[part.by, {value: owner}]] : []
  return {...request, entity: part.entity.name, fields: new Map([...request.fields, ...belongs])}
}

/** They are permitted with their owner: whoever may delete it, deletes them too. */
export async function deleteParts(
  writing: WriteContext,
  owner: Entity,
  {id, change}: {id: string; change: ChangeOne},
): Promise<void> {
  const free = unbound(writing)
  for (const entity of writing.entities.entities.values()) {
    const field = entity.partOf?.entity === owner.name ? entity.fields.get(entity.partOf.field) : undefined
    if (!field) continue
    const at = (name: string, type: Type) => fieldCore(thisCore(entity.name), entity.name, {name, type})
    const where = [compared(at(field.name, field.type.type), '=', valueCore(field.type.type, {entity: owner.name, id}))]
    const columns = [at('id', {kind: 'text'}), at('version', {kind: 'number'})]
    for (const [part, version] of await select(free, {from: free.sight.records(entity.name), where, columns}))
      await change(free, {
        kind: 'delete',
        entity: entity.name,
        id: String(part),
        version: Number(version),
        fields: new Map(),
      })
  }
}
