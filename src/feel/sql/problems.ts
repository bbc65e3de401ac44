/**
 * Finds parts of an expression that cannot become SQL, when the document is checked: the expression is compiled for
 * both databases with placeholders for values that only a request knows.
 */

import {type OperationNode, RawNode} from 'kysely'
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
  readonly nesting = new NestingOfParts()

  /** The document was checked before: both databases can evaluate its expressions. */
  readonly passed: boolean

  constructor(tables: Tables, passed = false) {
    this.tables = tables
    this.passed = passed
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
  if (check.passed) return []
  for (const database of ['sqlite', 'postgres'] as const) {
    const context = standIns(database, core, check.tables)
    const write = () => statements(core, ExpressionCompiler.for(context, check.measured[database]))
    // Only SQLite limits how deeply a statement is nested.
    const found = problemIn(write, database === 'sqlite' ? check.nesting : null)
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

function problemIn(write: () => readonly Sql[], nesting: NestingOfParts | null): NotInSql | undefined {
  try {
    const statements = write()
    const isTooLarge = nesting !== null && statements.some(each => nesting.of(each) > MOST_NESTING)
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
    inputs: standInsFor('input', core),
    parameters: standInsFor('parameter', core),
    now: someInstant,
    zone: 'UTC',
    workingWeek: [1],
  }
}

function standInsFor(op: 'input' | 'parameter', core: Core): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  const visit = (part: Core): void => {
    if (part.op === op && 'name' in part) found.set(part.name, standIn(part.type))
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

interface Nesting {
  /** Whether it begins with a select, so that a bracket before it is one of a subquery. */
  readonly isSelect: boolean
  /** Nested brackets. */
  readonly height: number
  /** The heaviest chain of selects. */
  readonly weight: number
}

const flat: Nesting = {isSelect: false, height: 0, weight: 0}

/** Statements share the parts of computed fields, which are most of their text, so each part is measured once. */
class NestingOfParts {
  readonly #known = new Map<RawNode, Nesting>()

  of(statement: Sql): number {
    return weightOf({...this.#ofNode(statement.toOperationNode()), isSelect: true})
  }

  /** Everything but raw SQL is a name or a placeholder. */
  #ofNode(node: OperationNode): Nesting {
    if (!RawNode.is(node)) return flat
    const nesting = this.#known.get(node) ?? this.#measured(node)
    this.#known.set(node, nesting)
    return nesting
  }

  #measured({sqlFragments, parameters}: RawNode): Nesting {
    const parts = parameters.map(each => this.#ofNode(each))
    const isSelectAt = (index: number, at: number): boolean => {
      const text = sqlFragments[index] ?? ''
      return at < text.length ? text.startsWith('select ', at) : (parts[index]?.isSelect ?? false)
    }
    let open: readonly Nesting[] = [{...flat, isSelect: isSelectAt(0, 0)}]
    for (const [index, text] of sqlFragments.entries()) {
      for (const {0: token, index: at} of text.matchAll(/"[^"]*"|'[^']*'|[()]/g)) {
        if (token === '(') open = [...open, {...flat, isSelect: isSelectAt(index, at + 1)}]
        if (token === ')') open = closed(open)
      }
      open = inside(open, parts[index] ?? flat)
    }
    return open[0] ?? flat
  }
}

/** The innermost bracket contains this. */
function inside(open: readonly Nesting[], {height, weight}: Pick<Nesting, 'height' | 'weight'>): readonly Nesting[] {
  return open.map((around, index) =>
    index < open.length - 1
      ? around
      : {...around, height: Math.max(around.height, height), weight: Math.max(around.weight, weight)},
  )
}

function closed(open: readonly Nesting[]): readonly Nesting[] {
  const last = open.at(-1) ?? flat
  return inside(open.slice(0, -1), {height: last.height + 1, weight: weightOf(last)})
}

const weightOf = ({isSelect, height, weight}: Nesting): number => weight + (isSelect ? height + 1 : 0)
