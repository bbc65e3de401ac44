/**
 * Gives a SQLite connection the functions that our SQL calls by `nonet_…`: exact decimals, days and instants, texts
 * by code point. They are the evaluator's own, so a condition means in SQL what it means elsewhere.
 */
import type {AggregateOptions, DatabaseSync} from 'node:sqlite'
import {formatNum} from '../feel/decimal.ts'
import {sqliteCalendar} from '../feel/sql/sqlite-calendar.ts'
import {
  exact,
  max,
  median,
  min,
  product,
  type SqliteAggregate,
  type SqliteFunction,
  sqliteNumbers,
  sum,
} from '../feel/sql/sqlite-numbers.ts'
import {sqliteTexts} from '../feel/sql/sqlite-texts.ts'

/** All are functions of their arguments alone; whole numbers travel as bigint, so that none is rounded. */
const options = {deterministic: true, useBigIntArguments: true, varargs: true} as const

export function installSqliteFunctions(database: DatabaseSync): void {
  for (const [name, run] of Object.entries({...sqliteNumbers, ...sqliteCalendar, ...sqliteTexts})) {
    database.function(`nonet_${name}`, options, strict(run))
  }
  gather(database, 'sum', sum)
  gather(database, 'min', min)
  gather(database, 'max', max)
  gather(database, 'median', median)
  gather(database, 'product', product)
}

/** What meets null is null. */
function strict(run: SqliteFunction) {
  return (...args: readonly unknown[]): bigint | string | null => {
    const given = args.filter(arg => typeof arg === 'bigint' || typeof arg === 'string')
    return given.length === args.length ? run(...given) : null
  }
}

/** An aggregate passes over nulls and is null of nothing. */
function gather<Gathered>(database: DatabaseSync, name: string, aggregate: SqliteAggregate<Gathered>): void {
  const step = ({gathered}: State<Gathered>, value: unknown): State<Gathered> => ({
    gathered: typeof value === 'string' ? aggregate.step(gathered, exact(value)) : gathered,
  })
  const result = ({gathered}: State<Gathered>): string | null => {
    const found = gathered === null ? null : aggregate.result(gathered)
    return found === null ? null : formatNum(found)
  }
  const whole = {start: (): State<Gathered> => ({gathered: aggregate.start}), step, result}
  // Node keeps any value between the steps; its types know only those that SQLite could hold.
  database.aggregate(`nonet_${name}`, whole as unknown as AggregateOptions)
}

interface State<Gathered> {
  readonly gathered: Gathered | null
}
