/**
 * Reads records as typed objects: `records(entity, {name: recordName, href: recordHref, day: text(['day'])})`. The
 * properties say which columns the statement has and how each value is made of them, so nothing but what the person may
 * see reaches an object. What follows from the document and the roles is compiled once: screens keep their `Records`.
 */
import type {Entity} from '../../points/entities/model.ts'
import type {Actor} from '../base/actor.ts'
import {type ByKey, firstRows, idKey, listNames, listPage, rowsByKey} from '../lists/list.ts'
import type {ListPlanRequest} from '../lists/list-plan.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {fieldCells} from '../query/field-texts.ts'
import type {EvaluatedRecord} from '../query/hypothetical-record.ts'
import {
  type Cell,
  emptyQuery,
  type ListDefinition,
  type ListQuery,
  type ListResult,
  type ListRow,
  type Path,
  type Sorting,
} from '../query/list-query.ts'
import type {ReadContext} from '../query/read-context.ts'
import {cellsIn} from '../query/record-values.ts'
import type {Parameters} from '../query/statement.ts'
import type {FieldValues} from '../query/stored.ts'

/** One property of the objects: takes the columns it needs, and returns how its value is made of a row. */
export type RecordProperty<T> = (at: PropertyPlace) => FromRow<T>

export type FromRow<T> = (row: CellRow) => T

/** A row of a statement, and who reads it. */
export interface CellRow {
  readonly id: string
  readonly cells: readonly Cell[]
  readonly actor: Actor
}

export interface PropertyPlace extends Pick<ReadContext, 'specification' | 'visibility'> {
  readonly entity: Entity
  /** The field at a path as a column; without a path, and where the person may not see it, the cell is empty. */
  readonly cell: (path: Path | null) => FromRow<Cell>
}

export type RecordShape = Readonly<Record<string, RecordProperty<unknown>>>

/** The object of a shape. */
export type PropertiesOf<S extends RecordShape> = {
  readonly [Name in keyof S]: S[Name] extends RecordProperty<infer T> ? T : never
}

type RecordFrame = Pick<ListRow, 'id' | 'version' | 'group'>

/** A record of these `Records`. */
export type RecordIn<R> = R extends Records<infer S> ? PropertiesOf<S> & RecordFrame : never

interface PageOfRecords<S extends RecordShape> extends Omit<ListResult, 'rows'> {
  readonly rows: readonly (PropertiesOf<S> & RecordFrame)[]
}

/** The list that a page belongs to, with the query of the person. */
interface PageRequest extends Partial<Pick<ListPlanRequest, 'narrowed' | 'stop' | 'most' | 'few' | 'size'>> {
  readonly list: ListPlanRequest['screen']
  readonly asked?: ListQuery
}

/** Records found by the value of one of their fields. */
type KeyOfRecord = Pick<ByKey, 'key' | 'value' | 'condition'>

interface SeveralByKey extends KeyOfRecord {
  readonly sort: readonly Sorting[]
  readonly size: number
}

interface CompiledShape<S extends RecordShape> {
  readonly columns: readonly Path[]
  readonly valuesOf: (row: CellRow) => PropertiesOf<S>
}

const empty: Cell = {value: null, text: ''}

export class Records<S extends RecordShape> {
  readonly entity: Entity
  readonly #shape: S
  readonly #byRoles = new WeakMap<Visibility, CompiledShape<S>>()

  constructor(entity: Entity, shape: S) {
    this.entity = entity
    this.#shape = shape
  }

  async page(
    reader: ReadContext,
    {list: screen, asked = emptyQuery, ...request}: PageRequest,
  ): Promise<PageOfRecords<S>> {
    const compiled = this.#compiledFor(reader)
    const found = await listPage(reader, reader.visibility, {...request, screen, asked, columns: compiled.columns})
    return {...found, rows: found.rows.map(row => recordOf(row, compiled, reader))}
  }

  /** The first page, counted only if its statement needs that; `more`: it is not the last one. */
  async firstPage(
    reader: ReadContext,
    {list: screen, ...request}: Pick<PageRequest, 'list' | 'narrowed'>,
  ): Promise<{readonly rows: readonly (PropertiesOf<S> & {readonly id: string})[]; readonly more: boolean}> {
    const compiled = this.#compiledFor(reader)
    const found = await listNames(reader, reader.visibility, {...request, screen, columns: compiled.columns})
    return {...found, rows: found.rows.map(row => withId(row.id, row.cells, compiled, reader))}
  }

  /** The first records of a definition. */
  async first(
    reader: ReadContext,
    screen: ListDefinition,
    parameters?: Parameters,
  ): Promise<readonly (PropertiesOf<S> & RecordFrame)[]> {
    const compiled = this.#compiledFor(reader)
    const rows = await firstRows(reader, reader.visibility, {...screen, columns: compiled.columns}, parameters)
    return rows.map(row => recordOf(row, compiled, reader))
  }

  /** Null if the record does not exist, or the person may not see it. */
  async byKey(reader: ReadContext, key: KeyOfRecord): Promise<(PropertiesOf<S> & RecordFrame) | null> {
    const [found] = await this.allByKey(reader, {...key, sort: unsorted, size: 1})
    return found ?? null
  }

  byId(reader: ReadContext, id: string): Promise<(PropertiesOf<S> & RecordFrame) | null> {
    return this.byKey(reader, {key: idKey, value: id})
  }

  /** The first of several records with the same key, in an order that the index of the key provides. */
  async allByKey(reader: ReadContext, key: SeveralByKey): Promise<readonly (PropertiesOf<S> & RecordFrame)[]> {
    const compiled = this.#compiledFor(reader)
    const {columns} = compiled
    const rows = await rowsByKey(reader, reader.visibility, {...key, entity: this.entity.name, columns})
    return rows.map(row => recordOf(row, compiled, reader))
  }

  /** By id; records that do not exist or are hidden are left out. */
  async byIds(
    reader: ReadContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PropertiesOf<S> & {readonly id: string}>> {
    const compiled = this.#compiledFor(reader)
    const found = await fieldCells(reader, {
      entity: this.entity.name,
      ids,
      paths: compiled.columns.length > 0 ? compiled.columns : idAlone,
    })
    return new Map([...found].map(([id, cells]) => [id, withId(id, cells, compiled, reader)]))
  }

  /** A record that is not written, as it would be. */
  async unwritten(reader: ReadContext, at: EvaluatedRecord): Promise<PropertiesOf<S>> {
    const [found] = await this.#unwritten(reader, at)
    return found ?? this.#compiledFor(reader).valuesOf({id: at.id, cells: [], actor: reader.actor})
  }

  /** The same record with other values each. */
  eachUnwritten(
    reader: ReadContext,
    at: EvaluatedRecord,
    others: readonly FieldValues[],
  ): Promise<readonly PropertiesOf<S>[]> {
    return this.#unwritten(reader, at, others)
  }

  async #unwritten(reader: ReadContext, at: EvaluatedRecord, others?: readonly FieldValues[]) {
    const {columns, valuesOf} = this.#compiledFor(reader)
    const found = await cellsIn(reader, at, {paths: columns, ...(others ? {records: others} : {})})
    return found.map(cells => valuesOf({id: at.id, cells, actor: reader.actor}))
  }

  #compiledFor({visibility, specification}: ReadContext): CompiledShape<S> {
    const known = this.#byRoles.get(visibility)
    if (known) return known
    const made = compiledShape(this.#shape, {entity: this.entity, visibility, specification})
    this.#byRoles.set(visibility, made)
    return made
  }
}

const unsorted: readonly Sorting[] = []
const idAlone: readonly Path[] = [['id']]

/** The records of an entity as objects with these properties. */
export const records = <S extends RecordShape>(entity: Entity, shape: S): Records<S> => new Records(entity, shape)

function compiledShape<S extends RecordShape>(shape: S, place: Omit<PropertyPlace, 'cell'>): CompiledShape<S> {
  const columns: Path[] = []
  const known = new Map<string, number>()
  const cell = (path: Path | null): FromRow<Cell> => {
    if (path === null) return () => empty
    const key = path.join('.')
    const index = known.get(key) ?? columns.push(path) - 1
    known.set(key, index)
    return ({cells}) => cells[index] ?? empty
  }
  const properties = Object.entries(shape).map(([name, property]) => [name, property({...place, cell})] as const)
  return {
    columns,
    // The entries are those of the shape.
    valuesOf: row => Object.fromEntries(properties.map(([name, read]) => [name, read(row)])) as PropertiesOf<S>,
  }
}

function recordOf<S extends RecordShape>(
  {id, version, group, cells}: ListRow,
  {valuesOf}: CompiledShape<S>,
  {actor}: ReadContext,
): PropertiesOf<S> & RecordFrame {
  return {...valuesOf({id, cells, actor}), id, version, group}
}

function withId<S extends RecordShape>(
  id: string,
  cells: readonly Cell[],
  {valuesOf}: CompiledShape<S>,
  {actor}: ReadContext,
): PropertiesOf<S> & {readonly id: string} {
  return {...valuesOf({id, cells, actor}), id}
}
