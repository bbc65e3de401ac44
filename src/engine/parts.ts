/** Records that are part of another: made, changed and removed with it, by the same gate, in the same change. */
import type {Type} from '../feel/type.ts'
import type {Entity} from '../points/entities/model.ts'
import {type ChangeProblem, type ChangeRequest, type Input, type PartRequest, problem} from './change.ts'
import {compared, fieldCore, thisCore, valueCore} from './core-build.ts'
import type {Rules} from './rules.ts'
import {select} from './select.ts'
import {allSeeing, entityOf, type Writing} from './writing.ts'

/** The gate itself, for the parts of what it changes. */
export type ChangeOne = (
  writing: Writing,
  request: ChangeRequest,
) => Promise<{readonly problems: readonly Omit<ChangeProblem, 'at'>[]}>

export interface PartChanges {
  readonly id: string
  readonly parts: ReadonlyMap<string, readonly PartRequest[]> | undefined
  readonly change: ChangeOne
}

export async function changeParts(
  writing: Writing,
  entity: Entity,
  {id, parts, change}: PartChanges,
): Promise<Omit<ChangeProblem, 'at'>[]> {
  const problems: Omit<ChangeProblem, 'at'>[] = []
  for (const [list, requests] of parts ?? []) {
    const part = partOf(writing, entity, list)
    if (!part) {
      problems.push(problem('UNKNOWN_FIELD', list))
      continue
    }
    for (const [index, request] of requests.entries()) {
      const place = `${list}.${index}`
      const step = await change(standingAt(writing, place), requestFor(part, request, {entity: entity.name, id}))
      problems.push(...step.problems.map(each => ({...each, field: placed(place, each.field)})))
    }
  }
  return problems
}

export const placed = (place: string, field: string | null): string => (field === null ? place : `${place}.${field}`)

/** Rules that are judged later know then where in the form the part stands. */
function standingAt(writing: Writing, place: string): Writing {
  const rules: Rules = (later, change) =>
    writing.rules(later, change.byParts ? change : {...change, place: placed(place, change.place ?? null)})
  return {...writing, rules}
}

interface Part {
  readonly entity: Entity
  readonly by: string
}

function partOf(writing: Writing, owner: Entity, list: string): Part | null {
  const keeps = owner.fields.get(list)?.type.keeps
  if (keeps?.kind !== 'other side') return null
  const entity = entityOf(writing, keeps.entity)
  return entity.partOf?.entity === owner.name && entity.partOf.field === keeps.by ? {entity, by: keeps.by} : null
}

/** A part belongs to its owner, whatever the request says. */
function requestFor(part: Part, request: PartRequest, owner: {entity: string; id: string}) {
  const belongs: [string, Input][] = request.kind === 'create' ? [[part.by, {value: owner}]] : []
  return {...request, entity: part.entity.name, fields: new Map([...request.fields, ...belongs])}
}

/** They are permitted with their owner: whoever may delete it, deletes them too. */
export async function deleteParts(
  writing: Writing,
  owner: Entity,
  {id, change}: {id: string; change: ChangeOne},
): Promise<void> {
  const free: Writing = {...writing, grants: () => [{where: null, fields: null}], sight: allSeeing(writing)}
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
