/**
 * A term: SQL for one value, with its form. A constant is a term too and remembers its value, so that it can take
 * the form of the column it meets and leave that column bare for an index.
 */
import {sql} from 'kysely'
import type {Core} from '../core.ts'
import type {Value} from '../value.ts'
import type {Dialect, Sql} from './dialect.ts'
import {booleanForm, type Form} from './form.ts'

export interface Term {
  readonly sql: Sql
  readonly form: Form
  readonly nullable: boolean
  /** There when the value is known now; undefined otherwise, because null is a value. */
  readonly constant?: Value
  /** There when the value is bound when the statement is run: the expression that gives it. See parameter.ts. */
  readonly deferred?: Core
  /** A column or a bound value, which costs nothing to write twice. */
  readonly simple?: boolean
}

export const term = (value: Sql, form: Form, nullable: boolean): Term => ({sql: value, form, nullable})
export const condition = (value: Sql, nullable: boolean): Term => term(value, booleanForm, nullable)
export const certain = (value: boolean, dialect: Dialect): Term => ({
  sql: dialect.boolean(value),
  form: booleanForm,
  nullable: false,
  constant: value,
  simple: true,
})

export const isConstant = (of: Term): of is Term & {readonly constant: Value} => of.constant !== undefined
/** Known without reading a record, now or when the statement is run: it takes the form of the column it meets. */
export const isGiven = (of: Term): boolean => isConstant(of) || of.deferred !== undefined
export const isNull = (of: Term): boolean => of.constant === null
export const anyNullable = (...terms: readonly Term[]): boolean => terms.some(of => of.nullable)

/** Uses a term more than once without writing it more than once, so that statements do not grow out of hand. */
export function once(of: Term, at: {alias(): string; dialect: Dialect}, use: (of: Term) => Term): Term {
  if (of.simple === true || isConstant(of)) return use(of)
  const name = at.alias()
  const named: Term = {sql: sql.ref(`${name}.x`), form: of.form, nullable: of.nullable, simple: true}
  const used = use(named)
  return {
    ...used,
    sql: sql`(select ${used.sql} from ${at.dialect.fenced(sql`select ${of.sql} as x`)} as ${sql.id(name)})`,
  }
}
