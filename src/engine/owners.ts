/** Whoever owns a part answers for it: a rule of an order about its lines is judged whenever a line is written. */
import type {Core} from '../feel/core.ts'
import {partsOf} from '../feel/mentions.ts'
import type {Tables} from '../feel/sql/tables.ts'
import {isReference} from '../feel/value.ts'
import type {Rule} from '../points/rules/model.ts'
import {allSeeing, entityOf, type ReadContext} from './read-context.ts'
import type {JudgedChange} from './rules.ts'
import {readStored, type Values} from './stored.ts'

export interface WrittenPart {
  readonly entity: string
  readonly before: Values | null
  readonly after: Values | null
}

/** A part that moved from one owner to another concerns both. */
export async function ownersOf(writing: ReadContext, part: WrittenPart): Promise<JudgedChange[]> {
  const owners: JudgedChange[] = []
  const seen = new Set<string>()
  const climb = async (entity: string, values: Values | null): Promise<void> => {
    const {partOf} = entityOf(writing, entity)
    const reference = partOf ? (values?.get(partOf.field) ?? null) : null
    if (!partOf || reference === null || !isReference(reference) || seen.has(reference.id)) return
    seen.add(reference.id)
    const owner = entityOf(writing, partOf.entity)
    const asked = rulesOver(writing, owner.name, part.entity).length > 0
    if (!asked && owner.partOf === null) return
    const stored = await readStored(writing, owner, reference.id, allSeeing(writing).records(owner.name))
    if (asked && stored) owners.push(ownerChange(owner.name, reference.id, {stored, part: part.entity}))
    await climb(owner.name, stored)
  }
  for (const values of [part.before, part.after]) await climb(part.entity, values)
  return owners
}

function ownerChange(entity: string, id: string, {stored, part}: {stored: Values; part: string}): JudgedChange {
  return {kind: 'update', entity, id, action: 'update', before: stored, byParts: new Set([part])}
}

/** Rules of an owner that look at its parts. The others say nothing about a part, and are not asked because of one. */
export function rulesOver({specification, tables}: ReadContext, owner: string, part: string): readonly Rule[] {
  return specification.rules.rules.filter(
    ({entity, on, when, must}) =>
      entity === owner &&
      on === null &&
      [must.core, ...(when ? [when.core] : [])].some(core => reaches(core, {part, tables, seen: new Set()})),
  )
}

interface Reach {
  readonly part: string
  readonly tables: Tables
  /** Computed fields that were looked into. */
  readonly seen: Set<string>
}

function reaches(core: Core, reach: Reach): boolean {
  if (core.op === 'all' && core.entity === reach.part) return true
  const field = core.op === 'field' || core.op === 'relation' ? keptIn(core, reach) : undefined
  if (field?.kind === 'list' && field.entity === reach.part) return true
  if (field?.kind === 'computed' && reaches(field.core, reach)) return true
  return partsOf(core).some(each => reaches(each, reach))
}

function keptIn({entity, field}: {entity: string; field: string}, {tables, seen}: Reach) {
  const kept = tables.get(entity)?.fields.get(field)
  const key = `${entity}.${field}`
  if (kept?.kind !== 'computed') return kept
  if (seen.has(key)) return undefined
  seen.add(key)
  return kept
}
