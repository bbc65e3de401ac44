/** What a statement reads once for all of its expressions: records joined to a row, and computed fields as its columns. */

import {type RawBuilder, sql} from 'kysely'
import type {Core} from '../core.ts'
import type {Sql, Term} from './dialect.ts'

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
  readonly #expressions = new Map<string, Core>()
  /** The highest level that the column being compiled reads. */
  #highest = 0

  constructor(alias: string) {
    this.alias = alias
  }

  /** The same for equal expressions. */
  expressionOf(core: Core, compile: () => Term): Term {
    const text = JSON.stringify(core)
    const known = this.#expressions.get(text) ?? core
    this.#expressions.set(text, known)
    return this.valueOf(known, compile)
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
