/** What SQLite writes in its own way. */
import {sql} from 'kysely'
import type {Dialect, Sql} from './dialect.ts'
import type {Form} from './form.ts'

export const sqlite: Dialect = {
  name: 'sqlite',
  count: (of, value) => counts[of](value),
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
const counts: Record<'date' | 'time' | 'instant', (value: Sql) => Sql> = {
  date: value => sql`(unixepoch(${value}) / 86400)`,
  time: value => sql`(unixepoch(${value}) - 946684800)`,
  instant: value => sql`(unixepoch(${value}) * 1000 + cast(substr(${value}, 21, 3) as integer))`,
}

/** Drivers bind a JavaScript number as REAL, so whole numbers go as bigint. */
function typed(value: string | bigint | null, form: Form): string | bigint | null {
  return form.as === 'scaled' && value !== null ? BigInt(value) : value
}
