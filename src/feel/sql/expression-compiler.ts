/** Hands each node of an expression to its family, and keeps what they share: variables, aliases and bounds. */
import type {Core} from '../core.ts'
import type {Value} from '../value.ts'
import {
  atRun,
  type Binding,
  type Compiler,
  type Item,
  type Known,
  type RecordRow,
  type Refusal,
  type Rows,
  type SqlContext,
  tooLarge,
} from './compiler.ts'
import {literal} from './constant.ts'
import type {Dialect, Sql} from './dialect.ts'
import {failures, listRowsOf, refuseListValue, truths, values} from './families.ts'
import {booleanForm} from './form.ts'
import {KnownParts} from './known.ts'
import {deferred, Parameter} from './parameter.ts'
import {postgres} from './postgres.ts'
import {idOf} from './records.ts'
import {refuseValue} from './rows.ts'
import {sqlite} from './sqlite.ts'
import type {Term} from './term.ts'

const dialects: Record<Dialect['name'], Dialect> = {sqlite, postgres}

/** Nodes of one statement, computed fields and what they inline counted each time. */
const MOST_NODES = 3000
/** Computed fields within computed fields, filters within filters. */
const MOST_DEPTH = 40

/** What SQL cannot say, as a problem of the document. */
export class NotInSql extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

interface Shared {
  readonly context: SqlContext
  readonly dialect: Dialect
  nodes: number
  aliases: number
}

interface Standing {
  /** Where a computed field is written out, the record it belongs to. */
  readonly record: Binding | undefined
  readonly known: KnownParts
  readonly variables: ReadonlyMap<string, Item>
  readonly depth: number
}

export class ExpressionCompiler implements Compiler {
  readonly #shared: Shared
  readonly #standing: Standing

  private constructor(shared: Shared, standing: Standing) {
    this.#shared = shared
    this.#standing = standing
  }

  static for(context: SqlContext): ExpressionCompiler {
    const shared = {context, dialect: dialects[context.database], nodes: 0, aliases: 0}
    return new ExpressionCompiler(shared, {
      record: undefined,
      known: new KnownParts(context),
      variables: new Map(),
      depth: 0,
    })
  }

  get context(): SqlContext {
    return this.#shared.context
  }

  get dialect(): Dialect {
    return this.#shared.dialect
  }

  value(core: Core): Term {
    this.#count()
    if (core.type.kind === 'list' || core.type.kind === 'range') return refuseListValue(this)
    const known = this.known(core)
    if (known === undefined) return values(core, this)
    if ('value' in known) return this.#bound(known.value, core)
    return deferred(known.deferred, this.dialect) ?? values(core, this)
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

  #asked(known: Known, truth: boolean): Sql {
    const {dialect} = this
    if ('value' in known) return dialect.boolean(known.value === truth)
    return dialect.placed(
      new Parameter(known.deferred, booleanForm, {dialect, asks: truth ? 'true' : 'false'}),
      booleanForm,
    )
  }

  rows(core: Core): Rows {
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

  /** A variable of the surroundings, as a value. */
  variable(name: string): Term {
    const item = this.#standing.variables.get(name)
    if (item === undefined) throw new Error(`The variable ${name} is not bound.`)
    return 'row' in item ? idOf(item.row, this) : item.term
  }

  known(core: Core): Known | undefined {
    return this.#standing.known.of(core)
  }

  written(core: Core): Value | undefined {
    const known = new KnownParts(nothingBound(this.context)).of(core)
    return known && 'value' in known ? known.value : undefined
  }

  withVariable(name: string, item: Item): Compiler {
    const variables = new Map([...this.#standing.variables, [name, item]])
    return this.#deeper({...this.#standing, variables})
  }

  standingAt(record: Binding): Compiler {
    const known = new KnownParts({...this.context, this: record})
    return this.#deeper({...this.#standing, record, known, variables: new Map()})
  }

  #deeper(standing: Standing): Compiler {
    const depth = standing.depth + 1
    if (depth > MOST_DEPTH) return this.refuse(tooLarge)
    return new ExpressionCompiler(this.#shared, {...standing, depth})
  }

  alias(): string {
    this.#shared.aliases += 1
    return `x${this.#shared.aliases}`
  }

  refuse(refusal: Refusal): never {
    throw new NotInSql(refusal)
  }

  #count(): void {
    this.#shared.nodes += 1
    if (this.#shared.nodes > MOST_NODES) this.refuse(tooLarge)
  }

  #bound(value: Value, core: Core): Term {
    return literal(value, core.type, this.dialect) ?? refuseValue(this)
  }
}

const nothingBound = ({database, tables, now, zone, workingWeek}: SqlContext): SqlContext => ({
  database,
  tables,
  now,
  zone,
  workingWeek,
})
