/** What PostgreSQL writes in its own way. */
import {sql} from 'kysely'
import type {Dialect, Sql} from './dialect.ts'
import type {Form} from './form.ts'

export const postgres: Dialect = {
  name: 'postgres',
  count: (of, value) => postgres.call(counts[of], value),
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

const counts = {date: 'days_of', time: 'seconds_of', instant: 'instant_of'}

const columnTypes: Record<Exclude<Form['as'], 'scaled'>, string> = {
  boolean: 'boolean',
  text: 'text',
  id: 'uuid',
  date: 'date',
  time: 'time',
  instant: 'timestamptz',
  words: 'jsonb',
  exact: 'numeric',
}

function digits(scaled: bigint, form: Form): string {
  return form.as === 'scaled' && form.places > 0 ? `${scaled}e-${form.places}` : scaled.toString()
}

function cast(value: Sql, form: Form): Sql {
  const type = form.as === 'scaled' ? (form.places === 0 ? 'bigint' : 'numeric') : columnTypes[form.as]
  return sql`cast(${value} as ${sql.raw(type)})`
}
