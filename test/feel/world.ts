/** Records in memory, for evaluating expressions in tests. */
import {fromMillis} from '../../src/feel/calendar.ts'
import type {Environment, Evaluate, Reference, Value, World} from '../../src/feel/index.ts'

export type Row = Readonly<Record<string, Value>>
export type Rows = Readonly<Record<string, Readonly<Record<string, Row>>>>

export const ref = (entity: string, id: string): Reference => ({entity, id})

/** `computed`: `Entity.field` → its evaluation; `relations`: `Entity.field` → the entity and field that point back. */
export interface Shape {
  readonly computed?: ReadonlyMap<string, Evaluate>
  readonly relations?: ReadonlyMap<string, {readonly entity: string; readonly by: string}>
}

export function memoryWorld(rows: Rows, shape: Shape, environment: Omit<Environment, 'world'>): World {
  const world: World = {
    all: entity =>
      Object.keys(rows[entity] ?? {})
        .sort()
        .map(id => ref(entity, id)),
    field: ({entity, id}, name) => {
      if (name === 'id') return id
      const path = `${entity}.${name}`
      const computed = shape.computed?.get(path)
      if (computed !== undefined) return computed({...environment, this: ref(entity, id), world})
      const relation = shape.relations?.get(path)
      if (relation === undefined) return rows[entity]?.[id]?.[name] ?? null
      return world.all(relation.entity).filter(other => pointsAt(world.field(other, relation.by), id))
    },
  }
  return world
}

const pointsAt = (value: Value, id: string): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && value.id === id

/** 1 May 2026, a Friday, noon in UTC and 14:00 in Paris. */
export const NOW = Date.UTC(2026, 4, 1, 12)

export function environmentAt(now: number, given: Partial<Environment> = {}): Environment {
  const at = fromMillis(now)
  if (at === null) throw new RangeError('no such instant')
  return {
    world: {all: () => [], field: () => null},
    this: null,
    me: null,
    old: null,
    inputs: new Map(),
    now: at,
    zone: 'Europe/Paris',
    workingWeek: [1, 2, 3, 4, 5],
    ...given,
  }
}
