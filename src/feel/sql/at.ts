/** `list[1]`, `list[-1]`: one item by its place. */
import {sql} from 'kysely'
import type {AtCore} from '../core.ts'
import {toInteger} from '../decimal.ts'
import {isNum} from '../value.ts'
import type {Compiler, Rows} from './compiler.ts'
import {exactly} from './convert.ts'
import type {Sql} from './dialect.ts'
import {itemTerm, selectFrom} from './rows.ts'
import {type Term, term} from './term.ts'

export function atValue(core: AtCore, at: Compiler): Term {
  const rows = at.rows(core.list)
  const item = itemTerm(rows.item, at)
  const known = at.known(core.index)
  if (known === undefined || !('value' in known)) return term(byPlace(core, rows, item, at), item.form, true)
  const place = isNum(known.value) ? toInteger(known.value) : null
  // Nothing has a place of 0, nor one that is not whole.
  if (place === null || place === 0) return term(at.dialect.unknown(item.form), item.form, true)
  return term(fromEnd(rows, item, place, at), item.form, true)
}

function fromEnd(rows: Rows, item: Term, place: number, at: Compiler): Sql {
  const all = selectFrom(rows, sql`${item.sql} as x, ${rows.order} as n`, at)
  const order = place > 0 ? sql`n` : sql`n desc`
  const skipped = sql.lit(Math.abs(place) - 1)
  return sql`(select x from ${all} as ${sql.id(at.alias())} order by ${order} limit 1 offset ${skipped})`
}

/** The place itself comes from a record: every item is numbered from both ends. */
function byPlace(core: AtCore, rows: Rows, item: Term, at: Compiler): Sql {
  const place = exactly(at.value(core.index), at.dialect)
  const numbered = sql`${item.sql} as x, row_number() over (order by ${rows.order}) as a, count(*) over () as z`
  const alias = at.alias()
  const [a, z] = [sql.ref(`${alias}.a`), sql.ref(`${alias}.z`)]
  const wanted =
    at.dialect.name === 'sqlite' ? sql`cast(${a} as text), cast(${a} - ${z} - 1 as text)` : sql`${a}, ${a} - ${z} - 1`
  return sql`(select x from ${selectFrom(rows, numbered, at)} as ${sql.id(alias)} where ${place.sql} in (${wanted}))`
}
