/**
 * Types the expressions of point 3: defaults, computed fields and offers. A computed field is typed when another
 * expression first needs it, so the order of the document does not matter and cycles are found on the way.
 */

import {type Finding, finding} from '../../document/finding.ts'
import {replacing, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {CalendarDate, DateTime, Time} from '../../feel/calendar.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import type {Environment} from '../../feel/environment.ts'
import {compile, type as typeText} from '../../feel/index.ts'
import type {ConstantScope, ExpressionProblem, FieldScope, Reads, Scope} from '../../feel/scope.ts'
import type {Trees} from '../../feel/syntax/trees.ts'
import {equal, type Value} from '../../feel/value.ts'
import {errors} from '../../messages/en/errors.ts'
import type {Limits} from '../limits/model.ts'
import {isAmount, placesOf} from './amounts.ts'
import {findingsOf, literalDefault, typeOffers} from './expression.ts'
import type {FieldUse} from './field-type.ts'
import {checkOrder, typedCall} from './functions.ts'
import {entityReferredTo, isKnownEntity, labelsOf} from './lookup.ts'
import type {Entities, Entity, Expression, Field} from './model.ts'
import {canonicalName} from './names.ts'
import {userEntity} from './own-fields.ts'
import {allFields, constantScopes, engineScopes, fieldScope} from './scope.ts'
import {labelledUse} from './types/computed.ts'
import {isAmountOfMoney} from './types/money.ts'
import {amountShown, shownAs} from './types.ts'
import {findWord} from './values/choices.ts'

interface TypingContext {
  readonly limits: Limits
  readonly trees: Trees
  readonly findings: Finding[]
}

export function typeEntities(entities: Entities, context: TypingContext): Entities {
  const typing = new EntityTyping(entities, context)
  const typed = [...entities.entities].map(([name, entity]) => [name, typing.typed(entity)] as const)
  context.findings.push(...typed.flatMap(([, entity]) => checkOrder(entity)))
  return {...entities, entities: new Map(typed)}
}

/** More than any real document needs, and more than the databases accept in one statement. */
const deepest = 50
const largest = 20_000
/** Fields are typed recursively; this bounds the depth, whatever the order of the rows. */
const farthest = 200

class EntityTyping {
  private readonly scopes = new Map<string, ReadonlyMap<string, FieldScope>>(engineScopes)
  private readonly entities: Entities
  private readonly constants: ReadonlyMap<string, ConstantScope>
  private readonly trees: Trees
  private readonly findings: Finding[]
  private readonly computed = new Map<string, Field>()
  /** Fields that hold money: `Order.total`. */
  private readonly amounts = new Set<string>()
  /** Numeric fields with a known number of decimal places. */
  private readonly places = new Map<string, number>()
  private readonly sizes = new Map<string, number>()
  private readonly depths = new Map<string, number>()
  /** The stack of computed fields being typed. */
  private readonly path: string[] = []
  /** Cycles that are already reported; typing may visit a field more than once. */
  private readonly told = new Set<string>()
  /** Whether the current expression names a wrong field; then the expression itself is not reported. */
  private metWrong = false

  constructor(entities: Entities, {limits, trees, findings}: TypingContext) {
    this.entities = entities
    this.constants = constantScopes(limits)
    this.trees = trees
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
      if (isAmountOfMoney(field.type)) this.amounts.add(`${entity.name}.${field.name}`)
      const {valueSet} = field.type
      if (field.computed === null && valueSet.set === 'number')
        this.places.set(`${entity.name}.${field.name}`, valueSet.places)
      const target = entityReferredTo(field)
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
    return this.withCall(entity, this.withOffers(this.withDefault(entity, field)))
  }

  private withCall(entity: Entity, field: Field): Field {
    const {setBy} = field
    if (!setBy) return field
    const {me: _no, ...scope} = this.scopeAt(entity.name)
    const {functions} = this.entities
    return {...field, setBy: this.once(() => typedCall(setBy, {entity, field, functions, scope}))}
  }

  private withDefault(entity: Entity, field: Field): Field {
    if (field.default === null || field.default.core !== null) return field
    // A wrong type already has its finding.
    const target = entityReferredTo(field)
    if (target !== null && !isKnownEntity(this.entities, target)) return field
    const {text} = field.default
    const read = this.once(() => {
      const found = readDefault(field.type, text, this.scopeAt(), new Set(entity.fields.keys()))
      return found.ok ? {result: found.expression, findings: []} : {result: null, findings: found.findings}
    })
    return read === null ? field : {...field, default: read}
  }

  /** Names in brackets are fields of the offered records. */
  private withOffers(field: Field): Field {
    const target = entityReferredTo(field)
    if (field.offers === null || target === null || !this.scopes.has(target)) return field
    const {text} = field.offers
    const offers = this.once(() => typeOffers(text, this.scopeAt(target)))
    return offers === null ? field : {...field, offers}
  }

  private scopeAt(entity?: string): Scope {
    const {functions} = this.entities
    const scope = {entities: this.scopes, constants: this.constants, me: userEntity, trees: this.trees, functions}
    return entity === undefined ? scope : {...scope, entity}
  }

  /** An expression that names a wrong field is checked again once that field is fixed. */
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
    const plain = amount ? amountShown(type) : shownAs(type, places ?? 0)
    const labels = labelsOf(field)
    const shown = labels.size === 0 ? plain : labelledUse(plain, labels)
    const findings = field.looks && type.kind !== 'text' ? [unlabelled(text, field)] : []
    return {result: {...field, type: shown, computed: {...expression, core, reads}}, findings}
  }
}

function unlabelled(at: Text, {name}: Field): Finding {
  const message = `\`${name}\` is not a text, so its values have no labels.`
  return finding('N328', at, {message, hint: 'Compute a text, or remove its rows from the table of labels.'})
}

// The column Default: a literal of the field's type (`normal`, `no`), or an expression.

type ReadDefault =
  | {readonly ok: true; readonly expression: Expression}
  | {readonly ok: false; readonly findings: readonly Finding[]}

/** The scope has no record: the record does not exist yet when its defaults are evaluated. */
function readDefault(use: FieldUse, text: Text, scope: Scope, fields: ReadonlySet<string>): ReadDefault {
  const literal = use.literal(text.text)
  if (literal !== undefined) return fitting(use, literal, literalDefault(use, literal, text))
  const typing = typeText(text.text, scope, use.type)
  if (!typing.ok)
    return {
      ok: false,
      findings:
        ofTheRecord(text, fields) ??
        wrongWord(use, text) ??
        defaultByName(use, text) ??
        findingsOf(
          text,
          typing.problems.map(each => namingTheRecord(each, text, fields)),
        ),
    }
  const expression = {text, core: typing.core, reads: typing.reads}
  const value = constantOf(typing.core, typing.reads)
  return value === undefined ? {ok: true, expression} : fitting(use, value, expression)
}

/** A field of the record, which does not exist yet. */
function ofTheRecord(text: Text, fields: ReadonlySet<string>): Finding[] | null {
  return fields.has(canonicalName(text.text)) ? [finding('N055', text, usesTheRecord(text.text))] : null
}

/** The same inside an expression, where it is an unknown name. */
function namingTheRecord(
  problem: ExpressionProblem,
  {text}: Pick<Text, 'text'>,
  fields: ReadonlySet<string>,
): ExpressionProblem {
  const name = text.slice(problem.start, problem.end)
  if (problem.code !== 'N055' || !fields.has(canonicalName(name))) return problem
  return {...problem, ...usesTheRecord(name), fix: undefined}
}

const usesTheRecord = (name: string) => ({
  message: `A default cannot use \`${name}\`: the record does not exist yet.`,
  hint: 'Make this a computed field: `= …` under Type. Or copy the value once, by a row of `system` in point 4 such as When `price = null`, Then `set price = article.price`.',
})

/** A reference cannot have a default by name. */
function defaultByName({type}: FieldUse, text: Text): Finding[] | null {
  if (type.kind !== 'reference' || !/^"?[\p{L}\p{N} _-]+"?$/u.test(text.text) || text.text === 'me') return null
  const message = `\`${text.text}\` is not a ${type.entity}: a reference has no default by name.`
  const hint = `Remove it${type.entity === userEntity ? ', or write `me`' : ''}.`
  return [finding('N313', text, {message, hint, fix: replacing(text, '')})]
}

/** Plain words where a choice is expected, one of which is unknown. */
function wrongWord({valueSet: {words}}: FieldUse, text: Text): Finding[] | null {
  if (words === null || !/^[\p{L}\p{N} _,-]+$/u.test(text.text)) return null
  const given = text.text.split(',').map(word => word.trim())
  const wrong = given.find(word => findWord(word, {words}) === null) ?? text.text
  const at = Math.max(0, text.text.indexOf(wrong))
  const place = sliceOf(text, at, at + wrong.length)
  const message = `\`${wrong}\` is not one of ${words.join(', ')}.`
  return [finding('N313', place, {message, ...suggestFor(place, words, 'Use one of these words.')})]
}

function fitting(use: FieldUse, value: Value, expression: Expression): ReadDefault {
  const result = use.fit(value)
  if (result.ok && equal(result.value, value) === true) return {ok: true, expression}
  const [problem] = result.ok ? [] : result.problems
  const why = problem === undefined ? 'It has too many decimals.' : explain(errors[problem.code], problem.values)
  const {text} = expression
  const message = `\`${text.text}\` is not a valid value for \`${use.written}\`.`
  return {ok: false, findings: [finding('N313', text, {message, hint: why})]}
}

function explain(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The value of a constant expression; undefined for any other. */
function constantOf(core: Core, reads: Reads): Value | undefined {
  const {fields, relations, entities, me, old, now} = reads
  const varies = me || old || now || fields.size + relations.size + entities.size > 0
  return varies ? undefined : compile(core)(nobody)
}

const nobody: Environment = {
  world: {all: () => [], field: () => null},
  this: null,
  me: null,
  old: null,
  inputs: new Map(),
  now: new DateTime(new CalendarDate(1970, 1, 1), new Time(0, 0, 0)),
  zone: 'UTC',
  workingWeek: [1, 2, 3, 4, 5],
}

// The fields of an entity for typing; some are computed on first access.

class LateScopes extends Map<string, FieldScope> {
  private readonly late: ReadonlyMap<string, () => FieldScope | undefined>

  constructor(
    scopes: Iterable<readonly [string, FieldScope]>,
    late: ReadonlyMap<string, () => FieldScope | undefined>,
  ) {
    // Map's constructor would call `set` before this class is initialised.
    super()
    this.late = late
    for (const [name, scope] of scopes) this.set(name, scope)
  }

  override get(name: string): FieldScope | undefined {
    const ask = this.late.get(name)
    return ask === undefined ? super.get(name) : ask()
  }
}

// Findings about computed fields beyond their expressions, and their size.

/** The number of nodes of an expression with its computed fields inlined, as in SQL. */
function sizeOf(core: Core, sizes: ReadonlyMap<string, number>): number {
  const own = core.op === 'field' ? (sizes.get(`${core.entity}.${core.field}`) ?? 1) : 1
  return partsOf(core).reduce((sum, part) => sum + sizeOf(part, sizes), own)
}

/** How many computed fields depend on each other here, including this one. */
function depthOf(core: Core, depths: ReadonlyMap<string, number>): number {
  return 1 + deepestIn(core, depths)
}

function deepestIn(core: Core, depths: ReadonlyMap<string, number>): number {
  const own = core.op === 'field' ? (depths.get(`${core.entity}.${core.field}`) ?? 0) : 0
  return Math.max(own, ...partsOf(core).map(part => deepestIn(part, depths)))
}

function inCircle(keys: readonly string[], text: Text): Finding {
  const [first] = keys
  const message =
    keys.length === 1
      ? `${first} is computed from itself.`
      : `These fields are computed from each other: ${[...keys, first].join(' → ')}.`
  const hint = 'Compute one of them from something else, or let people fill it in.'
  return finding('N316', text, {message, hint})
}

function tooMuch(text: Text): Finding {
  return finding('N322', text, {
    message: 'Too many computed fields depend on each other here.',
    hint: 'Store one of them in a field, for example with `set` in an action.',
  })
}

function unshowable(text: Text): Finding {
  return finding('N302', text, {
    message: 'A field cannot show the result of this expression.',
    hint: 'Compute a number, a text, a date, a yes/no value, or records.',
  })
}
