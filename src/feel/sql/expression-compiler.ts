/** Compiles an expression to SQL: dispatches each node to its operation, and holds variables, aliases and bounds. */

import {sql} from 'kysely'
import {CalendarDate, DateTime, Time} from '../calendar.ts'
import {type Core, partsOf} from '../core.ts'
import type {Environment} from '../environment.ts'
import {clockFunctions} from '../functions/basic.ts'
import {evaluate} from '../index.ts'
import type {Reference, Value} from '../value.ts'
import {
  atRun,
  type Binding,
  type Item,
  type KnownValue,
  type ListRows,
  type RecordRow,
  type SqlCompiler,
  type SqlContext,
  type SqlRefusal,
  tooLarge,
} from './compiler.ts'
import {constantTerm} from './constant.ts'
import {booleanForm, condition, type Dialect, postgres, type Sql, sqlite, type Term, term} from './dialect.ts'
import {failures, listRowsOf, refuseListValue, truths, valueTerm} from './families.ts'
import {deferred, Parameter} from './parameter.ts'
import {idOf, refuseValue} from './records.ts'

const dialects: Record<Dialect['name'], Dialect> = {sqlite, postgres}

/** Nodes of one statement, including every inlined computed field. */
const MOST_NODES = 9000
/** Nested computed fields and filters. */
const MOST_DEPTH = 40

/** Other conditions are as short as the name of a column. */
const isLong = (core: Core): boolean => core.op === 'and' || core.op === 'or' || core.op === 'not' || core.op === 'in'

/** The record before a change is beside the row, whose columns cannot read it. */
const namesOld = (core: Core): boolean => core.op === 'old' || partsOf(core).some(namesOld)

/** Of an expression around it. */
const namesVariable = (core: Core, own: readonly string[] = []): boolean => {
  if (core.op === 'variable') return !own.includes(core.name)
  const inside = 'variable' in core ? [...own, core.variable] : own
  return partsOf(core).some(part => namesVariable(part, inside))
}

/** Of a row that the compiler itself reads from the table of an entity. */
const isGenerated = (alias: string): boolean => /^x\d/.test(alias)

/** An expression that SQL cannot represent, as a problem of the document. */
export class NotInSql extends Error {
  readonly refusal: SqlRefusal
  constructor(refusal: SqlRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * A computed field compiled before, with its size: for statements that are measured and never run, so its alias does
 * not matter.
 */
interface MeasuredTerm {
  readonly term: Term
  readonly nodes: number
  readonly depth: number
}

export type MeasuredTerms = Map<Core, MeasuredTerm>

interface Shared {
  readonly context: SqlContext
  readonly dialect: Dialect
  /** The known parts of any row: the same for all rows. */
  readonly knownOfRow: KnownParts
  readonly measured: MeasuredTerms | null
  nodes: number
  aliases: number
  /** The maximum nesting of computed fields and variables. */
  deepest: number
}

interface Standing {
  /** The record of an inlined computed field. */
  readonly record: Binding | undefined
  readonly known: KnownParts
  readonly variables: ReadonlyMap<string, Item>
  readonly depth: number
}

export class ExpressionCompiler implements SqlCompiler {
  readonly #shared: Shared
  readonly #standing: Standing

  private constructor(shared: Shared, standing: Standing) {
    this.#shared = shared
    this.#standing = standing
  }

  /** `measured`: for statements that are never run. */
  static for(context: SqlContext, measured: MeasuredTerms | null = null): ExpressionCompiler {
    const knownOfRow = new KnownParts({...context, this: {alias: 'r'}})
    const dialect = dialects[context.database]
    const shared = {context, dialect, knownOfRow, measured, nodes: 0, aliases: 0, deepest: 0}
    return new ExpressionCompiler(shared, {
      record: undefined,
      known: new KnownParts(context),
      variables: new Map(),
      depth: 0,
    })
  }

  /** For a computed field that is a column of its row. */
  static #ofField({joins: _, ...context}: SqlContext, alias: string): ExpressionCompiler {
    return ExpressionCompiler.for({...context, this: {alias}})
  }

  get context(): SqlContext {
    return this.#shared.context
  }

  get dialect(): Dialect {
    return this.#shared.dialect
  }

  value(core: Core): Term {
    return this.#value(core, () => this.#sharedRecord(core) ?? valueTerm(core, this))
  }

  #value(core: Core, compile: () => Term): Term {
    this.#count()
    if (core.type.kind === 'list' || core.type.kind === 'range') return refuseListValue(this)
    const known = this.known(core)
    if (known === undefined) return compile()
    if ('value' in known) return this.#bound(known.value, core)
    return deferred(known.deferred, this.dialect) ?? valueTerm(core, this)
  }

  holds(core: Core): Sql {
    this.#count()
    const known = this.known(core)
    return known === undefined ? truths(core, this) : this.#asked(known, true)
  }

  fails(core: Core): Sql {
    this.#count()
    const known = this.known(core)
    return known === undefined ? failures(core, this) : this.#asked(known, false)
  }

  #asked(known: KnownValue, truth: boolean): Sql {
    const {dialect} = this
    if ('value' in known) return dialect.boolean(known.value === truth)
    return dialect.placed(
      new Parameter(known.deferred, booleanForm, {dialect, asks: truth ? 'true' : 'false'}),
      booleanForm,
    )
  }

  rows(core: Core): ListRows {
    this.#count()
    return listRowsOf(core, this)
  }

  rowOf(core: Core): RecordRow | undefined {
    const item = core.op === 'variable' ? this.#standing.variables.get(core.name) : undefined
    if (item !== undefined) return 'row' in item ? item.row : undefined
    const binding = this.bindingOf(core)
    if (binding === undefined || !('alias' in binding) || core.type.kind !== 'reference') return undefined
    return {entity: core.type.entity, alias: binding.alias}
  }

  bindingOf(core: Core): Binding | undefined {
    if (core.op === 'this') return this.#standing.record ?? this.context.this
    const binding = core.op === 'me' || core.op === 'old' ? this.context[core.op] : undefined
    return binding === atRun ? undefined : binding
  }

  /** An enclosing variable, as a value. */
  variable(name: string): Term {
    const item = this.#standing.variables.get(name)
    if (item === undefined) throw new Error(`The variable ${name} is not bound.`)
    return 'row' in item ? idOf(item.row, this) : item.term
  }

  known(core: Core): KnownValue | undefined {
    return this.#standing.known.of(core)
  }

  written(core: Core): Value | undefined {
    const known = new KnownParts(nothingBound(this.context)).of(core)
    return known && 'value' in known ? known.value : undefined
  }

  withVariable(name: string, item: Item): SqlCompiler {
    const variables = new Map([...this.#standing.variables, [name, item]])
    return this.#deeper({...this.#standing, variables})
  }

  rebase(record: Binding): SqlCompiler {
    const known = 'alias' in record ? this.#shared.knownOfRow : new KnownParts({...this.context, this: record})
    return this.#deeper({...this.#standing, record, known, variables: new Map()})
  }

  computed(core: Core, row: RecordRow): Term {
    const {alias} = row
    const {measured, context} = this.#shared
    const columns = context.computed?.alias === alias ? context.computed : undefined
    if (columns)
      return columns.valueOf(
        core,
        () => this.#called(core, row) ?? ExpressionCompiler.#ofField(context, alias).#column(core),
      )
    if (measured === null) return this.#called(core, row) ?? this.rebase({alias}).value(core)
    const known = measured.get(core)
    if (known === undefined) return this.#measure(core, alias, measured)
    this.#reach(this.#standing.depth + known.depth)
    this.#count(known.nodes)
    return known.term
  }

  /** Permissions of a row are asked for each of its columns. */
  sharedCondition(core: Core, compile: (at: SqlCompiler) => Sql): Sql | undefined {
    const computed = isLong(core) && this.#standing.variables.size === 0 ? this.#columnsFor(core) : undefined
    return computed?.expressionOf(core, () =>
      condition(compile(ExpressionCompiler.#ofField(this.context, computed.alias)), true),
    ).sql
  }

  /** A record that a path leads to, if it may be seen: each field at its end begins with it. */
  #sharedRecord(core: Core): Term | undefined {
    const isRecord = core.op === 'at' && core.type.kind === 'reference' && !namesVariable(core)
    const computed = isRecord ? this.#columnsFor(core) : undefined
    return computed?.expressionOf(core, () => ExpressionCompiler.#ofField(this.context, computed.alias).#column(core))
  }

  /** A value that is a column itself. */
  #column(core: Core): Term {
    return this.#value(core, () => valueTerm(core, this))
  }

  /** For an expression of the row of the statement alone. */
  #columnsFor(core: Core): SqlContext['computed'] {
    const {measured, context} = this.#shared
    const {computed, database, this: here} = context
    if (measured !== null || database !== 'postgres' || this.#standing.record !== undefined) return undefined
    const isOfRow = here !== undefined && 'alias' in here && here.alias === computed?.alias
    return isOfRow && !namesOld(core) ? computed : undefined
  }

  /** As a function of the database; undefined if it is written out here. */
  #called(core: Core, row: RecordRow): Term | undefined {
    const {fieldFunctions, stored, now} = this.context
    const isStored = row.alias === stored || isGenerated(row.alias)
    const found = isStored ? fieldFunctions?.of(core, row.entity) : undefined
    if (!found || (found.parameters.length > 0 && now !== atRun)) return undefined
    const places = found.parameters.map(({parameter, form}) => sql`, ${this.dialect.placed(parameter, form)}`)
    const called = sql`${sql.raw(`nonet.${found.name}`)}(${idOf(row, this).sql}${sql.join(places, sql``)})`
    const value = found.form.as === 'text' ? this.dialect.ordered(called) : called
    return term(value, found.form, found.nullable)
  }

  #measure(core: Core, alias: string, measured: MeasuredTerms): Term {
    const shared = this.#shared
    const {nodes, deepest} = shared
    const {depth} = this.#standing
    shared.deepest = depth
    const term = this.rebase({alias}).value(core)
    measured.set(core, {term, nodes: shared.nodes - nodes, depth: shared.deepest - depth})
    shared.deepest = Math.max(deepest, shared.deepest)
    return term
  }

  #deeper(standing: Standing): SqlCompiler {
    const depth = standing.depth + 1
    this.#reach(depth)
    return new ExpressionCompiler(this.#shared, {...standing, depth})
  }

  #reach(depth: number): void {
    if (depth > MOST_DEPTH) this.refuse(tooLarge)
    this.#shared.deepest = Math.max(this.#shared.deepest, depth)
  }

  alias(): string {
    this.#shared.aliases += 1
    return `x${this.#shared.aliases}`
  }

  refuse(refusal: SqlRefusal): never {
    throw new NotInSql(refusal)
  }

  #count(nodes = 1): void {
    this.#shared.nodes += nodes
    if (this.#shared.nodes > MOST_NODES) this.refuse(tooLarge)
  }

  #bound(value: Value, core: Core): Term {
    return constantTerm(value, core.type, this.dialect) ?? refuseValue(this)
  }
}

const nothingBound = ({database, tables, now, zone, workingWeek}: SqlContext): SqlContext => ({
  database,
  tables,
  now,
  zone,
  workingWeek,
})

// The parts of an expression that are known when its statement is compiled: everything that does not read a record from
// the database. They are evaluated here and bound as values.

function bindingOf(core: Core, context: SqlContext): Binding | undefined {
  const binding = core.op === 'this' || core.op === 'me' || core.op === 'old' ? context[core.op] : undefined
  return binding === atRun ? undefined : binding
}

const isBoundById = (binding: Binding | undefined): boolean => binding !== undefined && 'id' in binding

/** Whether a record's field is given, so that its table need not be read; nobody has no fields. */
function isGivenField(binding: Binding | undefined, field: string): boolean {
  if (binding === undefined || 'alias' in binding) return false
  return binding.id === null || field === 'id' || binding.fields?.has(field) === true
}

const none: ReadonlySet<string> = new Set()

const readsClock = (core: Core): boolean => core.op === 'call' && Object.hasOwn(clockFunctions, core.name)

class KnownParts {
  readonly #context: SqlContext
  readonly #environment: Environment
  /** Caches results, because every part of an expression is checked. */
  readonly #free = new Map<Core, boolean>()
  readonly #deferred = new Map<Core, boolean>()

  constructor(context: SqlContext) {
    this.#context = context
    const fields = new Map<Reference, ReadonlyMap<string, Value>>()
    this.#environment = environmentOf(context, fields)
  }

  of(core: Core): KnownValue | undefined {
    if (!this.#isFree(core, none)) return undefined
    if (this.#isDeferred(core)) return {deferred: core}
    return {value: evaluate(core, this.#environment)}
  }

  /** Whether a part is known only when the statement runs. */
  #isDeferred(core: Core): boolean {
    const known = this.#deferred.get(core)
    if (known !== undefined) return known
    const {now, inputsAtRun} = this.#context
    const isInput = core.op === 'input' && inputsAtRun?.has(core.name) === true
    const own = isInput || this.#isMeAtRun(core) || this.#isParameterAtRun(core) || (now === atRun && readsClock(core))
    const found = own || partsOf(core).some(part => this.#isDeferred(part))
    this.#deferred.set(core, found)
    return found
  }

  #isParameterAtRun(core: Core): boolean {
    const {parameters} = this.#context
    if (core.op !== 'parameter' || parameters === atRun) return core.op === 'parameter'
    if (parameters?.has(core.name) !== true) throw new Error(`The parameter ${core.name} has no value.`)
    return false
  }

  #isMeAtRun(core: Core): boolean {
    return core.op === 'me' && this.#context.me === atRun
  }

  /** A variable is known inside the filter or quantifier that binds it, if all of that is known. */
  #isFree(core: Core, variables: ReadonlySet<string>): boolean {
    if (variables.size > 0) return this.#hasFreeParts(core, variables)
    const known = this.#free.get(core)
    if (known !== undefined) return known
    const free = this.#hasFreeParts(core, variables)
    this.#free.set(core, free)
    return free
  }

  #hasFreeParts(core: Core, variables: ReadonlySet<string>): boolean {
    if (this.#isMeAtRun(core)) return true
    if (core.op === 'this' || core.op === 'me' || core.op === 'old') return isBoundById(bindingOf(core, this.#context))
    if (core.op === 'field' && this.#isMeAtRun(core.of)) return core.field === 'id'
    if (core.op === 'field' || core.op === 'relation')
      return isGivenField(bindingOf(core.of, this.#context), core.field)
    if (core.op === 'variable') return variables.has(core.name)
    if (core.op === 'all') return false
    const inside = 'variable' in core ? new Set([...variables, core.variable]) : variables
    return partsOf(core).every(part => this.#isFree(part, inside))
  }
}

const epoch = new DateTime(new CalendarDate(1970, 1, 1), new Time(0, 0, 0))

type GivenFields = Map<Reference, ReadonlyMap<string, Value>>

function referenceOf(binding: SqlContext['me'], given: GivenFields): Reference | null {
  if (binding === undefined || binding === atRun || 'alias' in binding || binding.id === null) return null
  const made = {entity: binding.entity, id: binding.id}
  if (binding.fields !== undefined) given.set(made, binding.fields)
  return made
}

function environmentOf(context: SqlContext, given: GivenFields): Environment {
  return {
    world: {
      all: () => [],
      field: (record, name) => (name === 'id' ? record.id : (given.get(record)?.get(name) ?? null)),
    },
    this: referenceOf(context.this, given),
    me: referenceOf(context.me, given),
    old: referenceOf(context.old, given),
    inputs: context.inputs ?? new Map(),
    parameters: context.parameters === atRun ? new Map() : (context.parameters ?? new Map()),
    // Expressions that read the clock are deferred if it is not known.
    now: context.now === atRun ? epoch : context.now,
    zone: context.zone,
    workingWeek: context.workingWeek,
  }
}
