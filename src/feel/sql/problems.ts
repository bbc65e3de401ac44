/**
 * Finds parts of an expression that cannot become SQL, when the document is checked: the expression is compiled for
 * both databases with placeholders for values that only a request knows.
 */

import {DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler} from 'kysely'
import {CalendarDate, DateTime, Time} from '../calendar.ts'
import {type Core, partsOf} from '../core.ts'
import type {ExpressionProblem} from '../scope.ts'
import {blank} from '../syntax/spelling.ts'
import type {Type} from '../type.ts'
import {DaysDuration, MonthsDuration, type Value} from '../value.ts'
import {type SqlContext, tooLarge} from './compiler.ts'
import type {Dialect, Sql} from './dialect.ts'
import {ExpressionCompiler, type MeasuredTerms, NotInSql} from './expression-compiler.ts'
import {itemTerm, selectFrom} from './records.ts'
import type {Tables} from './tables.ts'

/** The tables that the expressions of one document read. A computed field is compiled once, not for every expression that reads it. */
export class SqlCheck {
  readonly tables: Tables
  readonly measured: Readonly<Record<Dialect['name'], MeasuredTerms>> = {sqlite: new Map(), postgres: new Map()}

  constructor(tables: Tables) {
    this.tables = tables
  }
}

/**
 * `text`: of the expression; a problem that concerns no function covers all of it. A list is not a value of a
 * statement.
 */
export const sqlProblems = (core: Core, check: SqlCheck, text = ''): readonly ExpressionProblem[] =>
  problemsOf(core, check, {text, statements: valueSql})

/** For an expression that may be a list, whose items are read. */
export const sqlProblemsOfAny = (core: Core, check: SqlCheck, text = ''): readonly ExpressionProblem[] =>
  problemsOf(core, check, {text, statements: core.type.kind === 'list' ? listSql : valueSql})

type ProblemStatements = (core: Core, compiler: ExpressionCompiler) => readonly Sql[]

interface ProblemContext {
  readonly text: string
  readonly statements: ProblemStatements
}

function problemsOf(core: Core, check: SqlCheck, {text, statements}: ProblemContext): readonly ExpressionProblem[] {
  for (const database of ['sqlite', 'postgres'] as const) {
    const context = standIns(database, core, check.tables)
    const found = problemIn(database, () => statements(core, ExpressionCompiler.for(context, check.measured[database])))
    if (found === undefined) continue
    const {called, ...refusal} = found.refusal
    return [{...refusal, ...placeOf(text, called)}]
  }
  return []
}

function placeOf(text: string, called: string | undefined): Pick<ExpressionProblem, 'start' | 'end'> {
  const spelled = called?.split(' ').join('\\s+')
  const match = spelled === undefined ? null : new RegExp(`(?<!\\w)${spelled}(?=\\s*\\()`).exec(blank(text))
  return match ? {start: match.index, end: match.index + match[0].length} : {start: 0, end: text.length}
}

function problemIn(database: Dialect['name'], write: () => readonly Sql[]): NotInSql | undefined {
  try {
    const statements = write()
    // Only SQLite limits it.
    const isTooLarge = database === 'sqlite' && statements.some(each => nestingOf(each) > MOST_NESTING)
    return isTooLarge ? new NotInSql(tooLarge) : undefined
  } catch (error) {
    if (error instanceof NotInSql) return error
    throw error
  }
}

const valueSql: ProblemStatements = (core, compiler) => [
  compiler.value(core).sql,
  ...(core.type.kind === 'boolean' ? [compiler.holds(core)] : []),
]

const listSql: ProblemStatements = (core, compiler) => {
  const rows = compiler.rows(core)
  return [selectFrom(rows, itemTerm(rows.item, compiler).sql, compiler)]
}

const NOBODY = '00000000-0000-7000-8000-000000000000'
const someDay = new CalendarDate(2000, 1, 1)
const someInstant = new DateTime(someDay, new Time(0, 0, 0))

function standIns(database: Dialect['name'], core: Core, tables: Tables): SqlContext {
  return {
    database,
    tables,
    this: {alias: 'r'},
    me: {alias: 'm'},
    old: {alias: 'o'},
    inputs: inputsOf(core),
    now: someInstant,
    zone: 'UTC',
    workingWeek: [1],
  }
}

function inputsOf(core: Core): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  const visit = (part: Core): void => {
    if (part.op === 'input') found.set(part.name, standIn(part.type))
    for (const inner of partsOf(part)) visit(inner)
  }
  visit(core)
  return found
}

function standIn(type: Type): Value {
  switch (type.kind) {
    case 'boolean':
      return true
    case 'number':
      return 1
    case 'text':
      return 'a'
    case 'choice':
      return type.words[0] ?? null
    case 'date':
      return someDay
    case 'time':
      return new Time(0)
    case 'date and time':
      return someInstant
    case 'days duration':
      return new DaysDuration(1)
    case 'months duration':
      return new MonthsDuration(1)
    case 'reference':
      return {entity: type.entity, id: NOBODY}
    case 'list':
      return [standIn(type.of)]
    default:
      return null
  }
}

// How deeply a statement is nested, as SQLite counts it: SQLite limits the sum of the heights of all expressions around
// an innermost one, so nested subqueries weigh quadratically.

/** SQLite allows 1,000; brackets, which are counted here, are up to three times fewer. */
const MOST_NESTING = 330

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
  /** Nested brackets below. */
  height: number
  /** The heaviest chain of selects below. */
  weight: number
}

function nestingOf(statement: Sql): number {
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
