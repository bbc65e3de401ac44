/**
 * Computed fields as functions of PostgreSQL: `nonet.field_… (id, …)` is the value of a field of a stored record. Written
 * out, a field that reads other records is some thousand characters wherever it is used, and these fields use each
 * other; PostgreSQL takes a hundred bytes of each connection for a character of a prepared statement.
 */
import {createHash} from 'node:crypto'
import {createQueryId, PostgresQueryCompiler} from 'kysely'
import {type Core, namesMe} from '../core.ts'
import {atRun, type SqlContext} from './compiler.ts'
import {columnType, Placed, type Sql, type TermForm} from './dialect.ts'
import {ExpressionCompiler, NotInSql} from './expression-compiler.ts'
import type {FieldFunction, FunctionArgument, KnownFunctions} from './field-function.ts'
import {Parameter} from './parameter.ts'
import type {Tables} from './tables.ts'

/** A call costs some 50 µs, because it begins to execute a statement; shorter fields are cheaper written out. */
const usualShortest = 1200

export interface FieldFunctionOptions {
  readonly tables: Tables
  readonly zone: string
  readonly workingWeek: readonly number[]
  /** Characters of the shortest field that is a function. */
  readonly shortest?: number
}

export interface NamedFunction extends FieldFunction {
  /** The fields whose value it is. */
  readonly fields: readonly string[]
}

export class FieldFunctions implements KnownFunctions {
  readonly #context: SqlContext
  readonly #shortest: number
  readonly #known = new Map<Core, FieldFunction | null>()

  constructor({tables, zone, workingWeek, shortest = usualShortest}: FieldFunctionOptions) {
    this.#shortest = shortest
    const functions = {fieldFunctions: this, stored: 'r'}
    this.#context = {database: 'postgres', tables, this: {alias: 'r'}, now: atRun, zone, workingWeek, ...functions}
  }

  /** Of every computed field that is one. */
  all(): readonly NamedFunction[] {
    const found = new Map<string, NamedFunction>()
    for (const [entity, {fields}] of this.#context.tables)
      for (const [name, field] of fields) {
        const made = field.kind === 'computed' ? this.of(field.core, entity) : null
        const known = made && found.get(made.name)
        if (made) found.set(made.name, {...made, fields: [...(known?.fields ?? []), `${entity}.${name}`]})
      }
    return [...found.values()]
  }

  /** Null for a computed field that is written out. */
  of(core: Core, entity: string): FieldFunction | null {
    const known = this.#known.get(core)
    if (known !== undefined) return known
    const made = this.#make(core, entity)
    this.#known.set(core, made)
    return made
  }

  #make(core: Core, entity: string): FieldFunction | null {
    const table = this.#context.tables.get(entity)
    if (table === undefined || core.type.kind === 'list' || namesMe(core)) return null
    try {
      const {sql: expression, form, nullable} = ExpressionCompiler.for(this.#context).value(core)
      const body = bodyOf(expression)
      if (body === null || body.text.length < this.#shortest) return null
      const {text: value, parameters} = body
      const text = `(select ${value} from "${table.table}" as "r" where "r"."${table.id}" = $1)`
      const types = ['uuid', ...parameters.map(each => columnType(each.form))]
      const head = `(${types.join(', ')}) returns ${columnType(form)} language plpgsql stable parallel safe as `
      const written = `${head}${quotedText(`#variable_conflict use_column\nbegin return ${text}; end`)}`
      const name = `field_${createHash('sha256').update(written).digest('hex').slice(0, 20)}`
      const definition = `create or replace function nonet.${name}${written}`
      return {name, definition, value, table: table.table, parameters, form, nullable}
    } catch (error) {
      if (error instanceof NotInSql) return null
      throw error
    }
  }
}

interface FunctionBody {
  readonly text: string
  readonly parameters: readonly FunctionArgument[]
}

/** Null for a constant that is not plain enough to be written into a text. */
function bodyOf(value: Sql): FunctionBody | null {
  const compiler = new BodyCompiler()
  const {sql: text} = compiler.compileQuery(value.toOperationNode(), createQueryId())
  return compiler.isPlain ? {text, parameters: compiler.parameters} : null
}

class BodyCompiler extends PostgresQueryCompiler {
  readonly parameters: FunctionArgument[] = []
  isPlain = true

  protected override appendValue(value: unknown): void {
    const given = value instanceof Placed ? value.given : undefined
    if (value instanceof Placed && given instanceof Parameter) this.append(`$${this.#argument(given, value.form)}`)
    else if (typeof given === 'boolean' || given === null) this.append(String(given))
    else if (typeof given === 'string' && !given.includes('\\')) this.append(quotedText(given))
    else this.isPlain = false
  }

  /** The first argument is the id. */
  #argument(parameter: Parameter, form: TermForm): number {
    const type = columnType(form)
    const isSame = (each: FunctionArgument) => columnType(each.form) === type && each.parameter.isSameAs(parameter)
    const known = this.parameters.findIndex(isSame)
    return 2 + (known === -1 ? this.parameters.push({parameter, form}) - 1 : known)
  }
}

const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`
