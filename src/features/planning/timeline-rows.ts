/** The rows of a timeline: the records that the actor may read, or the values of a choice. */

import {personOf} from '../../engine/base/actor.ts'
import {fieldCore, no, parameterCore, thisCore} from '../../engine/base/core-build.ts'
import {minuteOf} from '../../engine/display/dates.ts'
import {entityNouns, namingPaths} from '../../engine/display/record-names.ts'
import {nameContains} from '../../engine/lists/filters.ts'
import {filterKey} from '../../engine/lists/list-address.ts'
import type {Narrowing} from '../../engine/lists/list-plan.ts'
import {
  type Cell,
  type Filtering,
  type ListDefinition,
  type ListQuery,
  type ListResult,
  type Path,
  plainList,
} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cell, cells, commonName, recordHref, value} from '../../engine/records/properties.ts'
import {type RecordIn, records} from '../../engine/records/records.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {booleanType, textType} from '../../feel/type.ts'
import type {Entity} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {wordText} from '../../points/entities/values/choices.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {filters as filtersBullet, groupBy, search as searchBullet} from '../../points/screens/bullets/shared.ts'
import {spread} from '../../points/screens/bullets/spread.ts'
import {fieldAtEnd, fieldPath} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown} from '../../points/screens/run.ts'
import {
  closedDays as closedDaysBullet,
  daysOff as daysOffBullet,
  open as openBullet,
  rows as rowsBullet,
} from './bullets.ts'
import type {DayKind} from './timeline-data.ts'

export interface RowRecord {
  readonly id: string
  readonly name: string
  readonly href: string | null
  readonly group: number | null
  /** Belongs to the viewer. */
  readonly own: boolean
  /** The values that determine its days off and closed days. */
  readonly shared: Readonly<Record<DayKind, string | null>>
  /** The minutes of a day in which it is open; null for all day. */
  readonly open: {readonly from: number; readonly to: number} | null
}

export interface TimelineRows extends Pick<ListResult, 'groups' | 'count' | 'next' | 'previous'> {
  readonly rows: readonly RowRecord[]
  readonly people: boolean
  readonly called: {readonly one: string; readonly several: string}
  /** Whether the search applied to the rows. */
  readonly searched: boolean
}

export interface RowsAsked {
  readonly screen: Screen
  readonly per: Path
  readonly asked: ListQuery
  readonly visit: Pick<Visit, 'actor'>
  /** The number of rows on a page. */
  readonly size?: number
}

const rowsOnPage = 200
const noneShared: RowRecord['shared'] = {off: null, closed: null}

export async function timelineRows(
  reader: ReadContext,
  rowsAsked: RowsAsked,
  context: RecordContext,
): Promise<TimelineRows> {
  const {screen, per} = rowsAsked
  const field = fieldAtEnd(reader.entities, entityShown(screen), per)
  const type = field?.type.type
  if (type?.kind === 'reference') return recordRows(reader, {...rowsAsked, entity: type.entity}, context)
  const words = type?.kind === 'choice' ? type.words : []
  const called = inSentence(field?.label ?? '', reader.moment.language)
  return wordRows(words, rowsAsked, {called, labels: field?.type.control.labels})
}

interface WordTexts {
  readonly called: string
  readonly labels: ReadonlyMap<string, string> | undefined
}

function wordRows(words: readonly string[], {per, asked}: RowsAsked, {called, labels}: WordTexts): TimelineRows {
  const by = filterAt(asked, per)?.by
  const shown = by?.filter === 'choice' ? words.filter(word => by.words.includes(word)) : words
  const rows = shown.map(word => ({
    id: word,
    name: wordText(word, labels),
    href: null,
    group: null,
    own: false,
    shared: noneShared,
    open: null,
  }))
  return {
    rows,
    groups: null,
    count: {exact: rows.length},
    next: null,
    previous: null,
    people: false,
    called: {one: called, several: called},
    searched: false,
  }
}

/** Only records in one of these rows. */
export function ofRows(
  {visibility}: ReadContext,
  {fields, per}: {readonly fields: {readonly entity: string}; readonly per: Path},
  {rows}: Pick<TimelineRows, 'rows'>,
): Narrowing {
  const seen = visibility.visibleField(fields.entity, per)
  if (!seen || rows.length === 0) return {shape: 'no rows', where: no}
  const {type} = seen.value
  const value = (id: string) => (type.kind === 'reference' ? {entity: type.entity, id} : id)
  const name = (index: number) => `row ${index}`
  const tests = rows.map((_, index) => ({test: 'equals', with: parameterCore(name(index), type)}) as const)
  return {
    shape: `${rows.length} rows by ${per.join('.')}`,
    where: {op: 'in', value: seen.value, tests, type: booleanType},
    parameters: new Map(rows.map(({id}, index) => [name(index), value(id)])),
  }
}

const filterAt = ({filters}: ListQuery, path: Path): Filtering | undefined =>
  filters.find(each => each.path.join('.') === path.join('.'))

async function recordRows(
  reader: ReadContext,
  asked: RowsAsked & {entity: string},
  context: RecordContext,
): Promise<TimelineRows> {
  const {screen, per, visit} = asked
  const entity = reader.visibility.entity(asked.entity)
  if (!entity) return wordRows([], asked, {called: '', labels: undefined})
  const daysOff = bulletOf(screen, daysOffBullet)
  const closedDays = bulletOf(screen, closedDaysBullet)
  const open = bulletOf(screen, openBullet)
  const closedPer = closedDays?.per ?? open?.except?.per
  const rows = records(entity, {
    name: commonName,
    href: recordHref,
    off: cell(daysOff?.per ? [daysOff.per] : null),
    closed: cell(closedPer ? [closedPer] : null),
    opens: value(open?.from ?? null),
    closes: value(open?.to ?? null),
  })
  const declared = bulletOf(screen, searchBullet)
  const search = declared.flatMap(path => beyond(per, path) ?? [])
  const searched = declared.length > 0 && declared.every(path => beyond(per, path) !== null)
  const group = bulletOf(screen, groupBy)
  const list = {
    ...rowList(screen, entity, asked.size),
    search: searched ? declared.flatMap(path => [beyond(per, path) ?? []]) : [],
    groupBy: group && beyond(per, group),
  }
  const query = {...asked.asked, sort: [], filters: rowFilters(asked), search: searched ? asked.asked.search : ''}
  const narrowed = ownFilter(reader, asked, entity.name)
  const people = entity.name === userEntity
  const me = people ? personOf(visit.actor)?.id : undefined
  const result = await rows.page(reader, {list, asked: query, narrowed})
  const isElsewhere = me !== undefined && !result.rows.some(({id}) => id === me) && (result.next ?? result.previous)
  const rowData = ({id, name, href, group, off, closed, opens, closes}: RecordIn<typeof rows>): RowRecord => ({
    ...{id, name, href, group},
    own: id === me,
    shared: {off: rowKey(off), closed: rowKey(closed)},
    open: openBetween(minuteOf(opens), minuteOf(closes)),
  })
  // The viewer's own row is on every page.
  const own = isElsewhere
    ? await rows.page(reader, {
        list: {...list, groupBy: null},
        asked: {...query, place: null},
        narrowed: [...narrowed, idIs(entity.name, me)],
      })
    : null
  return {
    ...result,
    rows: [...(own?.rows.map(row => ({...rowData(row), group: null})) ?? []), ...result.rows.map(rowData)],
    people,
    called: people ? context.words.timelines.people : entityNouns(context.specification, entity.name),
    searched: searched && search.length > 0,
  }
}

/**
 * The records that the rows of the viewer refer to, by path: a filter offers only these. Null if there are more rows than
 * are read for it.
 */
export async function referencesOfRows(
  reader: ReadContext,
  {screen, per}: Pick<RowsAsked, 'screen' | 'per'>,
): Promise<ReadonlyMap<string, ReadonlySet<string>> | null> {
  const type = fieldAtEnd(reader.entities, entityShown(screen), per)?.type.type
  const entity = type?.kind === 'reference' ? reader.visibility.entity(type.entity) : null
  const paths = bulletOf(screen, filtersBullet).flatMap(path => {
    const own = beyond(per, path)
    const isRecord = own && entity && fieldAtEnd(reader.entities, entity.name, own)?.type.type.kind === 'reference'
    return isRecord ? [{path, own}] : []
  })
  if (!entity || paths.length === 0) return new Map()
  const referring = records(entity, {references: cells(paths.map(({own}) => own))})
  const {rows, next} = await referring.page(reader, {list: rowList(screen, entity)})
  if (next) return null
  return referencesBy(
    paths.map(({path}) => path),
    rows.map(({references}) => references),
  )
}

/** The ids that occur at each path, by the key of its filter. */
export function referencesBy(
  paths: readonly Path[],
  rows: readonly (readonly Cell[])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const idsAt = (at: number) => rows.map(references => references[at]?.value).filter(id => typeof id === 'string')
  return new Map(paths.map((path, at) => [filterKey(path), new Set(idsAt(at))]))
}

/** The records of the rows, by name. */
const rowList = (screen: Screen, entity: Entity, size = rowsOnPage): ListDefinition =>
  plainList({
    entity: entity.name,
    condition: bulletOf(screen, rowsBullet),
    sort: namingPaths(entity)
      .slice(0, 1)
      .map(path => ({path, descending: false})),
    size,
  })

/** Null without opening hours, or where the viewer may not read them. */
const openBetween = (from: number | null | undefined, to: number | null | undefined): RowRecord['open'] =>
  from != null && to != null ? {from, to} : null

/** Values are compared as JSON. */
export const rowKey = ({value}: Cell): string | null => (value === null ? null : JSON.stringify(value))

/** `team` of `person.team`, if rows are by `person`. */
function beyond(per: Path, path: Path): Path | null {
  return path.length > per.length && per.every((part, index) => path[index] === part) ? path.slice(per.length) : null
}

/** Filters on fields of the row's record filter the rows. */
function rowFilters({per, asked}: RowsAsked): Filtering[] {
  return asked.filters.flatMap(({path, by}) => {
    const own = beyond(per, path)
    return own ? [{path: own, by}] : []
  })
}

function idIs(entity: string, id: string): Narrowing {
  const value = fieldCore(thisCore(entity), entity, {name: 'id', type: textType})
  const tests = [{test: 'equals', with: parameterCore('own row', textType)} as const]
  return {
    shape: 'own row',
    where: {op: 'in', value, tests, type: booleanType},
    parameters: new Map([['own row', id]]),
  }
}

/** A filter by the row's record keeps only those rows. */
function ownFilter({visibility}: ReadContext, {per, asked}: RowsAsked, entity: string): Narrowing[] {
  const by = filterAt(asked, per)?.by
  if (by?.filter === 'name') {
    const text = parameterCore('name of rows', textType)
    const where = nameContains(visibility, entity, {record: thisCore(entity), text})
    return [{shape: 'name of rows', where, parameters: new Map([['name of rows', by.text]])}]
  }
  if (by?.filter !== 'record') return []
  const named = by.ids.map((id, index) => [`row ${index}`, id] as const)
  const tests = named.map(([name]) => ({test: 'equals', with: parameterCore(name, textType)}) as const)
  const value = fieldCore(thisCore(entity), entity, {name: 'id', type: textType})
  return [
    {
      shape: `${named.length} rows`,
      where: {op: 'in', value, tests, type: booleanType},
      parameters: new Map(named),
    },
  ]
}

/** The field of the rows; empty without rows. */
export function perOf(screen: Screen): Path {
  const per = bulletOf(screen, spread)?.per ?? null
  return per === null ? [] : fieldPath(per)
}
