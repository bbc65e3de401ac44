/**
 * Figures of dashboards: the number of records or the sum of a field, in total or by group. Hidden data is neither
 * counted nor summed; a record whose group is hidden counts as having none.
 */
import {sql} from 'kysely'
import {type Core, type Json, termsOf} from '../../feel/core.ts'
import {parseNum} from '../../feel/decimal.ts'
import {encodeValue} from '../../feel/format.ts'
import {ComputedColumns} from '../../feel/sql/row-columns.ts'
import {type Sql, type SqlContext, toOrder, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import {dateType, numberType} from '../../feel/type.ts'
import {isReference, type Value} from '../../feel/value.ts'
import type {FieldUse} from '../../points/entities/field-type.ts'
import {shownAs} from '../../points/entities/types.ts'
import {limitTo, type ValueRow} from '../../store/sql.ts'
import {compared, valueCore} from '../base/core-build.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {emptyCore} from '../permissions/visible-paths.ts'
import type {Cell, ListCondition, Path} from '../query/list-query.ts'
import {localeOf} from '../query/lookup.ts'
import {markedNamesOf} from '../query/names.ts'
import {readPlain} from '../query/plain-value.ts'
import {
  manyRows,
  type Parameters,
  PlanKind,
  type QueryContext,
  type Statement,
  tableOfEntity,
} from '../query/statement.ts'
import {call} from './filters.ts'
import {expressionShape, type Planner} from './list-plan.ts'

export type Period = 'week' | 'month' | 'quarter' | 'year'

export interface Figure {
  readonly entity: string
  readonly where: ListCondition | null
  /** Null counts records. */
  readonly sum: Path | null
  readonly by: {readonly path: Path; readonly period: Period | null} | null
  /** The values of parameters in its condition. */
  readonly parameters?: Parameters
}

export interface FigureResult {
  /** In the order of their keys; groups of records by size. Without grouping, a single group with an empty key. */
  readonly groups: readonly FigureGroup[]
  /** Whether there are more groups. */
  readonly more: boolean
  /** Formats an amount like these. */
  readonly textOf: (amount: number) => string
}

export interface FigureGroup {
  readonly key: Cell
  /** A number, or the text of a duration. */
  readonly value: Json
  readonly text: string
}

/** Eight years of weeks; longer charts are unreadable. */
const mostGroups = 420
/** There may be many records to group by; the largest groups suffice. */
const mostRecords = 50

/** At most two statements, whatever the data. */
export async function figure(reading: QueryContext, visibility: Visibility, asked: Figure): Promise<FigureResult> {
  const [only = noFigure] = await figures(reading, visibility, asked, [asked.sum])
  return only
}

/** Several sums of the same records, with as many statements as one. Groups of records are in the order of the first. */
export async function figures(
  reading: QueryContext,
  visibility: Visibility,
  asked: Omit<Figure, 'sum'>,
  sums: readonly (Path | null)[],
): Promise<FigureResult[]> {
  const key = groupKey(visibility, asked)
  const items = sums.map((sum): FigureItem => {
    const summed = sum === null ? null : summedOf(visibility, asked.entity, sum)
    return {path: sum, core: summed?.core ?? null, shown: summed?.use ?? shownAs(numberType)}
  })
  const most = key?.core.type.kind === 'reference' ? mostRecords : mostGroups
  const found = await grouped({reading, visibility}, {asked, key: key?.core ?? null, items, most})
  const cells = key === null ? () => nothing : await keyCells({reading, visibility}, key, found)
  const locale = localeOf(reading.moment)
  return items.map(({shown}, index) => {
    const plain = shown.type.kind === 'number' ? shown : shownAs(numberType)
    return {
      groups: found.slice(0, most).map(row => {
        const value = row.values[index] ?? null
        return {key: cells(row.key), value: encodeValue(value), text: shown.toText(value, locale)}
      }),
      more: found.length > most,
      textOf: (amount: number) => plain.toText(parseNum(String(amount)), locale),
    }
  })
}

const noFigure: FigureResult = {groups: [], more: false, textOf: String}

const nothing: Cell = {value: null, text: ''}

interface Key {
  readonly core: Core
  readonly use: FieldUse
}

/** The records of one group; null if there are no groups, or no group has this key. */
export function inGroup(visibility: Visibility, asked: Figure, key: Json): Core | null {
  const core = groupKey(visibility, asked)?.core
  if (!core) return null
  if (key === null) return emptyCore(core)
  const value = readPlain(core.type, key)
  return value === undefined ? null : compared(core, '=', valueCore(core.type, value))
}

/** A path that does not exist for the actor does not group: all records are one group. */
function groupKey(visibility: Visibility, {entity, by}: Pick<Figure, 'entity' | 'by'>): Key | null {
  const seen = by === null ? null : visibility.visibleField(entity, by.path)
  if (by === null || seen === null || seen.value.type.kind === 'list') return null
  if (by.period === null) return {core: seen.value, use: seen.field.type}
  if (seen.value.type.kind !== 'date' && seen.value.type.kind !== 'date and time') return null
  const type = by.period === 'year' ? numberType : dateType
  return {core: call(by.period, type, [seen.value]), use: shownAs(type)}
}

function summedOf(visibility: Visibility, entity: string, path: Path): Key | null {
  const seen = visibility.visibleField(entity, path)
  return seen === null || seen.value.type.kind === 'list' ? null : {core: seen.value, use: seen.field.type}
}

/** A sum, or the number of records. */
interface FigureItem {
  readonly path: Path | null
  /** Null for a field that the actor does not see, and for a number of records. */
  readonly core: Core | null
  readonly shown: FieldUse
}

interface Grouping {
  readonly asked: Omit<Figure, 'sum'>
  readonly key: Core | null
  readonly items: readonly FigureItem[]
  readonly most: number
}

interface GroupRow {
  readonly key: Value
  /** In the order of the items. */
  readonly values: readonly Value[]
}

interface GroupsPlan {
  readonly statement: Statement
  readonly read: (row: ValueRow) => GroupRow
}

const groupsKind = new PlanKind<GroupsPlan>('groups')

async function grouped(
  {reading, visibility}: {reading: QueryContext; visibility: Visibility},
  grouping: Grouping,
): Promise<GroupRow[]> {
  const {entity, where, by, parameters} = grouping.asked
  const said = where ? expressionShape(where) : ''
  const sums = grouping.items.map(({path}) => path?.join('.'))
  const {plan, values} = reading.statements.plans(groupsKind).bind(reading, visibility, {
    shape: `${entity} (${said}) (${sums}) ${by?.path.join('.')} ${by?.period}`,
    ...(parameters ? {parameters} : {}),
    make: (context, write) => groupsPlan({context, visibility, write}, grouping),
  })
  const rows = await plan.statement.run(reading, values)
  return rows.map(plan.read)
}

function groupsPlan(planner: Planner, {asked, key, items, most}: Grouping): GroupsPlan {
  const {visibility, write} = planner
  const plain = isAboutMe(asked.where) ? planner.context : manyRows(planner.context)
  // Sums of the same records read the same computed fields, which are evaluated once for each of them.
  const computed = items.length > 1 ? new ComputedColumns('r') : null
  const context = computed ? {...plain, computed} : plain
  const where = [
    visibility.records(asked.entity).where,
    ...(asked.where === null ? [] : [visibility.condition(asked.where.core)]),
  ]
  const keyed = key === null ? null : toValue(key, context)
  const summed = items.map(({core}) => (core === null ? null : toValue(core, context)))
  const amounts = items.map(({path}, index) =>
    path === null ? sql`count(*)` : summed[index] === null ? sql`0` : sumOf(context, sql.id(`v${index}`)),
  )
  // A day needs no second value for its order, so it is computed once.
  const isDay = key?.type.kind === 'date'
  const ordered = key === null || isDay ? sql`null` : toOrder(key, context)
  const place = isDay ? sql`k` : sql`o`
  const order = key?.type.kind === 'reference' ? sql`${largest(context)} desc, k` : sql`(${place} is null), ${place}`
  const [grouping, ordering] =
    key === null ? [sql``, sql``] : [sql`group by k, o`, sql`order by ${order} ${limitTo(most + 1)}`]
  const numbered = (name: string, all: readonly Sql[]) =>
    sql.join(all.map((each, index) => sql`${each} as ${sql.id(`${name}${index}`)}`))
  const found = sql`${sql.table(tableOfEntity(plain, asked.entity))} as r where ${sql.join(
    where.map(core => toPredicate(core, plain)),
    sql` and `,
  )}`
  const rows = computed ? sql`${computed.in(sql`(select r.* from ${found})`)} as r` : found
  // Materialized: SQLite computes a sum again for each mention of it, also in the order. Counted, because a sum of what
  // the actor does not see is a constant: without an aggregate, there would be a group for each record.
  const statement = write(sql`with f as materialized (
    select ${key === null ? sql`null` : sql`k`} as k, ${key === null ? sql`null` : sql`o`} as o, ${numbered('n', amounts)}, count(*) as c from (
      select ${keyed?.sql ?? sql`null`} as k, ${ordered} as o, ${numbered(
        'v',
        summed.map(item => item?.sql ?? sql`null`),
      )}
      from ${rows}
    ) as g ${grouping}) select k, ${sql.join(items.map((_, index) => sql.id(`n${index}`)))} from f ${ordering}`)
  return {
    statement,
    read: ([k, ...ns]) => ({
      key: keyed?.read(k) ?? null,
      values: summed.map((item, index) => item?.read(ns[index]) ?? Number(ns[index] ?? 0)),
    }),
  }
}

/** `person = me`: the records of one person are few. */
function isAboutMe(where: ListCondition | null): boolean {
  const terms = where === null ? [] : termsOf(where.core)
  return terms.some(core => {
    const sides = core.op === 'compare' && core.by === '=' ? [core.left, core.right] : []
    return sides.some(({op}) => op === 'me') && sides.some(side => side.op === 'field' && side.of.op === 'this')
  })
}

/** An exact sum is a text in SQLite, where "8" would sort before "23". */
const largest = ({database}: SqlContext): Sql => (database === 'sqlite' ? sql`n0 + 0` : sql`n0`)

/** Adds exactly, whatever the number format; see `sum` of expressions. */
function sumOf({database}: SqlContext, value: Sql): Sql {
  return database === 'sqlite'
    ? sql`coalesce(nonet_sum(cast(${value} as text)), '0')`
    : sql`coalesce(nonet.round34(sum(${value})), 0)`
}

async function keyCells(
  {reading, visibility}: {reading: QueryContext; visibility: Visibility},
  {core, use}: Key,
  found: readonly GroupRow[],
): Promise<(key: Value) => Cell> {
  const locale = localeOf(reading.moment)
  if (core.type.kind !== 'reference') return key => ({value: use.toJson(key), text: use.toText(key, locale)})
  const ids = found.flatMap(({key}) => (key !== null && isReference(key) ? [key.id] : []))
  const names = await markedNamesOf(reading, visibility, {entity: core.type.entity, ids})
  return key => {
    const id = key !== null && isReference(key) ? key.id : null
    return id === null ? nothing : {...(names.get(id) ?? nothing), value: id}
  }
}
