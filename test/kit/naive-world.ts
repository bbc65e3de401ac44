/** All records of a document in plain maps, with expressions evaluated on them: no database, no permissions. */

import type {ListCondition} from '../../src/engine/query/list-query.ts'
import {fromMillis} from '../../src/feel/calendar.ts'
import {type Core, type Json, namesMe} from '../../src/feel/core.ts'
import {evaluate, type, type Value} from '../../src/feel/index.ts'
import {equal, isReference, type Reference} from '../../src/feel/value.ts'
import {plainLocale} from '../../src/points/entities/field-type.ts'
import type {Field} from '../../src/points/entities/model.ts'
import type {Specification} from '../../src/points/specification.ts'
import {fieldsOf} from './store-document.ts'

export interface TestRecord {
  readonly entity: string
  readonly id: string
  readonly values: Readonly<Record<string, Json>>
}

/** `old`: whether the text may read the record before a change, as conditions of the system may. */
export function coreOf({scope}: Specification, entity: string, text: string, old = false): Core {
  const typed = type(text, {...scope, entity, old})
  if (!typed.ok) throw new Error(`${text}: ${JSON.stringify(typed.problems)}`)
  return typed.core
}

/** As a document would say it of a list. */
export function conditionOf(specification: Specification, entity: string, text: string): ListCondition {
  const place = {file: 'app.md', line: 1, column: 1, pieces: []}
  return {core: coreOf(specification, entity, text), text: {...place, text}}
}

type Stored = ReadonlyMap<string, Value>

export class NaiveWorld {
  readonly specification: Specification
  readonly now: number
  /** Incremented after every permanent change. */
  revision = 0
  private readonly byEntity = new Map<string, Map<string, Stored>>()
  /** Computed fields depend on records, and on the reader if one of them names `me`: cached until a record changes. */
  private readonly computed = new Map<string, Value>()
  private readonly dependsOnReader: boolean

  constructor(specification: Specification, records: readonly TestRecord[], now: number) {
    this.specification = specification
    this.now = now
    const fields = [...specification.entities.entities.values()].flatMap(entity => [...entity.fields.values()])
    this.dependsOnReader = fields.some(({computed}) => computed?.core && namesMe(computed.core))
    for (const record of records) this.put(record)
  }

  put({entity, id, values}: TestRecord): void {
    const fields = [...fieldsOf(this.specification, entity).values()]
    const read = fields.map((field): [string, Value] => [field.name, valueIn(field, values)])
    this.set({entity, id}, new Map([...read, ['id', id]]))
  }

  set({entity, id}: Reference, values: Stored | null): void {
    const all = this.byEntity.get(entity) ?? new Map<string, Stored>()
    if (values) all.set(id, values)
    else all.delete(id)
    this.byEntity.set(entity, all)
    this.computed.clear()
    this.revision += 1
  }

  stored({entity, id}: Reference): Stored | null {
    return this.byEntity.get(entity)?.get(id) ?? null
  }

  /** Ordered by id, like the database. */
  all(entity: string): Reference[] {
    return [...(this.byEntity.get(entity)?.keys() ?? [])].toSorted().map(id => ({entity, id}))
  }

  /** In insertion order, which is the same in every run. */
  kept(entity: string): Reference[] {
    return [...(this.byEntity.get(entity)?.keys() ?? [])].map(id => ({entity, id}))
  }

  /** `me`: the reader, for computed fields that name them. */
  field(reference: Reference, name: string, me: Reference | null = null): Value {
    const field = fieldsOf(this.specification, reference.entity).get(name)
    if (field?.computed?.core)
      return this.worked(field.computed.core, reference, name, this.dependsOnReader ? me : null)
    if (field?.type.storage.kind === 'other side') return this.leadingTo(reference, field.type.storage)
    return this.stored(reference)?.get(name) ?? null
  }

  private worked(core: Core, reference: Reference, name: string, me: Reference | null): Value {
    const key = `${reference.entity} ${reference.id} ${name} ${me?.id}`
    const known = this.computed.get(key)
    if (known !== undefined) return known
    const value = this.evaluate(core, reference, me)
    this.computed.set(key, value)
    return value
  }

  private leadingTo(reference: Reference, {entity, by}: {entity: string; by: string}): Reference[] {
    return this.all(entity).filter(each => equal(this.field(each, by), reference) === true)
  }

  /** `world`: what of the records can be read; all of them by default. */
  evaluate(
    core: Core,
    at: Reference | null,
    me: Reference | null,
    world: Pick<NaiveWorld, 'all' | 'field'> = this,
  ): Value {
    const {TIME_ZONE: zone} = this.specification.limits.settings
    return evaluate(core, {
      world: {all: entity => world.all(entity), field: (reference, name) => world.field(reference, name, me)},
      this: at,
      me,
      old: null,
      inputs: new Map(),
      now: fromMillis(this.now) ?? fail('no moment'),
      zone,
      workingWeek: [1, 2, 3, 4, 5],
    })
  }

  /** Evaluates something as if the record had these values; nothing is kept. */
  supposing<T>(at: Reference, values: Stored | null, ask: () => T): T {
    const [before, revision] = [this.stored(at), this.revision]
    this.set(at, values)
    try {
      return ask()
    } finally {
      this.set(at, before)
      this.revision = revision
    }
  }
}

function valueIn(field: Field, values: TestRecord['values']): Value {
  const judged = field.computed === null ? field.type.fromJson(values[field.name] ?? null, plainLocale) : null
  return judged?.ok ? judged.value : null
}

export const referencesIn = (value: Value): Reference[] =>
  (Array.isArray(value) ? value : [value]).filter(each => each !== null && isReference(each))

export function fail(message: string): never {
  throw new Error(message)
}
