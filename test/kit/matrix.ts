/** Attempts to create, change and delete records, each with the outcome expected by the naive implementation. */

import type {Value} from '../../src/feel/index.ts'
import {equal, type Reference} from '../../src/feel/value.ts'
import {commentFieldsOf, entityReferredTo} from '../../src/points/entities/lookup.ts'
import type {Entity, Field} from '../../src/points/entities/model.ts'
import type {Act} from '../../src/points/roles/model.ts'
import type {Actor} from '../../src/screens/testing.ts'
import {type Company, offeredFor} from './any-company.ts'
import type {GrantLine, LineGrant} from './naive-grants.ts'
import {fail, referencesIn} from './naive-world.ts'
import {isFillable, locale, sampleTexts} from './sample-values.ts'
import {fieldsOf} from './store-document.ts'

type Texts = ReadonlyMap<string, readonly string[]>

export interface Attempt {
  readonly actor: Actor
  readonly texts: Texts
  readonly at: Reference | null
  readonly expected: 'allowed' | 'refused' | 'unseen'
  /** Setting the current value changes nothing, for any actor. */
  readonly changes: boolean
  /** The value is already in use and would be rejected for that reason alone. */
  readonly clashes: boolean
  /** The lines of the document that permit it. */
  readonly by: readonly GrantLine[]
}

const rolesOf = (actor: Actor) => (actor.kind === 'person' ? actor.roles : null)
const meOf = (actor: Actor): Reference | null => (actor.kind === 'person' ? {entity: 'User', id: actor.id} : null)

/** Fields that people may fill in: some are only set by the engine. */
const isAskable = (field: Field): boolean => isFillable(field) && !field.setByEngine

const refusal: Pick<Attempt, 'expected' | 'by'> = {expected: 'refused', by: []}

/** The field with the author, who alone may change the text of a comment; null for all other fields. */
export function authorOf(entity: Entity, {name}: Field): string | null {
  const comment = commentFieldsOf(entity, entity.partOf?.field ?? '')
  return comment?.text.name === name ? (comment.by?.name ?? null) : null
}

export class Attempts {
  private readonly company: Company

  constructor(company: Company) {
    this.company = company
  }

  /** A new record with the field set, and all required fields. */
  create(actor: Actor, entity: Entity, field: Field): Attempt {
    const needed = [...entity.fields.values()].filter(
      each => isAskable(each) && (each === field || (each.required && each.default === null)),
    )
    const texts = this.textsFor(actor, isAskable(field) ? needed : [...needed, field])
    const at = {entity: entity.name, id: '01900000-0000-7000-8000-000000000000'}
    const values = this.newValues(actor, entity, texts)
    const held = this.company.naive.supposing(at, values, () => this.holding(actor, 'create', at))
    const clashes = this.clashes(entity, values, null)
    return {
      actor,
      texts,
      at: null,
      changes: true,
      clashes,
      ...this.judged(actor, {entity, texts, values, held: [held]}),
    }
  }

  /** A record with the field changed. */
  update(actor: Actor, entity: Entity, {field, at}: {field: Field; at: Reference}): Attempt {
    const texts = this.textsFor(actor, [field])
    const before = this.company.naive.stored(at) ?? fail(`no record ${at.id}`)
    const values = new Map([...before, ...this.valuesOf(entity, texts)])
    const was = this.holding(actor, 'update', at)
    const then = this.company.naive.supposing(at, values, () => this.holding(actor, 'update', at))
    const author = authorOf(entity, field)
    const isOthers = author !== null && !referencesIn(before.get(author) ?? null).some(({id}) => id === meOf(actor)?.id)
    const judged = isOthers ? refusal : this.judged(actor, {entity, texts, values, held: [was, then]})
    const clashes = this.clashes(entity, values, at)
    const told = (from: ReadonlyMap<string, Value>) => JSON.stringify(field.type.toJson(from.get(field.name) ?? null))
    const changes = isFile(field) || !isFillable(field) || told(before) !== told(values)
    return {actor, texts, at, changes, clashes, ...judged, ...this.unseen(actor, at)}
  }

  delete(actor: Actor, at: Reference): Attempt {
    const held = this.holding(actor, 'delete', at)
    const expected = held.length > 0 ? 'allowed' : 'refused'
    const by = held.map(({line}) => line)
    return {actor, texts: new Map(), at, changes: true, clashes: false, expected, by, ...this.unseen(actor, at)}
  }

  /** Whether the result depends on the record: without a condition, one attempt suffices. */
  depends(actor: Actor, act: Act, entity: string): boolean {
    return this.company.grants(rolesOf(actor), act, entity).some(({where}) => where !== null)
  }

  private clashes({name, unique}: Entity, values: ReadonlyMap<string, Value>, at: Reference | null): boolean {
    const {naive} = this.company
    return unique.some(together =>
      naive
        .kept(name)
        .some(
          other =>
            other.id !== at?.id &&
            together.every(field => equal(naive.field(other, field), values.get(field) ?? null) === true),
        ),
    )
  }

  private unseen(actor: Actor, at: Reference): Partial<Attempt> {
    return this.company.sightOf(actor).isSeen(at) ? {} : {expected: 'unseen', by: []}
  }

  private holding(actor: Actor, act: Act, at: Reference): LineGrant[] {
    const grants = this.company.grants(rolesOf(actor), act, at.entity)
    const {naive} = this.company
    return grants.filter(({where}) => where === null || naive.evaluate(where, at, meOf(actor)) === true)
  }

  private judged(
    actor: Actor,
    {
      entity,
      texts,
      values,
      held,
    }: {entity: Entity; texts: Texts; values: ReadonlyMap<string, Value>; held: LineGrant[][]},
  ): Pick<Attempt, 'expected' | 'by'> {
    const fields = fieldsOf(this.company.engine.specification, entity.name)
    const visibility = this.company.sightOf(actor)
    const covered = (name: string, grants: readonly LineGrant[]) =>
      grants.some(grant => grant.fields === null || grant.fields.has(name))
    const allowed = [...texts.keys()].every(name => {
      const field = fields.get(name)
      if (!field || !isAskable(field) || !held.every(grants => covered(name, grants))) return false
      return isFile(field) || referencesIn(values.get(name) ?? null).every(each => visibility.isSeen(each))
    })
    if (!allowed || held.some(grants => grants.length === 0)) return refusal
    return {expected: 'allowed', by: held.flat().map(({line}) => line)}
  }

  /** A required reference leads to a visible record, if there is one. */
  private textsFor(actor: Actor, fields: readonly Field[]): Texts {
    const visibility = this.company.sightOf(actor)
    return new Map(
      fields.map(field => {
        const target = entityReferredTo(field)
        const {naive} = this.company
        const offered = (records: readonly Reference[]) => offeredFor(naive, field, {records, me: meOf(actor)})
        const seen = target === null || isFile(field) ? [] : offered(visibility.seen(target))
        const any = target === null || isFile(field) || seen.length > 0 ? seen : offered(naive.kept(target))
        const ids = any.map(({id}) => id)
        return [field.name, (isFillable(field) ? sampleTexts(field, this.company.next(), ids) : ['1']) ?? ['']]
      }),
    )
  }

  private valuesOf(entity: Entity, texts: Texts): Map<string, Value> {
    const fields = fieldsOf(this.company.engine.specification, entity.name)
    const zone = this.company.engine.specification.limits.settings.TIME_ZONE
    const read = [...texts].flatMap(([name, given]) => {
      const field = fields.get(name)
      if (!field || isFile(field) || !isFillable(field)) return []
      const judged = field.type.fromForm(given, {...locale, zone})
      return judged.ok ? [[name, judged.value] as const] : []
    })
    return new Map(read)
  }

  private newValues(actor: Actor, entity: Entity, texts: Texts): ReadonlyMap<string, Value> {
    const {naive, engine} = this.company
    const {now} = engine.moment()
    const defaults = [...entity.fields.values()].map((field): [string, Value] => {
      const core = field.default?.core
      const judged = core ? field.type.fit(naive.evaluate(core, null, meOf(actor))) : null
      return [field.name, judged?.ok ? judged.value : field.type.empty]
    })
    const me = meOf(actor)
    const own: [string, Value][] = [
      ['created', now],
      ['created_by', me],
      ['updated', now],
      ['updated_by', me],
      ['version', 1],
    ]
    return new Map<string, Value>([...own, ...defaults, ...this.valuesOf(entity, texts)])
  }
}

const isFile = (field: Field): boolean => field.type.control.control === 'file'
