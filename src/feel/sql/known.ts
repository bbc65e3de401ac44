/**
 * Which parts of an expression are known when its statement is written: everything that does not reach for a record
 * of the database. They are evaluated here, by the evaluator itself, and bound as values.
 */
import type {Core} from '../core.ts'
import type {Environment} from '../environment.ts'
import {evaluate} from '../index.ts'
import {partsOf} from '../mentions.ts'
import type {Reference, Value} from '../value.ts'
import type {Binding, SqlContext} from './compiler.ts'

const bindingOf = (core: Core, context: SqlContext): Binding | undefined =>
  core.op === 'this' || core.op === 'me' || core.op === 'old' ? context[core.op] : undefined

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

export class Known {
  readonly #context: SqlContext
  readonly #environment: Environment
  readonly #me: Reference | null
  /** An expression is asked about all of its parts, so each answer is kept. */
  readonly #free = new Map<Core, boolean>()

  constructor(context: SqlContext) {
    this.#context = context
    const fields = new Map<Reference, ReadonlyMap<string, Value>>()
    this.#me = referenceOf(context.me, fields)
    this.#environment = environmentOf(context, this.#me, fields)
  }

  valueOf(core: Core): {readonly value: Value} | undefined {
    const free = this.#free.get(core) ?? this.#isFree(core, none)
    this.#free.set(core, free)
    if (!free) return undefined
    // Who asks, as they are, is bound like any record: that alone does not tie the statement to them.
    if (core.op === 'me') return {value: this.#me}
    if (asksForNow(core)) this.#context.uses?.('now')
    return {value: evaluate(core, this.#environment)}
  }

  /** A variable is known inside the filter or quantifier that binds it, when all of that is known. */
  #isFree(core: Core, variables: ReadonlySet<string>): boolean {
    if (core.op === 'this' || core.op === 'me' || core.op === 'old') return isBoundById(bindingOf(core, this.#context))
    if (core.op === 'field' || core.op === 'relation') return isGiven(bindingOf(core.of, this.#context), core.field)
    if (core.op === 'variable') return variables.has(core.name)
    if (core.op === 'all') return false
    const inside = 'variable' in core ? new Set([...variables, core.variable]) : variables
    return partsOf(core).every(part => this.#isFree(part, inside))
  }
}

type Given = Map<Reference, ReadonlyMap<string, Value>>

function referenceOf(binding: Binding | undefined, given: Given): Reference | null {
  if (binding === undefined || 'alias' in binding || binding.id === null) return null
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
    get now() {
      context.uses?.('today')
      return context.now
    },
    zone: context.zone,
    workingWeek: context.workingWeek,
  }
}
