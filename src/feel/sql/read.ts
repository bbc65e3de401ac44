/**
 * What a statement answers, read back as values. Dates and times leave the database as counts, because drivers make
 * things of their own out of a database's dates.
 */
import {fromDays, fromEpoch, Time} from '../calendar.ts'
import {type Num, parseNum, shift, toInteger} from '../decimal.ts'
import {splitSeconds} from '../seconds.ts'
import type {Type} from '../type.ts'
import {DaysDuration, MonthsDuration, type Value} from '../value.ts'
import {counted} from './convert.ts'
import type {Dialect, Sql} from './dialect.ts'
import type {Form} from './form.ts'
import type {Term} from './term.ts'

export interface SqlValue {
  readonly sql: Sql
  /** Reads what the driver gives for this column. */
  read(raw: unknown): Value
}

export function readable(of: Term, type: Type, dialect: Dialect): SqlValue {
  const out = counted(of, dialect)
  const number = numberIn(out.form, dialect)
  return {sql: out.sql, read: raw => (raw === null || raw === undefined ? null : read(raw, type, number))}
}

type ReadNumber = (raw: unknown) => Num | null

function numberIn(form: Form, dialect: Dialect): ReadNumber {
  const places = form.as === 'scaled' && dialect.name === 'sqlite' ? form.places : 0
  return raw => {
    const n = typeof raw === 'bigint' && isSafe(raw) ? Number(raw) : parseNum(String(raw))
    return n === null ? n : shift(n, -places)
  }
}

const most = BigInt(Number.MAX_SAFE_INTEGER)
const isSafe = (n: bigint): boolean => n <= most && n >= -most

function read(raw: unknown, type: Type, number: ReadNumber): Value {
  if (type.kind === 'boolean') return raw === true || raw === 't' || Number(raw) === 1
  if (type.kind === 'reference') return {entity: type.entity, id: String(raw)}
  if (type.kind === 'text' || type.kind === 'choice') return String(raw)
  const count = number(raw)
  return count === null ? null : ofCount(count, type)
}

function ofCount(count: Num, type: Type): Value {
  switch (type.kind) {
    case 'date':
      return fromDays(toInteger(count) ?? Number.NaN)
    case 'time':
      return timeOf(count)
    case 'date and time':
      return instantOf(count)
    case 'days duration':
      return new DaysDuration(count)
    case 'months duration':
      return new MonthsDuration(toInteger(count) ?? 0)
    default:
      return count
  }
}

function timeOf(seconds: Num): Time | null {
  const parts = splitSeconds(seconds)
  const second = parts === null ? null : toInteger(parts.whole)
  return parts === null || second === null ? null : new Time(second, parts.nano)
}

function instantOf(seconds: Num): Value {
  const parts = splitSeconds(seconds)
  const second = parts === null ? null : toInteger(parts.whole)
  return parts === null || second === null ? null : fromEpoch(second, parts.nano, 0)
}
