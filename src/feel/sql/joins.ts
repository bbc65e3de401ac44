/**
 * Records that `this` leads to by references, read once for all fields of them that a statement shows: a left join by the key
 * gives one row or none, so nothing is multiplied. Only for the columns of a statement whose `from` takes the joins.
 */
import {type RawBuilder, sql} from 'kysely'

export class Joins {
  readonly #aliases = new Map<string, string>()
  readonly #texts: RawBuilder<unknown>[] = []

  /** The alias under which the record stands that the column `by` of another leads to. */
  aliasOf(by: string, {table, id}: {readonly table: string; readonly id: string}): string {
    const known = this.#aliases.get(by)
    if (known !== undefined) return known
    const alias = `j${this.#aliases.size + 1}`
    this.#aliases.set(by, alias)
    this.#texts.push(
      sql`left join ${sql.table(table)} as ${sql.id(alias)} on ${sql.ref(`${alias}.${id}`)} = ${sql.ref(by)}`,
    )
    return alias
  }

  /** What follows the table of `this`. */
  get sql(): RawBuilder<unknown> {
    return this.#texts.length === 0 ? sql`` : sql.join(this.#texts, sql` `)
  }
}
