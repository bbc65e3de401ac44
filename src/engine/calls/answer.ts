/**
 * The response of a call: a shape of the document, filled with data that the actor may see. All values of a record are
 * columns of one statement; nested lists take one more statement for all records.
 */
import {sql} from 'kysely'
import {type Core, type Json, rebase} from '../../feel/core.ts'
import {Joins} from '../../feel/sql/row-columns.ts'
import {type Sql, type SqlContext, toListValue, toPredicate} from '../../feel/sql/to-sql.ts'
import {numberType} from '../../feel/type.ts'
import {isList, isReference, type Value} from '../../feel/value.ts'
import type {NestedShape, OwnValue, Shape, ValueShape} from '../../points/calls/model.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {ValueRow} from '../../store/sql.ts'
import {fieldCore, onlyIf, thisCore} from '../base/core-build.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {visibleRecord, visibleWithRecord} from '../permissions/visible-paths.ts'
import {ColumnSet, cellPlan} from '../query/cells.ts'
import {localeOf} from '../query/lookup.ts'
import type {ReadContext} from '../query/read-context.ts'
import {idParameters, idPlaces} from '../query/select.ts'
import {
  type BoundPlan,
  type MakePlan,
  type Parameters,
  Plans,
  planOnce,
  type Statement,
  tableOfEntity,
} from '../query/statement.ts'

/** Values of the call itself, in addition to the records. */
export type OwnValues = Readonly<Partial<Record<OwnValue, Json>>>

export interface AnsweredRecord {
  readonly id: string
  readonly version: number
  readonly json: Json
}

/** Builds a value of the response from a row; `lists`: records of nested lists, by the index of their column. */
type Build = (row: Row) => Json

interface Row {
  readonly values: readonly Value[]
  readonly own: OwnValues
  readonly locale: Locale
  readonly lists: ReadonlyMap<number, ReadonlyMap<string, Json>>
}

interface AnswerPlan {
  readonly statement: Statement
  readonly read: (row: ValueRow) => Value[]
  readonly build: Build
  readonly lists: readonly {readonly place: number; readonly answer: CompiledAnswer}[]
}

/** More records than this are read with a separate statement. */
const mostIds = 200
const noParameters: Parameters = new Map()

export class CompiledAnswer {
  readonly #plans = new Plans<AnswerPlan>()
  readonly #entity: string
  readonly #shape: Shape
  /** The nested lists, each compiled once. */
  readonly #nested = new Map<NestedShape, CompiledAnswer>()

  constructor(entity: string, shape: Shape) {
    this.#entity = entity
    this.#shape = shape
  }

  /** The first record that meets the conditions. */
  async find(reading: ReadContext, {shape, where, parameters, own = {}}: FindRecord): Promise<AnsweredRecord | null> {
    const {visibility} = reading
    const conditions = where(visibility)
    const bound = this.#plans.bind(reading, visibility, {
      shape: `find ${shape}`,
      parameters,
      make: this.#make(
        visibility,
        context =>
          sql`${sql.join(
            conditions.map(core => toPredicate(core, context)),
            sql` and `,
          )} limit 1`,
      ),
    })
    const [found] = await this.#answers(reading, bound, own)
    return found ?? null
  }

  /** In the order of the ids; records the actor may not see are omitted. */
  async all(
    reading: ReadContext,
    ids: readonly string[],
    own: OwnValues = {},
    given: Parameters = noParameters,
  ): Promise<AnsweredRecord[]> {
    if (ids.length === 0) return []
    const records = {entity: this.#entity, ids}
    const make = this.#make(reading.visibility, context => sql`r.id in (${idPlaces(records, context)})`)
    const parameters = new Map([...idParameters(records), ...given])
    const bound =
      ids.length > mostIds
        ? planOnce(reading, {parameters, make})
        : this.#plans.bind(reading, reading.visibility, {shape: `ids ${ids.length}`, parameters, make})
    const found = new Map((await this.#answers(reading, bound, own)).map(each => [each.id, each]))
    return ids.flatMap(id => found.get(id) ?? [])
  }

  #make(visibility: Visibility, where: (context: SqlContext) => Sql): MakePlan<AnswerPlan> {
    return (context, write) => {
      const joins = new Joins()
      const shown = context.database === 'sqlite' ? {...context, joins} : context
      const columns = new ColumnSet(shown)
      const lists: {place: number; answer: CompiledAnswer}[] = []
      columns.addSql({sql: sql`r.id`, read: String})
      const version = fieldCore(thisCore(this.#entity), this.#entity, {name: 'version', type: numberType})
      columns.add(onlyIf(visibleWithRecord(visibility, this.#entity, 'version'), version))
      const at: ShapePlace = {
        entity: this.#entity,
        record: thisCore(this.#entity),
        root: this.#entity,
        path: [],
        visibility,
        columns,
        context: shown,
        list: (nested, place) => lists.push({place, answer: this.#answerOf(nested)}),
      }
      const build = buildOf(this.#shape, at)
      const listed = sql.join(columns.columns.map((column, index) => sql`${column.sql} as ${sql.ref(`c${index}`)}`))
      const permitted = toPredicate(visibility.records(this.#entity).where, context)
      const statement =
        write(sql`select ${listed} from ${sql.table(tableOfEntity(context, this.#entity))} as r ${joins.sql}
        where ${permitted} and ${where(context)}`)
      return {statement, read: row => columns.read(row), build, lists}
    }
  }

  #answerOf(nested: NestedShape): CompiledAnswer {
    const known = this.#nested.get(nested) ?? new CompiledAnswer(nested.entity, nested.shape)
    this.#nested.set(nested, known)
    return known
  }

  async #answers(
    reading: ReadContext,
    {plan, values}: BoundPlan<AnswerPlan>,
    own: OwnValues,
  ): Promise<AnsweredRecord[]> {
    const rows = (await plan.statement.run(reading, values)).map(plan.read)
    const lists = new Map<number, ReadonlyMap<string, Json>>()
    for (const {place, answer} of plan.lists) {
      const ids = new Set(rows.flatMap(row => idsIn(row[place] ?? null)))
      const records = await answer.all(reading, [...ids], own)
      lists.set(place, new Map(records.map(({id, json}) => [id, json])))
    }
    const locale = localeOf(reading.moment)
    return rows.map(row => ({
      id: String(row[0]),
      version: Number(row[1]),
      json: plan.build({values: row, own, locale, lists}),
    }))
  }
}

export interface FindRecord {
  /** Identifies the conditions within the same answer. */
  readonly shape: string
  readonly where: (visibility: Visibility) => readonly Core[]
  readonly parameters: Parameters
  readonly own?: OwnValues
}

const idsIn = (value: Value): string[] =>
  isList(value) ? value.flatMap(item => (item !== null && isReference(item) ? [item.id] : [])) : []

/** The position of a shape: the record its expressions start at, and the columns they need. */
interface ShapePlace {
  readonly entity: string
  readonly record: Core
  /**
   * The entity of the statement, and the fields from its record to this one; null if another expression leads to it.
   */
  readonly root: string
  readonly path: readonly string[] | null
  readonly visibility: Visibility
  readonly columns: ColumnSet
  readonly context: SqlContext
  readonly list: (nested: NestedShape, place: number) => void
}

function buildOf(shape: Shape, at: ShapePlace): Build {
  switch (shape.kind) {
    case 'constant':
      return () => shape.json
    case 'own':
      return ({own}) => own[shape.name] ?? null
    case 'object': {
      const entries = shape.entries.map(([key, each]) => [key, buildOf(each, at)] as const)
      return row => Object.fromEntries(entries.map(([key, build]) => [key, build(row)]))
    }
    case 'array': {
      const items = shape.items.map(each => buildOf(each, at))
      return row => items.map(build => build(row))
    }
    case 'text': {
      const pieces = shape.pieces.map(piece => (typeof piece === 'string' ? () => piece : buildOf(piece, at)))
      return row => pieces.map(build => answerText(build(row))).join('')
    }
    case 'value':
      return valueBuild(shape, at)
    case 'nested':
      return shape.several ? nestedList(shape, at) : nestedRecord(shape, at)
    case 'records':
      throw new Error('the records of a list are answered one by one')
  }
}

const answerText = (json: Json): string => (json === null ? '' : typeof json === 'string' ? json : JSON.stringify(json))

function valueBuild({core, use, field}: ValueShape, at: ShapePlace): Build {
  const {columns, context, visibility} = at
  if (core.type.kind === 'list') {
    // Several values of a choice are stored in one column, which expressions cannot read.
    if (field !== null && use.storage.kind === 'column') {
      if (at.path === null) return () => []
      const cell = cellPlan({visibility, columns, context}, at.root, [...at.path, field])
      return ({values, locale}) => cell(values, locale).value ?? []
    }
    const place = columns.addSql(toListValue(visibility.value(rebase(core, at.record)), context))
    return ({values}) => {
      const value = values[place] ?? null
      const items = isList(value) ? value : []
      return field === null ? items.map(item => use.toJson(item)) : use.toJson(items)
    }
  }
  const value = visibility.value(rebase(core, at.record))
  const {type} = core
  // A reference to a hidden record is null.
  const place = columns.add(
    type.kind === 'reference' && visibility.entity(type.entity)
      ? visibleRecord(visibility.records(type.entity).where, type.entity, value)
      : value,
  )
  // A condition is true or false; a field may also be null.
  if (core.type.kind === 'boolean' && field === null) return ({values}) => values[place] === true
  return ({values}) => use.toJson(values[place] ?? null)
}

/** Null if the reference is empty or leads to a hidden record. */
function nestedRecord(shape: NestedShape, at: ShapePlace): Build {
  const record = rebase(shape.core, at.record)
  const step = shape.core.op === 'field' && shape.core.of.op === 'this' ? [shape.core.field] : null
  const path = record.op === 'this' ? at.path : at.path && step && [...at.path, ...step]
  const inside = {...at, entity: shape.entity, record, path}
  const build = buildOf(shape.shape, inside)
  if (record.op === 'this') return build
  const {visibility} = at
  const seen = visibleRecord(visibility.records(shape.entity).where, shape.entity, visibility.value(record))
  const place = at.columns.add(seen)
  return row => ((row.values[place] ?? null) === null ? null : build(row))
}

function nestedList(shape: NestedShape, at: ShapePlace): Build {
  const place = at.columns.addSql(toListValue(at.visibility.value(rebase(shape.core, at.record)), at.context))
  at.list(shape, place)
  return ({values, lists}) => idsIn(values[place] ?? null).flatMap(id => lists.get(place)?.get(id) ?? [])
}

/** The part of a response outside of its records: the frame of a list. */
export function frameOf(shape: Shape, own: OwnValues, records: readonly Json[]): Json {
  switch (shape.kind) {
    case 'constant':
      return shape.json
    case 'own':
      return own[shape.name] ?? null
    case 'object':
      return Object.fromEntries(shape.entries.map(([key, each]) => [key, frameOf(each, own, records)]))
    case 'array':
      return shape.items.map(each => frameOf(each, own, records))
    case 'text':
      return shape.pieces
        .map(piece => (typeof piece === 'string' ? piece : answerText(frameOf(piece, own, records))))
        .join('')
    case 'records':
      return records
    default:
      return null
  }
}

/** The shape of one record of a list; for `{this as Article}`, the named shape. */
export function recordShape(shape: Shape): Shape | null {
  if (shape.kind === 'records') return ownShape(shape.each)
  if (shape.kind !== 'object') return null
  for (const [, each] of shape.entries) {
    const found = recordShape(each)
    if (found) return found
  }
  return null
}

/** A named shape of `this` is the record's own shape. */
export const ownShape = (shape: Shape): Shape =>
  shape.kind === 'nested' && shape.core.op === 'this' ? ownShape(shape.shape) : shape

export function uses(shape: Shape, name: OwnValue): boolean {
  if (shape.kind === 'own') return shape.name === name
  if (shape.kind === 'object') return shape.entries.some(([, each]) => uses(each, name))
  if (shape.kind === 'array') return shape.items.some(each => uses(each, name))
  if (shape.kind === 'nested') return uses(shape.shape, name)
  return shape.kind === 'text' && shape.pieces.some(piece => typeof piece !== 'string' && uses(piece, name))
}
