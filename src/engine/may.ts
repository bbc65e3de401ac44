/** May they? Asked of the record as it is, and of the record as it will be. */
import type {Core} from '../feel/core.ts'
import {yes} from './core-build.ts'
import type {Act, Grant} from './grants.ts'
import type {ReadContext} from './read-context.ts'
import {holdsAs, holdsFor} from './select.ts'
import type {Values} from './stored.ts'

export interface Covered {
  /** Some grant covers the record. */
  readonly any: boolean
  readonly covers: (field: string) => boolean
}

/** Which of the actor's grants hold for a record that is in the database now, and which fields they cover together. */
export async function coveredBy(
  writing: ReadContext,
  act: Act,
  record: {entity: string; id: string},
): Promise<Covered> {
  const grants = writing.grants(writing.actor, act, record.entity)
  const holding = await holdingOf(writing, grants, record)
  return {any: holding.length > 0, covers: field => holding.some(({fields}) => fields === null || fields.has(field))}
}

/** The same for a record that is not written: as these values would make it. */
export async function coveredAs(
  writing: ReadContext,
  act: Act,
  {entity, id, values}: {entity: string; id: string; values: Values},
): Promise<Covered> {
  const grants = writing.grants(writing.actor, act, entity)
  const open = grants.some(grant => grant.where === null && grant.fields === null)
  const held = open ? [] : await holdsAs(writing, {entity, id, fields: values}, conditionsOf(grants))
  const holding = grants.filter((_, index) => open || held[index])
  return {any: holding.length > 0, covers: field => holding.some(({fields}) => fields === null || fields.has(field))}
}

const conditions = new WeakMap<readonly Grant[], readonly Core[]>()

function conditionsOf(grants: readonly Grant[]): readonly Core[] {
  const known = conditions.get(grants) ?? grants.map(grant => grant.where ?? yes)
  conditions.set(grants, known)
  return known
}

async function holdingOf(
  writing: ReadContext,
  grants: readonly Grant[],
  record: {entity: string; id: string},
): Promise<Grant[]> {
  if (grants.some(grant => grant.where === null && grant.fields === null)) return [...grants]
  const held = await holdsFor(writing, record, conditionsOf(grants))
  return grants.filter((_, index) => held[index])
}
