/** What SQLite writes in its own way. */

import {sql} from 'kysely'
import type {Dialect, Sql, TermForm} from './dialect.ts'

export const sqlite: Dialect = {
  name: 'sqlite',
  count: (of, value) => sqliteCounts[of](value),
  call: (name, ...args) => sql`${sql.raw(`nonet_${name}`)}(${sql.join(args)})`,
  same: (a, b) => sql`(${a} is ${b})`,
  different: (a, b) => sql`(${a} is not ${b})`,
  holdsSame: (a, b) => sql`(${a} is ${b})`,
  fenced: select => sql`(${select})`,
  boolean: value => sql.raw(value ? '1' : '0'),
  bind: (value, form) => sql`${sqlite.given(value, form)}`,
  placed: given => sql`${given}`,
  given: (value, form) => (typeof value === 'boolean' ? BigInt(value) : typed(value, form)),
  ordered: text => text,
  whole: count => count,
  unknown: () => sql.raw('null'),
}

/** SQLite's own calendar reads what columns hold, whole seconds only, and a time as one of 1 January 2000. */
const sqliteCounts: Record<'date' | 'time' | 'instant', (value: Sql) => Sql> = {
  date: value => sql`(unixepoch(${value}) / 86400)`,
  time: value => sql`(unixepoch(${value}) - 946684800)`,
  instant: value => sql`(unixepoch(${value}) * 1000 + cast(substr(${value}, 21, 3) as integer))`,
}

/** Drivers bind a JavaScript number as REAL, so whole numbers go as bigint. */
function typed(value: string | bigint | null, form: TermForm): string | bigint | null {
  return form.as === 'scaled' && value !== null ? BigInt(value) : value
}

// What PostgreSQL writes in its own way.

export const postgres: Dialect = {
  name: 'postgres',
  count: (of, value) => postgres.call(postgresCounts[of], value),
  call: (name, ...args) => sql`${sql.raw(`nonet.${name}`)}(${sql.join(args)})`,
  same: (a, b) => sql`(${a} is not distinct from ${b})`,
  different: (a, b) => sql`(${a} is distinct from ${b})`,
  // No index answers "is not distinct from".
  holdsSame: (a, b) => sql`(${a} = ${b} or (${a} is null and ${b} is null))`,
  fenced: select => sql`(${select} offset 0)`,
  boolean: value => sql.raw(value ? 'true' : 'false'),
  bind: (value, form) => postgres.placed(postgres.given(value, form), form),
  placed: (given, form) => cast(sql`${given}`, form),
  given: (value, form) => (typeof value === 'bigint' ? digits(value, form) : value),
  ordered: text => sql`${text} collate "C"`,
  whole: count => sql`cast(${count} as bigint)`,
  unknown: form => cast(sql.raw('null'), form),
}

const postgresCounts = {date: 'days_of', time: 'seconds_of', instant: 'instant_of'}

const columnTypes: Record<Exclude<TermForm['as'], 'scaled'>, string> = {
  boolean: 'boolean',
  text: 'text',
  id: 'uuid',
  date: 'date',
  time: 'time',
  instant: 'timestamptz',
  words: 'jsonb',
  exact: 'numeric',
}

function digits(scaled: bigint, form: TermForm): string {
  return form.as === 'scaled' && form.places > 0 ? `${scaled}e-${form.places}` : scaled.toString()
}

function cast(value: Sql, form: TermForm): Sql {
  const type = form.as === 'scaled' ? (form.places === 0 ? 'bigint' : 'numeric') : columnTypes[form.as]
  return sql`cast(${value} as ${sql.raw(type)})`
}
