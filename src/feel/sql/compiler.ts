/** The interface that all operations share while an expression is compiled to SQL. */

import {type RawBuilder, sql} from 'kysely'
import type {DateTime} from '../calendar.ts'
import type {CallCore, Core} from '../core.ts'
import type {Value} from '../value.ts'
import type {Dialect, Sql, Term} from './dialect.ts'
import type {Tables} from './tables.ts'

/** A record that is a row of the statement, under an alias. */
export interface RecordRow {
  readonly entity: string
  readonly alias: string
}

/**
 * How `this`, `me` and `old` are known: as a row of the enclosing statement (under any alias but `x1`, `x2`, …, which
 * are generated), by id (null for nobody), or by id and values, for a record that differs from the stored one. Values
 * that are not given are read from the tables; computed fields are evaluated on the given values. A given value is a
 * constant of the statement: `team = me.team` can use an index if `me` has its team.
 */
export type Binding =
  | {readonly alias: string}
  | {readonly entity: string; readonly id: string | null; readonly fields?: ReadonlyMap<string, Value>}

/** Known when the statement runs: until then it is a parameter. */
export const atRun = 'at run'
export type AtRun = typeof atRun

export interface SqlContext {
  readonly database: Dialect['name']
  readonly tables: Tables
  readonly this?: Binding
  readonly me?: Binding | AtRun
  readonly old?: Binding
  readonly inputs?: ReadonlyMap<string, Value>
  /** Inputs that are parameters. */
  readonly inputsAtRun?: ReadonlySet<string>
  readonly now: DateTime | AtRun
  /** The values of parameter nodes, by name. */
  readonly parameters?: ReadonlyMap<string, Value> | AtRun
  readonly zone: string
  /** 1 is Monday, 7 is Sunday. */
  readonly workingWeek: readonly number[]
  /** Records joined to `this` that the statement reads once for several fields; see records.ts. */
  readonly joins?: Joins
  /** Computed fields of a row of the statement that are evaluated once for all of its expressions. */
  readonly computed?: ComputedColumns
  /**
   * Lists of references of a row if they differ from the stored ones, as for an unwritten record: for its alias and
   * each field the column with their ids as JSON.
   */
  readonly lists?: ReadonlyMap<string, ReadonlyMap<string, string>>
  /**
   * The tables in which records are found by a reference, where they differ from those of `tables`: a record that is not
   * written is found by its parts, and in no list.
   */
  readonly referenced?: ReadonlyMap<string, string>
  /** The alias of a row that is not written yet: what is required may be empty in it. */
  readonly incomplete?: string
  /** The condition is checked on a record that is already found: no index is needed. */
  readonly atHand?: boolean
}

export type KnownValue = {readonly value: Value} | {readonly deferred: Core}

/** The meaning of a variable: a row or a value. */
export type Item = {readonly row: RecordRow} | {readonly term: Term}

/** A list, as the source of one subquery. */
export interface ListRows {
  readonly from: Sql
  readonly where: readonly Sql[]
  readonly item: Item
  /** Puts the items in the list's order. */
  readonly order: Sql
  /** True if the list itself is null; undefined if it never is. */
  readonly absent?: Sql
}

export interface SqlRefusal {
  readonly code: 'N091' | 'N092' | 'N093' | 'N094'
  readonly message: string
  readonly hint: string
  /** The function concerned, to find its place in the text. */
  readonly called?: string
}

export const tooLarge: SqlRefusal = {
  code: 'N094',
  message: 'This expression is too large for the database once its computed fields are written out.',
  hint: 'Store a part of it in a field, or compute less inside computed fields.',
}

/** A function of the language as SQL. */
export type SqlFunction = (core: CallCore, at: SqlCompiler) => Term

export interface SqlCompiler {
  readonly context: SqlContext
  readonly dialect: Dialect
  /** The value; conditions are three-valued. */
  value(core: Core): Term
  /** True if the condition is true, and anything else otherwise. */
  holds(core: Core): Sql
  /** True if the condition is false, and anything else otherwise. */
  fails(core: Core): Sql
  rows(core: Core): ListRows
  /** The row of a reference, if it is part of the statement. */
  rowOf(core: Core): RecordRow | undefined
  /**
   * The value if it can be computed without reading a record: the value itself, or the expression that gives it when
   * the statement runs.
   */
  known(core: Core): KnownValue | undefined
  /** The value of a literal expression, without inputs, people and clocks. */
  written(core: Core): Value | undefined
  /** An enclosing variable, as a value. */
  variable(name: string): Term
  /** The same compiler with one more variable. */
  withVariable(name: string, item: Item): SqlCompiler
  /** How `this`, `me` and `old` are known here. */
  bindingOf(core: Core): Binding | undefined
  /** The compiler for a computed field of a record: `this` is that record. */
  standingAt(record: Binding): SqlCompiler
  /** The value of a computed field of the row with this alias. */
  computed(core: Core, alias: string): Term
  alias(): string
  refuse(refusal: SqlRefusal): never
}

// Joins for records that `this` refers to, one join for all of their fields in a statement: a left join by key gives at
// most one row, so no rows are multiplied. Only for the columns of a statement whose `from` includes the joins.

export class Joins {
  readonly #aliases = new Map<string, string>()
  readonly #texts: RawBuilder<unknown>[] = []

  /** The alias of the record that the column `by` of another refers to. */
  aliasOf(by: string, {table, id}: {readonly table: string; readonly id: string}): string {
    const known = this.#aliases.get(by)
    if (known !== undefined) return known
    const alias = `j${this.#aliases.size + 1}`
    this.#aliases.set(by, alias)
    this.#texts.push(sql`left join ${sql.table(table)} as ${sql.id(alias)} on ${sql.id(alias, id)} = ${sql.ref(by)}`)
    return alias
  }

  /** The joins after the table of `this`. */
  get sql(): RawBuilder<unknown> {
    return this.#texts.length === 0 ? sql`` : sql.join(this.#texts, sql` `)
  }
}

// Computed fields of a row as columns of it. Written out wherever they are used, they multiply: a statement with the
// rules of a form can reach a megabyte. Only for a statement whose `from` includes the columns, and for few rows,
// because each column is evaluated for every row, also where an expression would not need it. All expressions need the
// same context: with another `me`, a computed field has another value.

interface ComputedColumn {
  readonly term: Term
  readonly sql: Sql
  readonly name: string
  /** Above those of the columns that it reads. */
  readonly level: number
}

export class ComputedColumns {
  readonly alias: string
  readonly #columns = new Map<Core, ComputedColumn>()
  /** The highest level that the column being compiled reads. */
  #highest = 0

  constructor(alias: string) {
    this.alias = alias
  }

  /** `compile`: without joins, which the columns cannot read. */
  valueOf(core: Core, compile: () => Term): Term {
    const column = this.#columns.get(core) ?? this.#add(core, compile)
    this.#highest = Math.max(this.#highest, column.level)
    return column.term
  }

  #add(core: Core, compile: () => Term): ComputedColumn {
    const outer = this.#highest
    this.#highest = 0
    const {sql: text, form, nullable} = compile()
    // With a space, so that no field has this column.
    const name = `computed ${this.#columns.size + 1}`
    const term = {sql: sql.id(this.alias, name), form, nullable, simple: true}
    const column = {term, sql: text, name, level: this.#highest + 1}
    this.#highest = outer
    this.#columns.set(core, column)
    return column
  }

  /** The rows with the columns that were used so far. */
  in(rows: Sql): Sql {
    const columns = [...this.#columns.values()]
    const levels = Map.groupBy(columns, ({level}) => level)
    return [...levels.keys()]
      .toSorted((a, b) => a - b)
      .reduce((inner, level) => this.#with(levels.get(level) ?? [], inner), rows)
  }

  /** Materialized, so that no database writes the columns out again. */
  #with(columns: readonly ComputedColumn[], rows: Sql): Sql {
    const added = sql.join(columns.map(({sql: text, name}) => sql`${text} as ${sql.id(name)}`))
    const row = sql.id(this.alias)
    // With a space, so that no table has this name.
    return sql`(with "with computed" as materialized (select ${row}.*, ${added} from ${rows} as ${row}) select * from "with computed")`
  }
}

// An omitted argument, which differs from null.

export const isAbsent = (arg: Core | undefined): boolean =>
  arg === undefined || (arg.op === 'value' && arg.type.kind === 'null' && arg.value === null)
