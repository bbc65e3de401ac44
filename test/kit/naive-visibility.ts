/** Visibility in a naive world: every condition of every grant evaluated on every record, one by one. */

import type {Path} from '../../src/engine/query/list-query.ts'
import type {Core} from '../../src/feel/core.ts'
import type {Value} from '../../src/feel/index.ts'
import {isReference, type Reference} from '../../src/feel/value.ts'
import {type Locale, plainLocale} from '../../src/points/entities/field-type.ts'
import {ownerOf, readableField} from '../../src/points/entities/lookup.ts'
import type {Field, Span} from '../../src/points/entities/model.ts'
import {nameOfRecord} from '../../src/points/entities/run.ts'
import {showSpan} from '../../src/points/entities/values/spans.ts'
import type {Grant} from '../../src/screens/testing.ts'
import {fail, type NaiveWorld, referencesIn} from './naive-world.ts'
import {fieldsOf} from './store-document.ts'

/** The read grants of one actor, by entity. */
export type Granted = ReadonlyMap<string, readonly Grant[]>

/** The number of names in one cell. */
const mostNamed = 5

export class NaiveVisibility {
  readonly world: NaiveWorld
  readonly granted: Granted
  readonly me: Reference | null
  private readonly known = new Map<string, {readonly revision: number; readonly records: readonly Reference[]}>()

  constructor(world: NaiveWorld, granted: Granted, me: string | null) {
    this.world = world
    this.granted = granted
    this.me = me === null ? null : {entity: 'User', id: me}
  }

  evaluate(core: Core, at: Reference): Value {
    return this.world.evaluate(core, at, this.me)
  }

  /**
   * Whether a condition of the document holds on the data that the actor sees: not if a field of the record that it
   * reads is hidden. Hidden fields of other records are null, and hidden records are left out of lists.
   */
  fulfils(core: Core, record: Reference): boolean {
    let readsHidden = false
    const all = (entity: string) => this.world.all(entity).filter(each => this.isSeen(each))
    const field = (of: Reference, name: string): Value => {
      // The person's own account is always visible, as `me`. Other references to it are other objects.
      if (of === this.me) return this.world.field(of, name, this.me)
      if (!this.seesField(of, name)) {
        if (of === record) readsHidden = true
        return null
      }
      const value = this.world.field(of, name, this.me)
      return Array.isArray(value) && value.some(isReference) ? this.linked(of, [name]) : value
    }
    return this.world.evaluate(core, record, this.me, {all, field}) === true && !readsHidden
  }

  holding(record: Reference, grants: readonly Grant[] = this.granted.get(record.entity) ?? []): Grant[] {
    return grants.filter(({where}) => where === null || this.evaluate(where, record) === true)
  }

  isSeen(record: Reference): boolean {
    return this.holding(record).length > 0
  }

  seesField(record: Reference, name: string): boolean {
    return this.holding(record).some(({fields}) => fields === null || fields.has(name) || name === 'id')
  }

  seesAll(record: Reference): boolean {
    return this.holding(record).some(({fields}) => fields === null)
  }

  /** Evaluated again only after a change. */
  seen(entity: string): readonly Reference[] {
    const known = this.known.get(entity)
    if (known?.revision === this.world.revision) return known.records
    const records = this.world.kept(entity).filter(record => this.isSeen(record))
    this.known.set(entity, {revision: this.world.revision, records})
    return records
  }

  /** Undefined if the field or a record on the path is hidden. */
  at(record: Reference, path: Path): Value | undefined {
    const [name = '', ...rest] = path
    if (!this.seesField(record, name)) return undefined
    const value = this.world.field(record, name, this.me)
    if (value !== null && isReference(value)) {
      const target = this.isSeen(value) ? value : null
      return rest.length === 0 ? target : target === null ? undefined : this.at(target, rest)
    }
    return rest.length === 0 ? value : undefined
  }

  fieldAt(entity: string, path: Path): Field {
    const [name = '', ...rest] = path
    const field = fieldsOf(this.world.specification, entity).get(name) ?? fail(`no field ${name}`)
    const type = field.type.type
    return rest.length === 0 || type.kind !== 'reference' ? field : this.fieldAt(type.entity, rest)
  }

  /** The visible linked records, if the link is visible. */
  linked(record: Reference, path: Path): Reference[] {
    const {storage} = this.fieldAt(record.entity, path).type
    return referencesIn(this.at(record, path) ?? null).filter(
      each => this.isSeen(each) && (storage.kind !== 'other side' || this.seesField(each, storage.by)),
    )
  }

  /** `year`: dates in it are written without it. */
  text(record: Reference, path: Path, year = new Date(this.world.now).getUTCFullYear()): string {
    const [name = '', ...rest] = path
    const span = rest.length === 0 ? this.spanOf(record.entity, name) : null
    if (span) return this.spanText(record, span)
    const value = this.at(record, path) ?? null
    const {type} = this.fieldAt(record.entity, path)
    if (value !== null && isReference(value)) return this.name(value)
    if (type.storage.kind === 'pairs' || type.storage.kind === 'other side')
      return this.names(this.linked(record, path))
    return type.toText(value, {...this.locale(), year})
  }

  private locale(): Locale {
    const {TIME_ZONE: zone, LANGUAGE: language, CURRENCY: currency} = this.world.specification.limits.settings
    return {...plainLocale, zone, language, currency, year: new Date(this.world.now).getUTCFullYear()}
  }

  private spanOf(entity: string, name: string): Span | null {
    const declared = this.world.specification.entities.entities.get(entity)
    return (declared && readableField(declared, name)?.span) ?? null
  }

  /** Each end only if it is visible. */
  private spanText(record: Reference, {from, to, halfDays}: Span): string {
    const at = (name: string | undefined) => (name === undefined ? null : (this.at(record, [name]) ?? null))
    const [startsMidday, endsMidday] = [at(halfDays?.[0]) === true, at(halfDays?.[1]) === true]
    return showSpan({first: at(from), last: at(to), startsMidday, endsMidday}, this.locale())
  }

  private names(records: readonly Reference[]): string {
    const ordered = records.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const more = records.length > mostNamed ? ['…'] : []
    return [...ordered.slice(0, mostNamed).map(each => this.name(each)), ...more].join(', ')
  }

  name(record: Reference): string {
    const {entities} = this.world.specification.entities
    const entity = entities.get(record.entity) ?? fail(`no entity ${record.entity}`)
    const owner = entity.namedForOwner ? ownerOf(entity) : null
    const owned = owner ? (this.at(record, [owner.name]) ?? null) : null
    const isOwn = owned !== null && isReference(owned) && owned.id === this.me?.id
    return nameOfRecord(entity, path => this.text(record, path), isOwn)
  }
}
