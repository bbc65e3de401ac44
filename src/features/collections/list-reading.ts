/** Reads a list: the records of a page, its filters, its saved views, and what the person may do with them; or all records of its pages. */

import {personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {anyRecord} from '../../engine/links/first-run.ts'
import {countRecords} from '../../engine/lists/list.ts'
import {readListQuery} from '../../engine/lists/list-address.ts'
import type {CompiledList, Narrowing} from '../../engine/lists/list-plan.ts'
import type {ListDefinition, ListQuery, ListResult, Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import {entityOf, type ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {cells, each, hrefAt, recordHref, value} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {Visit} from '../../engine/reply.ts'
import type {PerRoles, RecordContext} from '../../engine/screen-context.ts'
import type {Json} from '../../feel/core.ts'
import {inSentence} from '../../points/entities/names.ts'
import {isAmountOfMoney} from '../../points/entities/types/money.ts'
import type {Screen} from '../../points/screens/model.ts'
import {type AvailableActions, type BulkOffer, bulkData, fittingFor} from './bulk.ts'
import {
  addressKeeping,
  allKey,
  type EveryRecord,
  type FilterData,
  type ListColumn,
  type ListData,
  mostAtOnce,
} from './data.ts'
import {editableColumns} from './editable-cells.ts'
import {filteredBy, listFilters} from './filters.ts'
import {type ListPanel, panelFor} from './list-panels.ts'
import {type ChosenView, type OfferedColumn, readChosenView, type SavedView, savedViews} from './view-options.ts'

/** A list with a name: a screen, or the records behind a figure. */
export interface NamedList {
  readonly name: string
  readonly empty: string | null
  /** Its screen, for its feed. */
  readonly screen?: Screen
  /** The text if the entity has no records at all. */
  readonly firstRun?: string | null
  readonly shown: ListDefinition
  /** Owns the statements that read it. */
  readonly list: CompiledList
  /** The conditions from the parameters of the address. */
  readonly narrowed: readonly Narrowing[]
  /** The columns that people may choose. */
  readonly offered: PerRoles<readonly OfferedColumn[]>
  /** The actions people may perform on it, besides reading. */
  readonly offers: PerRoles<Offers>
  /** Other parameters of the address, which are kept. */
  readonly keep: ListData['keep']
  readonly back: ListData['back']
  /** Whether it is a screen of its own, with bulk actions, import and saved views. */
  readonly whole: boolean
  /** The bulk actions that the document names; all permitted actions if it names none. */
  readonly actions: readonly string[]
  /** The screens on which a record can be opened next to the list. */
  readonly panels: readonly ListPanel[]
  /** The text under the heading of the screen. */
  readonly above?: () => {readonly html?: string}
}

/** The query of the list, from the address. */
export function askedOf(
  reader: ReadContext,
  named: NamedList,
  {visit, context}: {visit: Visit; context: RecordContext},
) {
  const {visibility} = reader
  const choices = readChosenView(named.shown, {
    context,
    visibility,
    actor: visit.actor,
    offered: named.offered,
    query: visit.query,
  })
  const {asked} = readListQuery(visit.query, {screen: choices.shown, visibility, locale: localeOf(reader.moment)})
  return {choices, asked}
}

export interface ListReading {
  readonly asked: ListQuery
  readonly choices: ChosenView
  readonly result: ListedRecords
  readonly filters: readonly FilterData[]
  readonly filteredBy: readonly string[]
  readonly bulk: ListData['bulk']
  readonly every?: EveryRecord
  readonly sums: readonly ListColumn['sums'][]
  /** Of the first summed column, in all pages. */
  readonly sum: number | null
  /** The bulk actions that apply to each record, and its editable cells. */
  readonly fitting: ReadonlyMap<string, AvailableActions>
  readonly views: readonly CountedView[]
  readonly total: ListResult['count'] | null
  /** The viewer sees no records of the entity at all, even without the conditions of the list. */
  readonly firstRun: boolean
  readonly exports: boolean
  readonly imports: boolean
}

export async function readListPage(
  reader: ReadContext,
  {named, visit, context}: {named: NamedList; visit: Visit; context: RecordContext},
): Promise<ListReading> {
  const {choices, asked} = askedOf(reader, named, {visit, context})
  const {shown} = choices
  const {entity} = shown
  const person = personOf(visit.actor)
  const [result, filters, views] = await atOnce([
    listedRecords(reader, named, {shown, asked}),
    listFilters(reader, shown, {
      ...{asked, visit, context},
      address: addressKeeping(visit.path, named.keep),
      brought: visit.asData ? 'never' : 'in plain HTML',
    }),
    named.whole && person ? countedViews(reader, {named, visit, context}, person.id) : noViews,
  ])
  const offers = named.whole ? named.offers.get(visit.actor, () => offersOf(reader, named, context)) : nothingOffered
  const {buttons, ...offered} = offers
  const [fitting, isEmpty, sum, every] = await atOnce([
    fittingFor(reader, entity, {
      ids: result.rows.map(({id}) => id),
      buttons,
      edits: named.whole ? editableColumns(reader, shown, panelFor(named.panels, visit.actor)) : [],
    }),
    result.rows.length === 0 && named.firstRun ? anyRecord(reader, entity).then(isAny => !isAny) : false,
    sumOfPages(reader, {named, visit, context}, {result, asked, columns: shown.columns}),
    visit.query.has(allKey) ? everyRecord(reader, {named, visit, context}, {...offers, columns: shown.columns}) : {},
  ])
  const fits = new Set([...fitting.values()].flatMap(({actions}) => actions))
  return {
    asked,
    choices,
    result,
    filters,
    filteredBy: result.rows.length === 0 ? filteredBy(filters, asked.search, context) : [],
    ...offered,
    bulk: offers.bulk.filter(({name}) => fits.has(name)),
    fitting,
    firstRun: isEmpty,
    sums: shown.columns.map(path => sumsOf(reader, {entity, path, context})),
    sum,
    ...every,
    ...views,
  }
}

type ListedRecords = Awaited<ReturnType<typeof listedRecords>>

/** Cells that name people and other records link to their pages, if the person may open them. */
function listedRecords(
  reader: ReadContext,
  {list, narrowed}: NamedList,
  {shown, asked}: {shown: ListDefinition; asked: ListQuery},
) {
  const {entity, columns, size} = shown
  const listed = {href: recordHref, cells: cells(columns), hrefs: each(columns.map(hrefAt))}
  return records(entityOf(reader, entity), listed).page(reader, {list, size, asked, narrowed})
}

// All records of a list.

interface MatchingRecord {
  readonly id: string
  readonly version: number
  /** Of the summed column. */
  readonly amount: Json
}

export interface MatchingRecords {
  readonly rows: readonly MatchingRecord[]
  /** There are more than can be changed at once. */
  readonly more: boolean
}

/** The records of all pages, with the query of the list and the permissions of the person. */
export async function matchingRecords(
  reader: ReadContext,
  named: NamedList,
  {visit, context, summed}: {visit: Visit; context: RecordContext; summed: Path | null},
): Promise<MatchingRecords> {
  const {asked} = askedOf(reader, named, {visit, context})
  const {rows, next} = await records(entityOf(reader, named.shown.entity), {amount: value(summed)}).page(reader, {
    list: named.list,
    asked: {...asked, place: null},
    narrowed: named.narrowed,
    size: mostAtOnce,
    most: mostAtOnce,
  })
  return {rows, more: next !== null}
}

/** The most records of several pages that are summed. */
const mostSummed = 500

/** Null on a single page, whose records the browser has, and where nothing is filtered: that sum answers no question. */
async function sumOfPages(
  reader: ReadContext,
  {named, visit, context}: {named: NamedList; visit: Visit; context: RecordContext},
  {result, asked, columns}: Pick<ListReading, 'result' | 'asked'> & {columns: readonly Path[]},
): Promise<number | null> {
  if (asked.search === '' && asked.filters.length === 0) return null
  const {next, previous, count} = result
  if ((next === null && previous === null) || !('exact' in count) || count.exact > mostSummed) return null
  const summed = columns.find(path => sumsOf(reader, {entity: named.shown.entity, path, context}))
  return summed ? sumOf((await matchingRecords(reader, named, {visit, context, summed})).rows) : null
}

const sumOf = (rows: readonly MatchingRecord[]): number =>
  rows.reduce((before, {amount}) => before + Number(amount ?? 0), 0)

async function everyRecord(
  reader: ReadContext,
  {named, visit, context}: {named: NamedList; visit: Visit; context: RecordContext},
  {bulk, buttons, columns}: Pick<Offers, 'bulk' | 'buttons'> & {columns: readonly Path[]},
): Promise<Pick<ListReading, 'every'>> {
  const {entity} = named.shown
  const summed = columns.find(path => sumsOf(reader, {entity, path, context}))
  const {rows} = await matchingRecords(reader, named, {visit, context, summed: summed ?? null})
  const ids = rows.map(({id}) => id)
  const fitting = await fittingFor(reader, entity, {ids, buttons})
  const names = bulk.map(({name}) => name)
  const actions = names.filter(name => rows.every(({id}) => fitting.get(id)?.actions.includes(name)))
  return {every: {count: rows.length, actions, sum: summed ? sumOf(rows) : null}}
}

interface SummedColumn {
  readonly entity: string
  readonly path: Path
  readonly context: RecordContext
}

/** Days of spans and amounts of money are summed; other numbers may be years or ratings. */
function sumsOf({moment}: Pick<ReadContext, 'moment'>, {entity, path, context}: SummedColumn): ListColumn['sums'] {
  const {entities, limits} = context.specification
  const [name = '', ...more] = path
  const field = more.length === 0 ? fieldAtPath(entities, entity, path)?.field : undefined
  if (!field) return undefined
  const isMoney = isAmountOfMoney(field.type)
  const spans = [...(entities.entities.get(entity)?.spans.values() ?? [])]
  if (!isMoney && !spans.some(({count}) => count === name)) return undefined
  const called = inSentence(field.label, limits.settings.LANGUAGE)
  return isMoney ? {called, currency: moment.currency} : {called}
}

interface CountedView extends SavedView {
  readonly count: ListResult['count'] | null
}

const noViews = {views: [], total: null}

/** Further tabs are not counted, because each costs a statement. */
const mostCountedViews = 8

async function countedViews(
  reader: ReadContext,
  {named, visit, context}: {named: NamedList; visit: Visit; context: RecordContext},
  person: string,
): Promise<Pick<ListReading, 'views' | 'total'>> {
  const views = await savedViews(reader.db, {person, screen: visit.path})
  if (views.length === 0) return noViews
  const countOf = async (query: string) => {
    const {asked} = askedOf(reader, named, {visit: {...visit, query: new URLSearchParams(query)}, context})
    return countRecords(reader, reader.visibility, {screen: named.list, asked, narrowed: named.narrowed})
  }
  const counted: CountedView[] = []
  for (const [index, view] of views.entries())
    counted.push({...view, count: index < mostCountedViews ? await countOf(view.query) : null})
  return {views: counted, total: await countOf('')}
}

/** The actions that a list offers besides reading. */
type Offers = Pick<ListReading, 'exports' | 'imports'> & BulkOffer

const nothingOffered: Offers = {bulk: [], buttons: new Map(), exports: false, imports: false}

function offersOf(reader: ReadContext, {shown, actions}: NamedList, context: RecordContext): Offers {
  const name = shown.entity
  const may = abilities(reader, name)
  const removing = may.ever('delete') ? context.words.forms.delete : null
  return {
    ...bulkData(reader, entityOf(reader, name), {removing, context, named: actions}),
    exports: may.ever('export'),
    // People who may only add records of their own do it one by one.
    imports: may.always('create'),
  }
}
