/** The columns of a statement and the cells of its rows, with the names of the records they refer to. */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {encodeValue, formatValue} from '../../feel/format.ts'
import {type SqlContext, type SqlValue, toListValue, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import {isList, isReference, type Value} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import {isUnshownList, ownerOf} from '../../points/entities/lookup.ts'
import type {Entity, NamePart, Span} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {type SpanValue, showDayCount, showHourCount, showSpan, writeSpan} from '../../points/entities/values/spans.ts'
import {iconPath} from '../../points/icons-and-colours.ts'
import type {ValueRow} from '../../store/sql.ts'
import {compared, meCore} from '../base/core-build.ts'
import {excerptOf, isRich} from '../base/rich-text.ts'
import type {Visibility} from '../permissions/visibility.ts'
import type {VisibleField} from '../permissions/visible-paths.ts'
import type {Cell, CellMark, Path} from './list-query.ts'

/** Collects the columns of one statement, without duplicates. */
export class ColumnSet {
  readonly columns: SqlValue[] = []
  private readonly context: SqlContext
  private readonly known = new Map<string, number>()

  constructor(context: SqlContext) {
    this.context = context
  }

  /** Returns the index of the column. */
  add(core: Core): number {
    const key = JSON.stringify(core)
    const known = this.known.get(key)
    if (known !== undefined) return known
    const place = this.addSql(toValue(core, this.context))
    this.known.set(key, place)
    return place
  }

  /** Whether the condition holds: never null. */
  addCondition(core: Core): number {
    const key = `holds ${JSON.stringify(core)}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    const held = sql`case when ${toPredicate(core, this.context)} then 1 else 0 end`
    const place = this.addSql({sql: held, read: stored => Number(stored ?? 0) === 1})
    this.known.set(key, place)
    return place
  }

  addSql(column: SqlValue): number {
    this.columns.push(column)
    return this.columns.length - 1
  }

  /** Reads the values from a row whose first columns are these. */
  read(row: ValueRow): Value[] {
    return this.columns.map((column, index) => column.read(row[index]))
  }
}

/**
 * The names of records, evaluated in the statement that reads them. Every part of a name is a column of the statement,
 * including names within names, restricted to the data the actor sees.
 */

/** Builds a text from the values of one row. */
export type TextOf = (values: readonly Value[], locale: Locale) => string

/** Limits names that refer to records named by other records. */
const deepest = 4

/** The name of the record at `record`; empty if it does not exist. */
export function namePlan(
  visibility: Visibility,
  columns: ColumnSet,
  {entity, record, depth = 0}: {entity: string; record: Core; depth?: number},
): TextOf {
  const there = columns.add(record)
  const declared = visibility.entity(entity)
  // Files are not declared by the document and have a name of their own.
  const own = declared ? ownPlan(visibility, columns, {entity: declared, record}) : null
  const parts: readonly NamePart[] = declared
    ? [...declared.namedBy.parts, ...((own && declared.namedForOwner?.parts) ?? [])]
    : [{kind: 'path', path: ['name']}]
  const texts = new Map<readonly string[], TextOf>()
  for (const part of depth < deepest ? parts : [])
    if (part.kind === 'path')
      texts.set(part.path, partPlan(visibility, columns, {entity, record, path: part.path, depth}))
  const [first] = texts.values()
  return (values, locale) => {
    if ((values[there] ?? null) === null) return ''
    if (!declared) return first?.(values, locale) ?? ''
    return nameOfRecord(declared, path => texts.get(path)?.(values, locale) ?? '', own?.(values) ?? false)
  }
}

/** Whether the record belongs to the reader, if its name depends on that. */
function ownPlan(
  visibility: Visibility,
  columns: ColumnSet,
  {entity, record}: {readonly entity: Entity; readonly record: Core},
): ((values: readonly Value[]) => boolean) | null {
  const owner = entity.namedForOwner ? ownerOf(entity) : null
  const seen = owner && visibility.path(entity.name, [owner.name], record)
  if (!seen || visibility.actor.kind !== 'person') return null
  const place = columns.add(compared(seen.value, '=', meCore))
  return values => values[place] === true
}

interface Part {
  readonly entity: string
  readonly record: Core
  readonly path: readonly string[]
  readonly depth: number
}

function partPlan(visibility: Visibility, columns: ColumnSet, {entity, record, path, depth}: Part): TextOf {
  const seen = visibility.path(entity, path, record)
  if (seen === null || seen.value.type.kind === 'list') return () => ''
  const {type} = seen.field.type
  if (seen.field.span) {
    const spanOf = spanColumns(visibility, columns, {
      entity: seen.entity,
      record: recordOf(visibility, {entity, record, path}),
      span: seen.field.span,
    })
    return (values, locale) => showSpan(spanOf(values), locale)
  }
  if (type.kind === 'reference')
    return namePlan(visibility, columns, {entity: type.entity, record: seen.value, depth: depth + 1})
  const index = columns.add(seen.value)
  return (values, locale) => seen.field.type.toText(values[index] ?? null, locale)
}

/** Cells of a list: a value and its text for each path, from the columns of one statement. */

export type CellOf = (values: readonly Value[], locale: Locale) => Cell

export const emptyCell: Cell = {value: null, text: ''}

export interface CellPlace {
  readonly visibility: Visibility
  readonly columns: ColumnSet
  readonly context: SqlContext
}

/** A path that does not exist for the actor is an empty cell. Lists of records are queried separately (`linkCells` in names.ts). */
export function cellPlan(at: CellPlace, entity: string, path: Path): CellOf {
  const seen = at.visibility.visibleField(entity, path)
  if (seen === null) return () => emptyCell
  const {type} = seen.field.type
  if (seen.field.span) return spanPlan(at, seen, seen.field.span)
  if (type.kind === 'list') return seen.field.computed ? datesPlan(at, seen) : wordsPlan(at, seen)
  if (type.kind === 'reference') return referencePlan(at, seen, type.entity)
  const place = at.columns.add(seen.value)
  const mark = isOwnName(at, seen) ? markPlan(at, seen.entity, seen.of) : null
  if (mark) return (values, locale) => withMark(cellOf(seen, values[place] ?? null, locale), mark(values))
  if (seen.field.type.valueSet.set === 'icon') return iconCells(seen, place)
  if (isRich(seen.field.type)) return (values, locale) => excerptCell(cellOf(seen, values[place] ?? null, locale))
  return (values, locale) => cellOf(seen, values[place] ?? null, locale)
}

function cellOf({field}: VisibleField, value: Value, locale: Locale): Cell {
  return {value: field.type.toJson(value), text: field.type.toText(value, locale)}
}

/** An icon by its drawing and its name. */
function iconCells(seen: VisibleField, place: number): CellOf {
  return (values, locale) => {
    const value = values[place] ?? null
    const icon = typeof value === 'string' ? value : null
    return withMark(cellOf(seen, value, locale), markOf({colour: null, icon}))
  }
}

/** The value is the full text. */
const excerptCell = ({value, text}: Cell): Cell => ({value, text: excerptOf(text)})

function referencePlan(at: CellPlace, {field, value}: VisibleField, entity: string): CellOf {
  const {visibility, columns} = at
  const place = columns.add(value)
  const name = namePlan(visibility, columns, {entity, record: value})
  const mark = markPlan(at, entity, value)
  return (values, locale) => {
    const record = values[place] ?? null
    const plain = {value: field.type.toJson(record), text: name(values, locale)}
    const cell = mark ? withMark(plain, mark(values)) : plain
    return entity === fileEntity && record !== null && isReference(record)
      ? {...cell, files: [{id: record.id, name: cell.text}]}
      : cell
  }
}

/** True if this field alone is the record's name; it then takes the colour and icon of the record. */
function isOwnName({visibility}: CellPlace, {entity, field}: VisibleField): boolean {
  const [part, ...more] = visibility.entity(entity)?.namedBy.parts ?? []
  return part?.kind === 'path' && more.length === 0 && part.path.join('.') === field.name
}

type MarkOf = (values: readonly Value[]) => CellMark

/** The colour and icon of the record at `record`; null if its entity has neither. */
export function markPlan(
  {visibility, columns}: Omit<CellPlace, 'context'>,
  entity: string,
  record: Core,
): MarkOf | null {
  const declared = visibility.entity(entity)
  if (!declared || (declared.colour === null && declared.icon === null)) return null
  const placeOf = (name: string | null): number | null => {
    const seen = name === null ? null : visibility.path(entity, [name], record)
    return seen === null ? null : columns.add(seen.value)
  }
  const [colour, icon] = [placeOf(declared.colour), placeOf(declared.icon)]
  const textAt = (values: readonly Value[], place: number | null): string => {
    const value = place === null ? null : (values[place] ?? null)
    return typeof value === 'string' ? value : ''
  }
  return values => markOf({colour: textAt(values, colour), icon: textAt(values, icon)})
}

/** For the page, with the icon as a path. */
export function markOf({colour, icon}: {readonly colour: string | null; readonly icon: string | null}): CellMark {
  const path = icon === null ? null : iconPath(icon)
  return {...(colour ? {colour} : {}), ...(path === null ? {} : {icon: path})}
}

/** The mark of an option whose value has a colour or an icon. */
export function markIn(look: Parameters<typeof markOf>[0] | undefined): {readonly mark?: CellMark} {
  const mark = look ? markOf(look) : {}
  return Object.keys(mark).length > 0 ? {mark} : {}
}

export function withMark(cell: Cell, mark: CellMark): Cell {
  return cell.text === '' || Object.keys(mark).length === 0 ? cell : {...cell, mark}
}

function spanPlan({visibility, columns}: CellPlace, {of, entity}: VisibleField, span: Span): CellOf {
  const spanOf = spanColumns(visibility, columns, {entity, record: of, span})
  const placeOf = (name: string | null) => {
    const seen = name === null ? null : visibility.path(entity, [name], of)
    return seen === null ? null : columns.add(seen.value)
  }
  const [daysAt, hoursAt] = [placeOf(span.count), placeOf(span.hours)]
  return (values, locale) => {
    const value = spanOf(values)
    const cell = {value: writeSpan(value), text: showSpan(value, locale)}
    const [days, hours] = [daysAt, hoursAt].map(place => (place === null ? null : (values[place] ?? null)))
    if (cell.text === '') return cell
    if (hours !== null && hours !== undefined)
      return {...cell, note: showHourCount(Number(encodeValue(hours)), locale.language)}
    return days === null || days === undefined
      ? cell
      : {...cell, note: showDayCount(Number(encodeValue(days)), locale.language)}
  }
}

interface SpanAt {
  readonly entity: string
  /** The expression of the record. */
  readonly record: Core
  readonly span: Span
}

/** Both dates and the half days, if visible. */
function spanColumns(visibility: Visibility, columns: ColumnSet, {entity, record, span}: SpanAt) {
  const placeOf = (name: string): number | null => {
    const seen = visibility.path(entity, [name], record)
    return seen === null ? null : columns.add(seen.value)
  }
  const [first, last, ...halves] = [span.from, span.to, ...(span.halfDays ?? [])].map(placeOf)
  const at = (values: readonly Value[], place: number | null | undefined): Value =>
    place === null || place === undefined ? null : (values[place] ?? null)
  return (values: readonly Value[]): SpanValue => ({
    first: at(values, first),
    last: at(values, last),
    startsMidday: at(values, halves[0]) === true,
    endsMidday: at(values, halves[1]) === true,
  })
}

/** The expression of the record that has the last field of the path. */
function recordOf(visibility: Visibility, {entity, record, path}: Pick<Part, 'entity' | 'record' | 'path'>): Core {
  return path.length === 1 ? record : (visibility.path(entity, path.slice(0, -1), record)?.value ?? record)
}

/** A computed list of dates; other computed lists are only used in expressions. */
function datesPlan({context, columns}: CellPlace, seen: VisibleField): CellOf {
  if (isUnshownList(seen.field)) return () => emptyCell
  const place = columns.addSql(toListValue(seen.value, context))
  return (values, locale) => {
    const dates = values[place] ?? null
    const text = seen.field.type.toText(dates, locale)
    return {value: text === '' || !isList(dates) ? null : dates.map(formatValue), text}
  }
}

/** `any of`: expressions cannot represent a list in a column, so the column is read directly, if visible. */
function wordsPlan(at: CellPlace, seen: VisibleField): CellOf {
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
