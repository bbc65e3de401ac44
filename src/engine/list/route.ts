/**
 * The way from a record of a list to another one, reference by reference, and how a statement goes it backwards: from the other record to those that
 * lead to it, each step by the index of its reference. Written so that no database takes another way.
 */
import {sql} from 'kysely'
import type {Core, FieldCore} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import type {Sql} from '../../feel/sql/to-sql.ts'
import {fieldCore, thisCore} from '../core-build.ts'
import {type Reading, tableOf} from '../select.ts'

export type Tabled = Pick<Reading, 'tables' | 'database'>

/** Records of a list, found in one way. */
export interface Branch {
  /** What the table of the list is read with, as the row `r`, where something else leads to it. */
  readonly from: ((table: Sql) => Sql) | null
  readonly where: Sql
  /** It may come to a record more than once. */
  readonly repeats?: boolean
}

/** One reference, from the nearer record to the farther one. */
export interface Step {
  readonly entity: string
  /** The reference, standing at the nearer record. */
  readonly reference: FieldCore
  readonly column: string
  readonly required: boolean
}

/** Null where the way is no plain chain of references that is seen on every record. */
export function routeTo(record: Core, tables: Tables): readonly Step[] | null {
  if (record.op === 'this') return []
  if (record.op !== 'field' || record.type.kind !== 'reference') return null
  const before = routeTo(record.of, tables)
  const kept = tables.get(record.entity)?.fields.get(record.field)
  if (before === null || kept?.kind !== 'column') return null
  const {entity, field: name, type} = record
  const reference = fieldCore(thisCore(entity), entity, {name, type})
  return [...before, {entity, reference, column: kept.column, required: kept.required}]
}

export interface Way {
  /** What follows the source of the statement, up to the records that lead to the far one by one reference less. */
  readonly joins: Sql
  readonly where: readonly Sql[]
  /** What the first reference of a record of the list must be. */
  readonly end: Sql
}

/** `start`: the id of the far record. */
export function wayBack(reading: Tabled, route: readonly Step[], start: Sql): Way {
  const far = route.slice(1).toReversed()
  return far.reduce<Way>((way, step, index) => nextStep(reading, way, {step, name: `w${index}`}), {
    joins: sql``,
    where: [],
    end: start,
  })
}

function nextStep(reading: Tabled, {joins, where, end}: Way, {step, name}: {step: Step; name: string}): Way {
  const table = sql.table(tableOf(reading, step.entity))
  const next = sql.ref(`${name}.id`)
  if (reading.database === 'sqlite')
    return {
      joins: sql`${joins} cross join ${table} as ${sql.ref(name)}`,
      where: [...where, sql`${sql.ref(`${name}.${step.column}`)} = ${end}`],
      end: next,
    }
  return {joins: sql`${joins} cross join ${lateral(table, {step, end, name})}`, where, end: next}
}

/** The offset keeps PostgreSQL from joining the tables as wholes. */
function lateral(table: Sql, {step, end, name}: {step: Step; end: Sql; name: string}): Sql {
  return sql`lateral (select t.id from ${table} as t where ${sql.ref(`t.${step.column}`)} = ${end} offset 0) as ${sql.ref(name)}`
}
