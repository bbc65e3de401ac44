/** Decides tests for changed rows, with what the database has found for them. */
import type {RowTest, ValuesQuery} from './row-tests.ts'

/** A row as it was or as it is, as far as its values are known: in the form in which they are stored. */
export type RowImage = Readonly<Record<string, string | number | boolean | null>>

/** The values that a query gives, truths as 1 and 0; null: too many, or it could not be read. */
export type FoundValues = ReadonlySet<unknown> | null

export interface Deciding {
  readonly row: RowImage
  /** The values of the statement. */
  readonly parameters: readonly unknown[]
  /** Undefined if it was not asked for yet. */
  readonly found: (query: ValuesQuery, parameters: readonly unknown[]) => FoundValues | undefined
}

const undecided = Symbol('undecided')
type Decided = string | number | null | typeof undecided

/** Whether a row can make a difference. */
export function mayFulfil(test: RowTest, deciding: Deciding): boolean {
  if (test.op === 'and') return test.of.every(each => mayFulfil(each, deciding))
  if (test.op === 'or') return test.of.some(each => mayFulfil(each, deciding))
  const truth = truthOf(decide(test, deciding))
  return truth === true || truth === undecided
}

type SqlTruth = boolean | null | typeof undecided

function truthOf(value: Decided): SqlTruth {
  if (value === null || value === undecided) return value
  return typeof value === 'number' ? value !== 0 : undecided
}

const asValue = (truth: SqlTruth): Decided => (typeof truth === 'boolean' ? Number(truth) : truth)

function decide(test: RowTest, deciding: Deciding): Decided {
  switch (test.op) {
    case 'and':
    case 'or':
      return asValue(joined(test.op, test.of, deciding))
    case 'not': {
      const truth = truthOf(decide(test.of, deciding))
      return asValue(typeof truth === 'boolean' ? !truth : truth)
    }
    case 'is null': {
      const value = decide(test.of, deciding)
      return value === undecided ? undecided : Number(value === null)
    }
    case 'constant':
      return test.value
    case 'parameter':
      return plain(deciding.parameters[test.index])
    case 'own':
      return plain(deciding.row[test.column])
    case 'one of':
      return oneOf(test, deciding)
    case 'compare':
      return compare(test, deciding)
    case 'in':
      return isIn(test, deciding)
    case 'found':
      return isFound(test, deciding)
    case 'case':
      for (const [when, then] of test.when) {
        const truth = truthOf(decide(when, deciding))
        if (truth === undecided) return undecided
        if (truth) return decide(then, deciding)
      }
      return decide(test.otherwise, deciding)
    case 'implied':
    case 'unknown':
      return undecided
  }
}

function joined(op: 'and' | 'or', of: readonly RowTest[], deciding: Deciding): SqlTruth {
  const settles = op === 'or'
  let result: SqlTruth = !settles
  for (const each of of) {
    const truth = truthOf(decide(each, deciding))
    if (truth === settles) return settles
    if (truth === undecided) result = undecided
    else if (truth === null && result !== undecided) result = null
  }
  return result
}

function plain(value: unknown): Decided {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : undecided
}

function foundBy(query: ValuesQuery, {found, parameters}: Deciding): FoundValues | undefined {
  return found(
    query,
    query.parameters.map(index => parameters[index]),
  )
}

function oneOf({query, exact}: RowTest & {op: 'one of'}, deciding: Deciding): Decided {
  if (!exact) return undecided
  const values = foundBy(query, deciding)
  if (!values || values.size > 1) return undecided
  const [value = null] = values
  return plain(value)
}

function compare({sign, left, right}: RowTest & {op: 'compare'}, deciding: Deciding): Decided {
  if (sign === '=')
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (other.op === 'implied' && one.op === 'own' && one.column === 'id') return 0
      if (other.op !== 'one of' || other.exact || !ofRow(one)) continue
      const value = decide(one, deciding)
      if (value === undecided || value === null) return value
      const values = foundBy(other.query, deciding)
      return values && !values.has(value) ? 0 : undecided
    }
  const a = decide(left, deciding)
  const b = decide(right, deciding)
  if (a === null || b === null) return null
  if (a === undecided || b === undecided) return undecided
  return ofRow(left) || ofRow(right) ? asValue(compared(a, b, sign)) : undecided
}

const truths: ReadonlySet<string> = new Set(['and', 'or', 'not', 'is null', 'in', 'compare', 'found'])

/** Values of a row, and truths, have one form; texts of numbers may be equal and look different. */
function ofRow(test: RowTest): boolean {
  return test.op === 'own' || truths.has(test.op) || (test.op === 'case' && test.when.some(([, then]) => ofRow(then)))
}

const day = /^\d{4}-\d\d-\d\d$/

function compared(a: string | number, b: string | number, sign: string): SqlTruth {
  if (typeof a !== typeof b) return undecided
  if (sign === '=') return a === b
  if (sign === '<>' || sign === '!=') return a !== b
  if (typeof a === 'string' && !(day.test(a) && day.test(String(b)))) return undecided
  if (sign === '<') return a < b
  if (sign === '<=') return a <= b
  return sign === '>' ? a > b : a >= b
}

function equal(a: string | number, b: string | number | typeof undecided): SqlTruth {
  return b === undecided ? undecided : compared(a, b, '=')
}

function isIn({left, of}: RowTest & {op: 'in'}, deciding: Deciding): Decided {
  const value = decide(left, deciding)
  if (value === undecided || value === null) return value
  if (!ofRow(left)) return undecided
  let result: SqlTruth = false
  for (const each of of) {
    const other = decide(each, deciding)
    const truth = other === null ? null : equal(value, other)
    if (truth === true) return 1
    if (truth === undecided) result = undecided
    else if (truth === null && result !== undecided) result = null
  }
  return asValue(result)
}

function isFound({left, query, exact}: RowTest & {op: 'found'}, deciding: Deciding): Decided {
  const value = left === null ? 1 : decide(left, deciding)
  if (value === undecided || value === null) return value
  if (left && !ofRow(left)) return undecided
  const values = foundBy(query, deciding)
  if (!values) return undecided
  if (left === null) return values.size === 0 ? 0 : exact ? 1 : undecided
  if (!values.has(value)) return values.has(null) ? undecided : 0
  return exact ? 1 : undecided
}
