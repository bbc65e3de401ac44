/** What all operations share while an expression is compiled to SQL: the context of its statement, and the compiler. */

import type {DateTime} from '../calendar.ts'
import type {CallCore, Core} from '../core.ts'
import type {Value} from '../value.ts'
import type {Dialect, Sql, Term} from './dialect.ts'
import type {KnownFunctions} from './field-function.ts'
import type {ComputedColumns, Joins} from './row-columns.ts'
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
  /** Computed fields that are functions of the database, for statements that evaluate them for few records. */
  readonly fieldFunctions?: KnownFunctions | null
  /** The alias of a row with the id of a record of the table, whose computed fields may be functions, too. */
  readonly stored?: string
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
  rebase(record: Binding): SqlCompiler
  /** The value of a computed field of the row. */
  computed(core: Core, row: RecordRow): Term
  /** A condition on the row of the statement, if it is a column of it. */
  sharedCondition(core: Core, compile: (at: SqlCompiler) => Sql): Sql | undefined
  alias(): string
  refuse(refusal: SqlRefusal): never
}

// An omitted argument, which differs from null.

export const isAbsent = (arg: Core | undefined): boolean =>
  arg === undefined || (arg.op === 'value' && arg.type.kind === 'null' && arg.value === null)
