/** Cells of a list: for each path a value and its text, out of the columns of one statement. */
import {sql} from 'kysely'
import {type SqlContext, type SqlValue, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import {isReference, type Value} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {excerptOf, isRich} from '../rich-text.ts'
import type {Sight} from '../sight.ts'
import type {ColumnSet} from './column-set.ts'
import {namePlan} from './name-plan.ts'
import type {Cell, Path} from './request.ts'
import {type SeenField} from '../seen-path.ts'

export type CellOf = (values: readonly Value[], locale: Locale) => Cell

export const emptyCell: Cell = {value: null, text: ''}

export interface CellPlace {
  readonly sight: Sight
  readonly columns: ColumnSet
  readonly context: SqlContext
}

/** A path that does not exist for the actor is an empty cell. Lists of records are asked for apart; see links.ts. */
export function cellPlan(at: CellPlace, entity: string, path: Path): CellOf {
  const seen = at.sight.seenField(entity, path)
  if (seen === null) return () => emptyCell
  const {type} = seen.field.type
  if (type.kind === 'list') return wordsPlan(at, seen)
  if (type.kind === 'reference') return referencePlan(at, seen, type.entity)
  const place = at.columns.add(seen.value)
  if (isRich(seen.field.type)) return (values, locale) => excerptCell(cellOf(seen, values[place] ?? null, locale))
  return (values, locale) => cellOf(seen, values[place] ?? null, locale)
}

function cellOf({field}: SeenField, value: Value, locale: Locale): Cell {
  return {value: field.type.toJson(value), text: field.type.toText(value, locale)}
}

/** The value is the text as it was written. */
const excerptCell = ({value, text}: Cell): Cell => ({value, text: excerptOf(text)})

function referencePlan({sight, columns}: CellPlace, {field, value}: SeenField, entity: string): CellOf {
  const place = columns.add(value)
  const name = namePlan(sight, columns, {entity, record: value})
  return (values, locale) => {
    const record = values[place] ?? null
    const cell = {value: field.type.toJson(record), text: name(values, locale)}
    return entity === fileEntity && record !== null && isReference(record)
      ? {...cell, files: [{id: record.id, name: cell.text}]}
      : cell
  }
}

/** `any of`: expressions have no form for a list in a column, so its column is read as it is, where it is seen. */
function wordsPlan(at: CellPlace, seen: SeenField): CellOf {
  const {context, columns} = at
  const table = context.tables.get(seen.entity)
  const kept = table?.fields.get(seen.field.name)
  if (!table || kept?.kind !== 'column') return () => emptyCell
  const column =
    seen.of.op === 'this'
      ? sql.ref(`r.${kept.column}`)
      : sql`(select ${sql.ref(`w.${kept.column}`)}
    from ${sql.table(table.table)} as w where ${sql.ref(`w.${table.id}`)} = ${toValue(seen.of, context).sql})`
  const raw: SqlValue = {
    sql: sql`case when ${toPredicate(seen.seen, context)} then ${column} end`,
    read: stored => seen.field.type.fromColumn(stored, context.database),
  }
  const place = columns.addSql(raw)
  return (values, locale) => cellOf(seen, values[place] ?? null, locale)
}
