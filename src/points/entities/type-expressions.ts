/**
 * Gives defaults and computed fields their types. A computed field is typed when another expression first asks for
 * it, so the order of the document does not matter and a circle shows itself on the way round.
 */
import {type Finding, finding} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import {type as typeText} from '../../feel/index.ts'
import type {ConstantScope, FieldScope, Scope} from '../../feel/scope.ts'
import type {Limits} from '../limits/model.ts'
import {readDefault} from './default.ts'
import {findingsOf} from './expression.ts'
import type {Entities, Entity, Expression, Field} from './model.ts'
import {userEntity} from './own-fields.ts'
import {allFields, constantScopes, engineScopes, fieldScope} from './scope.ts'
import {shownAs} from './types.ts'

export function typeEntities(entities: Entities, limits: Limits, findings: Finding[]): Entities {
  const typing = new EntityTyping(entities, constantScopes(limits), findings)
  return {entities: new Map([...entities.entities].map(([name, entity]) => [name, typing.typed(entity)]))}
}

class EntityTyping {
  private readonly scopes = new Map<string, ReadonlyMap<string, FieldScope>>(engineScopes)
  private readonly computed = new Map<string, Field>()
  private readonly constants: ReadonlyMap<string, ConstantScope>
  private readonly findings: Finding[]
  /** The computed fields being typed, from the first asked for to the last. */
  private readonly path: string[] = []
  /** Whether the expression at hand named a computed field that cannot be typed: then it is not wrong itself. */
  private metFailed = false
  /** Circles that are told already: typing may ask for a field more than once. */
  private readonly told = new Set<string>()

  constructor({entities}: Entities, constants: ReadonlyMap<string, ConstantScope>, findings: Finding[]) {
    this.constants = constants
    this.findings = findings
    for (const entity of entities.values()) {
      const late = new Map(allFields(entity).flatMap(field => (field.computed === null ? [] : [[field.name, field]])))
      const scopes = allFields(entity).map(field => [field.name, fieldScope(field)] as const)
      this.scopes.set(entity.name, new LateScopes(scopes, late, field => this.scopeOfComputed(entity, field)))
    }
  }

  typed(entity: Entity): Entity {
    const fields = [...entity.fields.values()].map(field => [field.name, this.typedField(entity, field)] as const)
    return {...entity, fields: new Map(fields)}
  }

  private typedField(entity: Entity, field: Field): Field {
    if (field.computed !== null) return this.computedField(entity, field, field.computed)
    if (field.default === null || field.default.core !== null) return field
    const scope = {entities: this.scopes, constants: this.constants, me: userEntity}
    const read = readDefault(field.type, field.default.text, scope)
    if (read.ok) return {...field, default: read.expression}
    this.findings.push(...read.findings)
    return field
  }

  private scopeOfComputed(entity: Entity, field: Field): FieldScope | undefined {
    const typed = field.computed === null ? field : this.computedField(entity, field, field.computed)
    if (typed.computed?.core) return fieldScope(typed)
    this.metFailed = true
    return undefined
  }

  private computedField(entity: Entity, field: Field, expression: Expression): Field {
    const key = `${entity.name}.${field.name}`
    const known = this.computed.get(key)
    if (known) return known
    const start = this.path.indexOf(key)
    if (start >= 0) {
      this.circle(this.path.slice(start), expression.text)
      return field
    }
    this.path.push(key)
    const typed = this.typeComputed(entity, field, expression)
    this.path.pop()
    this.computed.set(key, typed)
    return typed
  }

  private circle(keys: readonly string[], text: Text): void {
    const circle = keys.toSorted().join()
    if (this.told.has(circle)) return
    this.told.add(circle)
    const way = [...keys, keys[0]].join(' → ')
    this.findings.push(
      finding('N316', text, {
        message:
          keys.length === 1
            ? `${keys[0]} is computed from itself.`
            : `These fields are computed from each other: ${way}.`,
        hint: 'Take one of them out of the circle: let it be filled in, or compute it from something else.',
      }),
    )
  }

  private typeComputed(entity: Entity, field: Field, expression: Expression): Field {
    const outer = this.metFailed
    this.metFailed = false
    const scope: Scope = {
      entities: this.scopes,
      entity: entity.name,
      constants: this.constants,
      me: userEntity,
    }
    const typing = typeText(expression.text.text, scope)
    const followUp = this.metFailed
    this.metFailed = outer
    if (typing.ok && typing.type.kind !== 'range' && typing.type.kind !== 'null')
      return {...field, type: shownAs(typing.type), computed: {...expression, core: typing.core, reads: typing.reads}}
    // What names a field that is wrong is told when that one is mended.
    if (!followUp)
      this.findings.push(...(typing.ok ? [unshowable(expression.text)] : findingsOf(expression.text, typing.problems)))
    return field
  }
}

function unshowable(text: Text): Finding {
  return finding('N302', text, {
    message: 'This gives nothing that a field can show.',
    hint: 'Compute a number, a text, a date, a yes or no, or records.',
  })
}

/** The fields of an entity for typing; those that are computed are typed when they are asked for. */
class LateScopes extends Map<string, FieldScope> {
  private readonly late: ReadonlyMap<string, Field>
  private readonly ask: (field: Field) => FieldScope | undefined

  constructor(
    scopes: Iterable<readonly [string, FieldScope]>,
    late: ReadonlyMap<string, Field>,
    ask: (field: Field) => FieldScope | undefined,
  ) {
    super()
    this.late = late
    this.ask = ask
    for (const [name, scope] of scopes) this.set(name, scope)
  }

  override get(name: string): FieldScope | undefined {
    const field = this.late.get(name)
    return field === undefined ? super.get(name) : this.ask(field)
  }
}
