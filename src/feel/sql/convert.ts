/** Converts terms between forms, and brings several terms to a common form. */
import {sql} from 'kysely'
import {restate} from './constant.ts'
import {
  type Dialect,
  dateCount,
  exactForm,
  fitsNumber,
  instantCount,
  isConstant,
  isGiven,
  isNull,
  pow10,
  type Sql,
  sameForm,
  scaled,
  type Term,
  type TermForm,
  term,
  textForm,
  timeCount,
} from './dialect.ts'
import {deferredIn} from './parameter.ts'

/** A given value in another form; undefined if it is not given, or has no such form. */
export function restated(of: Term, form: TermForm, dialect: Dialect): Term | undefined {
  if (isConstant(of)) return restate(of.constant, form, dialect)
  return of.deferred === undefined ? undefined : deferredIn(of.deferred, form, dialect)
}

const counts = {date: dateCount, time: timeCount, instant: instantCount}

/** A date, time or instant as the count used in arithmetic; numbers are counts already. */
export function asCount(of: Term, dialect: Dialect): Term {
  const {as} = of.form
  if (as !== 'date' && as !== 'time' && as !== 'instant') return of
  const known = restated(of, counts[as], dialect)
  return known ?? term(dialect.count(as, of.sql), counts[as], of.nullable)
}

/** A count in the unbounded form. */
export function exactly(of: Term, dialect: Dialect): Term {
  const count = asCount(of, dialect)
  if (count.form.as !== 'scaled') return count
  const known = restated(of, exactForm, dialect)
  return known ?? {...count, sql: unscaled(count.sql, count.form.places, dialect), form: exactForm}
}

function unscaled(value: Sql, places: number, dialect: Dialect): Sql {
  if (dialect.name === 'sqlite') return dialect.call('unscale', value, sql.lit(places))
  return places === 0 ? sql`cast(${value} as numeric)` : value
}

/** A scaled count with more decimal places; undefined if 64 bits would not hold it. */
export function finer(of: Term, places: number, dialect: Dialect): Term | undefined {
  if (of.form.as !== 'scaled' || of.form.places > places) return undefined
  if (of.form.places === places) return of
  const known = restated(of, scaled(places, 0n), dialect)
  if (known !== undefined) return known
  const factor = pow10(places - of.form.places)
  const form = scaled(places, of.form.limit * factor)
  if (!fitsNumber(form.limit)) return undefined
  const value =
    dialect.name === 'sqlite'
      ? sql`(${of.sql} * ${sql.raw(factor.toString())})`
      : of.form.places === 0
        ? sql`cast(${of.sql} as numeric)`
        : of.sql
  return {...of, sql: value, form}
}

/** An id as a text, as in expressions. */
export function idAsText(of: Term, dialect: Dialect): Term {
  if (of.form.as !== 'id') return of
  const known = restated(of, textForm, dialect)
  if (known !== undefined) return known
  const text = dialect.name === 'sqlite' ? of.sql : sql`cast(${of.sql} as text)`
  return {sql: text, form: textForm, nullable: of.nullable, simple: of.simple === true}
}

/** The terms in one common form: constants adapt to columns, columns to counts, counts to exact numbers. */
export function aligned(terms: readonly Term[], dialect: Dialect): readonly Term[] {
  // Null has every form, so it determines the form only if there is nothing else.
  const column = terms.find(of => !isGiven(of)) ?? terms.find(of => !isNull(of)) ?? terms[0]
  if (column === undefined) return terms
  const asColumn = terms.map(of => taking(of, column.form, dialect))
  if (asColumn.every(of => of !== undefined)) return asColumn
  if (terms.some(of => of.form.as === 'text' || of.form.as === 'id')) return terms.map(of => idAsText(of, dialect))
  return alignedCounts(
    terms.map(of => asCount(of, dialect)),
    dialect,
  )
}

function taking(of: Term, form: TermForm, dialect: Dialect): Term | undefined {
  if (isGiven(of)) return restated(of, form, dialect)
  return sameForm(of.form, form) ? of : undefined
}

function alignedCounts(terms: readonly Term[], dialect: Dialect): readonly Term[] {
  const places = Math.max(...terms.map(of => (of.form.as === 'scaled' ? of.form.places : 0)))
  const fine = terms.map(of => finer(of, places, dialect))
  if (fine.every(of => of !== undefined)) return fine
  return terms.map(of => exactly(of, dialect))
}

/** The form that holds every one of some aligned terms. */
export function widest(terms: readonly Term[]): TermForm {
  const [first, ...others] = terms.map(of => of.form)
  if (first === undefined) return textForm
  if (first.as !== 'scaled') return first
  const limits = [first, ...others].map(form => (form.as === 'scaled' ? form.limit : 0n))
  return scaled(first.places, limits.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n)
}
