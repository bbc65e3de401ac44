/**
 * Which parts of an expression are known when its statement is written: everything that does not reach for a record
 * of the database. They are evaluated here, by the evaluator itself, and bound as values.
 */
import {CalendarDate, DateTime, Time} from '../calendar.ts'
import type {Core} from '../core.ts'
import type {Environment} from '../environment.ts'
import {clockFunctions} from '../functions/clock.ts'
import {evaluate} from '../index.ts'
import {partsOf} from '../mentions.ts'
import type {Reference, Value} from '../value.ts'
import {atRun, type Binding, type Known, type SqlContext} from './compiler.ts'

function bindingOf(core: Core, context: SqlContext): Binding | undefined {
  const binding = core.op === 'this' || core.op === 'me' || core.op === 'old' ? context[core.op] : undefined
  return binding === atRun ? undefined : binding
}

const isBoundById = (binding: Binding | undefined): boolean => binding !== undefined && 'id' in binding

/** Whether a record's field is given with it, so that its table need not be asked; nobody has no fields at all. */
function isGiven(binding: Binding | undefined, field: string): boolean {
  if (binding === undefined || 'alias' in binding) return false
  return binding.id === null || field === 'id' || binding.fields?.has(field) === true
}

/** Whatever else reads the clock reads the day alone. */
export function asksForNow(core: Core): boolean {
  return (core.op === 'call' && core.name === 'now') || partsOf(core).some(asksForNow)
}

const none: ReadonlySet<string> = new Set()

const readsClock = (core: Core): boolean => core.op === 'call' && Object.hasOwn(clockFunctions, core.name)

export class KnownParts {
  readonly #context: SqlContext
  readonly #environment: Environment
  readonly #me: Reference | null
  /** An expression is asked about all of its parts, so each answer is kept. */
  readonly #free = new Map<Core, boolean>()
  readonly #deferred = new Map<Core, boolean>()

  constructor(context: SqlContext) {
    this.#context = context
    const fields = new Map<Reference, ReadonlyMap<string, Value>>()
    this.#me = referenceOf(context.me, fields)
    this.#environment = environmentOf(context, this.#me, fields)
  }

  of(core: Core): Known | undefined {
    const free = this.#free.get(core) ?? this.#isFree(core, none)
    this.#free.set(core, free)
    if (!free) return undefined
    if (this.#isDeferred(core)) return {deferred: core}
    // Who asks, as they are, is bound like any record: that alone does not tie the statement to them.
    if (core.op === 'me') return {value: this.#me}
    if (asksForNow(core)) this.#context.uses?.('now')
    return {value: evaluate(core, this.#environment)}
  }

  /** Whether something in it is known only when the statement is run. */
  #isDeferred(core: Core): boolean {
    const known = this.#deferred.get(core)
    if (known !== undefined) return known
    const {now, parameters} = this.#context
    const own =
      this.#isMeAtRun(core) || (core.op === 'parameter' && parameters === atRun) || (now === atRun && readsClock(core))
    const found = own || partsOf(core).some(part => this.#isDeferred(part))
    this.#deferred.set(core, found)
    return found
  }

  #isMeAtRun(core: Core): boolean {
    return core.op === 'me' && this.#context.me === atRun
  }

  /** A variable is known inside the filter or quantifier that binds it, when all of that is known. */
  #isFree(core: Core, variables: ReadonlySet<string>): boolean {
    if (this.#isMeAtRun(core)) return true
    if (core.op === 'this' || core.op === 'me' || core.op === 'old') return isBoundById(bindingOf(core, this.#context))
    if (core.op === 'field' && this.#isMeAtRun(core.of)) return core.field === 'id'
    if (core.op === 'field' || core.op === 'relation') return isGiven(bindingOf(core.of, this.#context), core.field)
    if (core.op === 'variable') return variables.has(core.name)
    if (core.op === 'all') return false
    const inside = 'variable' in core ? new Set([...variables, core.variable]) : variables
    return partsOf(core).every(part => this.#isFree(part, inside))
  }
}

const epoch = new DateTime(new CalendarDate(1970, 1, 1), new Time(0, 0, 0))

type Given = Map<Reference, ReadonlyMap<string, Value>>

function referenceOf(binding: SqlContext['me'], given: Given): Reference | null {
  if (binding === undefined || binding === atRun || 'alias' in binding || binding.id === null) return null
  const made = {entity: binding.entity, id: binding.id}
  if (binding.fields !== undefined) given.set(made, binding.fields)
  return made
}

function environmentOf(context: SqlContext, me: Reference | null, given: Given): Environment {
  return {
    world: {
      all: () => [],
      field: (record, name) => (name === 'id' ? record.id : (given.get(record)?.get(name) ?? null)),
    },
    this: referenceOf(context.this, given),
    get me() {
      context.uses?.('me')
      return me
    },
    old: referenceOf(context.old, given),
    inputs: context.inputs ?? new Map(),
    parameters: context.parameters === atRun ? new Map() : (context.parameters ?? new Map()),
    get now() {
      context.uses?.('today')
      // Whatever reads the clock is deferred then.
      return context.now === atRun ? epoch : context.now
    },
    zone: context.zone,
    workingWeek: context.workingWeek,
  }
}
