/**
 * The placeholders of a statement. A value that an expression uses in many places is sent once: the statements of large
 * documents would have thousands of values otherwise, which are bound, and on PostgreSQL parsed, each time.
 */
import {type CompiledQuery, PostgresDialect, PostgresQueryCompiler, SqliteDialect, SqliteQueryCompiler} from 'kysely'
import {Placed} from '../feel/sql/dialect.ts'
import {Parameter} from '../feel/sql/parameter.ts'

/** The values of one statement that have a placeholder. */
class Placeholders {
  readonly #texts = new Map<string, number>()
  #parameters: {readonly parameter: Parameter; readonly index: number}[] = []

  clear(): void {
    this.#texts.clear()
    this.#parameters = []
  }

  /** The index of the same value in the same form; `next` if it has none yet, or if its form is not known. */
  indexOf(value: unknown, next: number): number {
    if (!(value instanceof Placed)) return next
    const {given, form} = value
    if (given instanceof Parameter) return this.#indexOfParameter(given, next)
    const places = form.as === 'scaled' ? form.places : ''
    const key = `${form.as} ${places} ${typeof given} ${given}`
    const known = this.#texts.get(key) ?? next
    this.#texts.set(key, known)
    return known
  }

  #indexOfParameter(parameter: Parameter, next: number): number {
    const known = this.#parameters.find(each => each.parameter.isSameAs(parameter))
    if (!known) this.#parameters.push({parameter, index: next})
    return known?.index ?? next
  }
}

const givenIn = (value: unknown): unknown => (value instanceof Placed ? value.given : value)

export class PostgresCompiler extends PostgresQueryCompiler {
  readonly #placeholders = new Placeholders()

  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    this.#placeholders.clear()
    return super.compileQuery(...query)
  }

  protected override appendValue(value: unknown): void {
    const next = this.numParameters + 1
    const index = this.#placeholders.indexOf(value, next)
    if (index === next) this.addParameter(givenIn(value))
    this.append(`$${index}`)
  }
}

export class SqliteCompiler extends SqliteQueryCompiler {
  readonly #placeholders = new Placeholders()

  override compileQuery(...query: Parameters<SqliteQueryCompiler['compileQuery']>): CompiledQuery {
    this.#placeholders.clear()
    return super.compileQuery(...query)
  }

  protected override appendValue(value: unknown): void {
    const next = this.numParameters + 1
    const index = this.#placeholders.indexOf(value, next)
    if (index === next) this.addParameter(givenIn(value))
    this.append(`?${index}`)
  }
}

export class PostgresWithPlaceholders extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresCompiler()
  }
}

export class SqliteWithPlaceholders extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteCompiler()
  }
}
