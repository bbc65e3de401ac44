/**
 * Gives defaults and computed fields their types. A computed field is typed when another expression first asks for
 * it, so the order of the document does not matter and a circle shows itself on the way round.
 */
import type {Finding} from '../../document/finding.ts'
import {type as typeText} from '../../feel/index.ts'
import type {ConstantScope, FieldScope, Scope} from '../../feel/scope.ts'
import type {Limits} from '../limits/model.ts'
import {isAmount, placesOf} from './amounts.ts'
import {depthOf, inCircle, sizeOf, tooMuch, unshowable} from './computed-findings.ts'
import {readDefault} from './default.ts'
import {findingsOf} from './expression.ts'
import {LateScopes} from './late-scopes.ts'
import {isKnownEntity, targetOf} from './lookup.ts'
import type {Entities, Entity, Expression, Field} from './model.ts'
import {typeOffers} from './offers.ts'
import {userEntity} from './own-fields.ts'
import {allFields, constantScopes, engineScopes, fieldScope} from './scope.ts'
import {amountShown, isMoney, shownAs} from './types.ts'

export function typeEntities(entities: Entities, limits: Limits, findings: Finding[]): Entities {
  const typing = new EntityTyping(entities, constantScopes(limits), findings)
  return {entities: new Map([...entities.entities].map(([name, entity]) => [name, typing.typed(entity)]))}
}

/** More than anybody means, and than databases take in one statement. */
const deepest = 50
const largest = 20_000
/** Fields are typed on the way to one another; further than this nobody walks, whatever the order of the rows. */
const farthest = 200

class EntityTyping {
  private readonly scopes = new Map<string, ReadonlyMap<string, FieldScope>>(engineScopes)
  private readonly entities: Entities
  private readonly constants: ReadonlyMap<string, ConstantScope>
  private readonly findings: Finding[]
  private readonly computed = new Map<string, Field>()
  /** Fields that hold money, as `Order.total`. */
  private readonly amounts = new Set<string>()
  /** Numbers of which it is known how many places they have. */
  private readonly places = new Map<string, number>()
  private readonly sizes = new Map<string, number>()
  private readonly depths = new Map<string, number>()
  /** The computed fields being typed, from the first asked for to the last. */
  private readonly path: string[] = []
  /** Circles that are told already: typing may ask for a field more than once. */
  private readonly told = new Set<string>()
  /** Whether the expression at hand named a field that is wrong: then it is not wrong itself. */
  private metWrong = false

  constructor(entities: Entities, constants: ReadonlyMap<string, ConstantScope>, findings: Finding[]) {
    this.entities = entities
    this.constants = constants
    this.findings = findings
    for (const entity of entities.entities.values()) this.scopes.set(entity.name, this.scopesOf(entity, entities))
  }

  private scopesOf(entity: Entity, entities: Entities): ReadonlyMap<string, FieldScope> {
    const late = new Map<string, () => FieldScope | undefined>()
    const wrong = () => {
      this.metWrong = true
      return undefined
    }
    for (const name of entity.unread) late.set(name, wrong)
    for (const field of entity.fields.values()) {
      if (isMoney(field.type)) this.amounts.add(`${entity.name}.${field.name}`)
      const {extent} = field.type
      if (field.computed === null && extent.set === 'number')
        this.places.set(`${entity.name}.${field.name}`, extent.places)
      const target = targetOf(field)
      if (target !== null && !isKnownEntity(entities, target)) late.set(field.name, wrong)
      if (field.computed !== null) late.set(field.name, () => this.scopeOfComputed(entity, field) ?? wrong())
    }
    const scopes = allFields(entity).map(field => [field.name, fieldScope(field)] as const)
    return new LateScopes(scopes, late)
  }

  typed(entity: Entity): Entity {
    const fields = [...entity.fields.values()].map(field => [field.name, this.typedField(entity, field)] as const)
    return {...entity, fields: new Map(fields)}
  }

  private typedField(entity: Entity, field: Field): Field {
    if (field.computed !== null) return this.computedField(entity, field, field.computed)
    return this.withOffers(this.withDefault(entity, field))
  }

  private withDefault(entity: Entity, field: Field): Field {
    if (field.default === null || field.default.core !== null) return field
    // A type that is wrong has its finding.
    const target = targetOf(field)
    if (target !== null && !isKnownEntity(this.entities, target)) return field
    const {text} = field.default
    const read = this.once(() => {
      const found = readDefault(field.type, text, this.scopeAt(), new Set(entity.fields.keys()))
      return found.ok ? {result: found.expression, findings: []} : {result: null, findings: found.findings}
    })
    return read === null ? field : {...field, default: read}
  }

  /** Names in the brackets are fields of the records that are offered. */
  private withOffers(field: Field): Field {
    const target = targetOf(field)
    if (field.offers === null || target === null || !this.scopes.has(target)) return field
    const {text} = field.offers
    const offers = this.once(() => typeOffers(text, this.scopeAt(target)))
    return offers === null ? field : {...field, offers}
  }

  private scopeAt(entity?: string): Scope {
    const scope = {entities: this.scopes, constants: this.constants, me: userEntity}
    return entity === undefined ? scope : {...scope, entity}
  }

  /** What names a field that is wrong is told when that one is mended. */
  private once<Result>(work: () => {result: Result; findings: readonly Finding[]}): Result {
    const outside = this.metWrong
    this.metWrong = false
    const {result, findings} = work()
    if (!this.metWrong) this.findings.push(...findings)
    this.metWrong = outside
    return result
  }

  private scopeOfComputed(entity: Entity, field: Field): FieldScope | undefined {
    const typed = field.computed === null ? field : this.computedField(entity, field, field.computed)
    return typed.computed?.core ? fieldScope(typed) : undefined
  }

  private computedField(entity: Entity, field: Field, expression: Expression): Field {
    const key = `${entity.name}.${field.name}`
    const known = this.computed.get(key)
    if (known) return known
    const start = this.path.indexOf(key)
    if (start >= 0) this.tellCircle(this.path.slice(start), expression)
    if (start >= 0 || this.isTooFar(expression)) return field
    this.path.push(key)
    const typed = this.once(() => this.typeComputed(entity.name, field, expression))
    this.path.pop()
    this.computed.set(key, typed)
    return typed
  }

  private tellCircle(keys: readonly string[], {text}: Expression): void {
    const circle = keys.toSorted().join()
    if (!this.told.has(circle)) this.findings.push(inCircle(keys, text))
    this.told.add(circle)
  }

  private isTooFar({text}: Expression): boolean {
    if (this.path.length < farthest) return false
    if (!this.told.has('depth')) this.findings.push(tooMuch(text))
    this.told.add('depth')
    return true
  }

  private typeComputed(entity: string, field: Field, expression: Expression) {
    const {text} = expression
    const typing = typeText(text.text, this.scopeAt(entity))
    if (!typing.ok) return {result: field, findings: findingsOf(text, typing.problems)}
    const {type, core, reads} = typing
    if (type.kind === 'range' || type.kind === 'null') return {result: field, findings: [unshowable(text)]}
    const size = sizeOf(core, this.sizes)
    const depth = depthOf(core, this.depths)
    this.sizes.set(`${entity}.${field.name}`, size)
    this.depths.set(`${entity}.${field.name}`, depth)
    if (size > largest || depth > deepest) return {result: field, findings: [tooMuch(text)]}
    const amount = type.kind === 'number' && isAmount(core, this.amounts)
    if (amount) this.amounts.add(`${entity}.${field.name}`)
    const places = type.kind === 'number' ? placesOf(core, this.places) : null
    if (places !== null) this.places.set(`${entity}.${field.name}`, places)
    const shown = amount ? amountShown(type) : shownAs(type, places ?? 0)
    return {result: {...field, type: shown, computed: {...expression, core, reads}}, findings: []}
  }
}
