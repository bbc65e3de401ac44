/**
 * Computed fields: their expressions name each other, so they are typed in the order in which they need each other,
 * and a circle is a problem.
 */
import type {Core} from './core.ts'
import type {FieldScope, Problem, Scope} from './scope.ts'
import {nullType} from './type.ts'
import {type} from './typing/type.ts'

export interface ComputedField {
  readonly entity: string
  readonly field: string
  readonly text: string
}

export interface Computed {
  /** The given scope with the computed fields in it; those with problems are still pending. */
  readonly scope: Scope
  /** `Entity.field` → what it computes. */
  readonly cores: ReadonlyMap<string, Core>
  readonly problems: readonly Failure[]
}

const pathOf = ({entity, field}: ComputedField): string => `${entity}.${field}`

interface Failure {
  readonly of: ComputedField
  readonly problem: Problem
}

export function typeComputed(scope: Scope, fields: readonly ComputedField[]): Computed {
  const entities = new Map([...scope.entities].map(([entity, known]) => [entity, new Map(known)]))
  const full: Scope = {...scope, entities}
  const cores = new Map<string, Core>()
  for (const {entity, field} of fields) entities.get(entity)?.set(field, {type: nullType, pending: true})
  for (let left = fields; left.length > 0; left = left.filter(one => !cores.has(pathOf(one)))) {
    const before = cores.size
    const failures = left.flatMap(one => attempt(full, one, {entities, cores}))
    if (cores.size === before) return {scope: full, cores, problems: explain(failures)}
  }
  return {scope: full, cores, problems: []}
}

interface Found {
  readonly entities: ReadonlyMap<string, Map<string, FieldScope>>
  readonly cores: Map<string, Core>
}

function attempt(scope: Scope, one: ComputedField, {entities, cores}: Found): Failure[] {
  const typed = type(one.text, {...scope, entity: one.entity})
  if (!typed.ok) return typed.problems.map(problem => ({of: one, problem}))
  cores.set(pathOf(one), typed.core)
  entities.get(one.entity)?.set(one.field, {type: typed.type})
  return []
}

/** A field that waits for one with problems of its own has none itself. */
function explain(failures: readonly Failure[]): readonly Failure[] {
  const own = failures.filter(({problem}) => problem.code !== 'N069')
  return own.length > 0 ? own : failures
}
