/**
 * How deeply a statement is nested, as SQLite counts it: it bounds the sum of the heights of all expressions around
 * an innermost one, so that subqueries within subqueries weigh by their square.
 */
import {DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler} from 'kysely'
import type {Sql} from './dialect.ts'

/** SQLite allows 1,000; brackets, which are counted here, are up to three times fewer. */
export const MOST_NESTING = 330

const writer = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

interface Bracket {
  readonly isSelect: boolean
  /** Brackets within brackets below. */
  height: number
  /** The heaviest chain of selects below. */
  weight: number
}

export function nestingOf(statement: Sql): number {
  const text = statement.compile(writer).sql
  const open: Bracket[] = [{isSelect: true, height: 0, weight: 0}]
  for (const {0: token, index} of text.matchAll(/"[^"]*"|'[^']*'|[()]/g)) {
    if (token === '(') open.push({isSelect: text.startsWith('select ', index + 1), height: 0, weight: 0})
    if (token === ')') close(open)
  }
  const [whole] = open
  return whole === undefined ? 0 : weightOf(whole)
}

function close(open: Bracket[]): void {
  const closed = open.pop()
  const around = open.at(-1)
  if (closed === undefined || around === undefined) return
  around.height = Math.max(around.height, closed.height + 1)
  around.weight = Math.max(around.weight, weightOf(closed))
}

const weightOf = ({isSelect, height, weight}: Bracket): number => weight + (isSelect ? height + 1 : 0)
