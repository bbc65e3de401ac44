/** The data of a list: columns, filters, search, sorting, pages and export. The address contains the whole query. */

import {type Actor, personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {withConstants} from '../../engine/base/prose.ts'
import {screensThat, screenThat} from '../../engine/base/screens-that.ts'
import {fieldAt} from '../../engine/display/field-display.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import {anyRecord} from '../../engine/links/first-run.ts'
import {subscribeLink} from '../../engine/links/subscribe.ts'
import {countRecords} from '../../engine/lists/list.ts'
import {freeKey, readListQuery, writeListQuery} from '../../engine/lists/list-address.ts'
import type {CompiledList, Narrowing} from '../../engine/lists/list-plan.ts'
import {exportQuery, withQuery} from '../../engine/page/address.ts'
import type {ShownField} from '../../engine/page/cells.ts'
import type {LinkData, Problem} from '../../engine/page/common.ts'
import {openedFrom} from '../../engine/page/frame.ts'
import {emptyCell} from '../../engine/query/cells.ts'
import {
  type Cell,
  emptyQuery,
  type ListDefinition,
  type ListQuery,
  type ListResult,
  type Path,
} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import {entityOf, type ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {cells, each, hrefAt, recordHref, value} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {PageReply, Visit} from '../../engine/reply.ts'
import type {PerRoles, RecordContext} from '../../engine/screen-context.ts'
import type {Json} from '../../feel/core.ts'
import {readDate} from '../../feel/format.ts'
import type {Entity} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {isAmountOfMoney} from '../../points/entities/types/money.ts'
import {showDate} from '../../points/entities/values/calendar-text.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import {publicHolidays, starter} from '../../points/screens/bullets/starting-records.ts'
import type {Screen} from '../../points/screens/model.ts'
import {singleEffects, type Transition} from '../../points/states/model.ts'
import {withFileLinks} from '../forms/files.ts'
import {linkToForm} from '../forms/form-link.ts'
import {type BulkOffer, bulkData, type Fitting, fittingFor} from './bulk.ts'
import {allKey, type EveryRecord, type FilterData, type ListColumn, type ListData, mostAtOnce} from './data.ts'
import {editableColumns} from './editable-cells.ts'
import {filteredBy, isFiltered, listFilters, searchIn} from './filters.ts'
import {type ListPanel, panelFor} from './list-panels.ts'
import {type ChosenView, type OfferedColumn, readChosenView, type SavedView, savedViews} from './view-options.ts'

/** A list with a name: a screen, or the records behind a figure. */
interface NamedList {
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

/** A list with its context. */
export interface ListPlace {
  readonly named: NamedList
  readonly entity: Entity
  readonly context: RecordContext
}

/** A rejected action on the list. */
export interface TriedOnList {
  readonly problems: readonly Problem[]
  readonly status: number
}

declare module '../../engine/reply.ts' {
  interface PageAdditions {
    readonly toList?: (data: ListData) => Promise<ListData>
  }
}

export async function loadList(
  named: NamedList,
  context: RecordContext,
  {visit, tried}: {visit: Visit; tried?: TriedOnList},
): Promise<PageReply> {
  const read = await context.engine.read(visit.actor, reader => readList(reader, {named, visit, context}))
  const own = {...listData({...read, named, visit}, context), problems: tried?.problems ?? []}
  const data = (await visit.additions?.toList?.(own)) ?? own
  return {kind: 'page', status: tried?.status ?? 200, title: named.name, screen: 'list', data}
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

interface ListReading {
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
  readonly fitting: ReadonlyMap<string, Fitting>
  readonly views: readonly CountedView[]
  readonly total: ListResult['count'] | null
  /** The viewer sees no records of the entity at all, even without the conditions of the list. */
  readonly firstRun: boolean
  readonly exports: boolean
  readonly imports: boolean
}

async function readList(
  reader: ReadContext,
  {named, visit, context}: {named: NamedList; visit: Visit; context: RecordContext},
): Promise<ListReading> {
  const {choices, asked} = askedOf(reader, named, {visit, context})
  const {shown} = choices
  const {entity} = shown
  const person = personOf(visit.actor)
  const [result, filters, views] = await atOnce([
    listedRecords(reader, named, {shown, asked}),
    listFilters(reader, shown, {asked, visit, context}),
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
  const field = more.length === 0 ? fieldAt(entities, entity, path)?.field : undefined
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

interface ListPage extends ListReading {
  readonly named: NamedList
  readonly visit: Visit
}

/** The form for a new record; without one, a form that creates such records as line items. */
export function formMaking(
  {screens, engine, specification}: RecordContext,
  entity: string,
  actor: Actor,
): Screen | null {
  const own = screenThat(screens, 'create', {entity, actor})
  if (own) return engine.abilities(actor, entity).ever('create') ? own : null
  const makes = (row: Transition) =>
    singleEffects(row).some(effect => effect.kind === 'create' && effect.entity === entity)
  const makesIn = ({shows, details, kind}: Screen) => {
    if (!kind.can.create || !('entity' in shows)) return false
    const actions = specification.actions.actions.get(shows.entity)
    return bulletOf({details}, actionsBullet).some(name => actions?.get(name)?.rows.some(makes))
  }
  const found = screens.filter(makesIn).flatMap(({shows}) => ('entity' in shows ? [shows.entity] : []))
  const [maker] = found.flatMap(name => screensThat(screens, 'create', {entity: name, actor}).filter(makesIn))
  return maker && engine.abilities(actor, maker.shows.entity).ever('create') ? maker : null
}

function listData(listed: ListPage, context: RecordContext): ListData {
  const {named, choices, result, asked, visit, filters} = listed
  const {shown} = choices
  const form = formMaking(context, shown.entity, visit.actor)
  const here = addressOf(listed, {...asked, place: null})
  const nouns = entityNouns(context.specification, shown.entity)
  const own = (listed.firstRun ? named.firstRun : null) ?? named.empty
  const {constants} = context.specification.limits
  const starting = bulletOf(named.screen, starter)
  return {
    heading: named.name,
    ...named.above?.(),
    back: named.back,
    keep: [...named.keep, ...choices.asked, ...sortIn(asked)],
    columns: shown.columns.flatMap((path, at) => columnData(listed, {path, sums: listed.sums[at]}, context)),
    records: recordsData(listed, context),
    groups: result.groups,
    filters,
    page: {next: pageLink(listed, 'after', result.next), previous: pageLink(listed, 'before', result.previous)},
    count: result.count,
    ...(listed.sum === null ? {} : {sum: listed.sum}),
    entityName: nouns,
    search: searchIn(shown, asked),
    empty: own === null ? context.words.lists.noneYet(nouns.several) : withConstants(own, constants),
    filtered: isFiltered(asked),
    ...(listed.filteredBy.length > 0 ? {filteredBy: listed.filteredBy} : {}),
    create: form && {label: form.name, href: form.route.path},
    viewOptions: {
      columns: choices.columns,
      sizes: choices.sizes,
      size: shown.size,
      usualSize: named.shown.size,
      compact: choices.close,
      keep: pairsIn(queryOf({named, choices: null}, {...asked, place: null})),
    },
    bulk: listed.bulk,
    ...(listed.every ? {every: listed.every} : {}),
    views: viewsData(listed, here),
    total: listed.total,
    maySaveView: named.whole && personOf(visit.actor) !== null,
    exportHref: listed.exports ? withQuery(here, exportQuery) : null,
    ...(named.screen ? {subscribe: subscribeLink(named.screen, {visit, asked}, context.words)} : {}),
    importHref: listed.imports ? `${visit.path}?_import` : null,
    ...(bulletOf(named.screen, publicHolidays) ? {importLabel: context.words.imports.addHolidays} : {}),
    ...(starting ? {importLabel: starting.label} : {}),
    problems: [],
    opens: panelFor(named.panels, visit.actor) !== null,
    panel: null,
  }
}

function columnData(
  listed: ListPage,
  {path, sums}: {path: Path; sums: ListColumn['sums']},
  {display}: RecordContext,
): ListColumn[] {
  const {asked, choices} = listed
  const field = display.field(choices.shown.entity, path)
  if (!field) return []
  const [first] = asked.sort.length > 0 ? asked.sort : choices.shown.sort
  const now = first?.path.join('.') !== path.join('.') ? 'none' : first.descending ? 'descending' : 'ascending'
  const sort = [{path, descending: now === 'ascending'}]
  const href = addressOf(listed, {...asked, sort, place: null})
  return [{...field, sort: {now, href}, ...(sums ? {sums} : {})}]
}

function recordsData(listed: ListPage, context: RecordContext): ListData['records'] {
  const {display} = context
  const {result, choices, fitting, sums} = listed
  const offered = listed.named.whole ? offeredTo({...listed, shown: choices.shown}, context) : null
  const {entity, columns} = choices.shown
  const goesByText = columns.map((path, at) => !sums[at] && isText(display.field(entity, path)))
  const texts = columns.map((path, at) => dateTexts(listed, context, {path, at}))
  return result.rows.map(({id, version, group, href, hrefs, ...row}) => {
    const own = row.cells.map((plain, at) => {
      const cell = texts[at] ? {...plain, text: texts[at](plain)} : plain
      if (cell.files) return withFileLinks(cell, {entity, id}, columns[at] ?? [])
      const there = hrefs[at] ?? null
      const shown = goesByText[at] ? {text: cell.text, ...(cell.mark ? {mark: cell.mark} : {})} : cell
      return there === null ? shown : {...shown, href: there}
    })
    const {actions = [], edits = []} = fitting.get(id) ?? {}
    const offer = offered?.(id)
    return {
      ...{id, version, group, href, cells: own, actions},
      ...(edits.length > 0 ? {edits} : {}),
      ...(offer ? {offer} : {}),
    }
  })
}

/** A column of dates of which one is in another year has the year in all of them; null for others. */
function dateTexts(
  {result, choices}: ListPage,
  {engine, specification}: RecordContext,
  {path, at}: {readonly path: Path; readonly at: number},
): ((cell: Cell) => string) | null {
  const field = fieldAt(specification.entities, choices.shown.entity, path)?.field
  if (field?.type.type.kind !== 'date' || field.span) return null
  const {language, zone, local} = engine.moment()
  const thisYear = `${String(local.date.year).padStart(4, '0')}-`
  const isOther = ({value}: Cell) => typeof value === 'string' && !value.startsWith(thisYear)
  if (!result.rows.some(({cells}) => isOther(cells[at] ?? emptyCell))) return null
  // Every year is another than this one.
  const locale = {language, zone, year: 0}
  return cell => {
    const date = typeof cell.value === 'string' && !isOther(cell) ? readDate(cell.value) : null
    return date ? showDate(date, locale) : cell.text
  }
}

interface FreeRecords {
  readonly shown: ListDefinition
  readonly filters: readonly FilterData[]
  readonly visit: Visit
}

/** For a list of free records: a link to the form that books it for the requested time. */
export function offeredTo(
  {shown: {free}, filters, visit}: FreeRecords,
  context: RecordContext,
): ((id: string) => LinkData) | null {
  const entity = free ? context.specification.entities.entities.get(free.entity) : undefined
  const form = free && entity ? linkToForm(context, {entity, actor: visit.actor, names: [free.per]}) : null
  if (!free || !form) return null
  const {low = '', high = ''} = filters.find(({key}) => key === freeKey) ?? {}
  const time = {...(low === '' ? {} : {[free.from]: low}), ...(high === '' || high === low ? {} : {[free.to]: high})}
  return id => ({label: form.short, href: openedFrom(form.href({[free.per]: id, ...time}), visit.url)})
}

/** Displayed as plain text. */
function isText(field: ShownField | null): boolean {
  return (
    field === null ||
    (field.display === 'text' && field.marks === undefined) ||
    field.display === 'long' ||
    field.display === 'rich' ||
    field.display === 'number'
  )
}

function viewsData({views, visit}: ListPage, here: string): ListData['views'] {
  return views.map(({id, name, query, count}) => {
    const href = query === '' ? visit.path : `${visit.path}?${query}`
    return {id, name, href, current: href === here, count}
  })
}

function pageLink(listed: ListPage, side: 'after' | 'before', cursor: string | null): string | null {
  return cursor === null ? null : addressOf(listed, {...listed.asked, place: {side, cursor}})
}

function addressOf(
  {visit: {path}, named, choices}: Pick<ListPage, 'visit' | 'named' | 'choices'>,
  asked: ListQuery,
): string {
  const query = queryOf({named, choices}, asked)
  return query === '' ? path : `${path}?${query}`
}

/** The query string of this list. */
export function queryOf({named, choices}: {named: NamedList; choices: ChosenView | null}, asked: ListQuery): string {
  const kept = [...named.keep, ...(choices?.asked ?? [])].map(({name, value}): [string, string] => [name, value])
  if (kept.length === 0) return writeListQuery(asked)
  return [new URLSearchParams(kept).toString().replaceAll('%2C', ','), writeListQuery(asked)]
    .filter(part => part !== '')
    .join('&')
}

/** Keeps the sort order when the search or a filter changes. */
function sortIn({sort}: ListQuery): ListData['keep'] {
  return sort.length === 0 ? [] : pairsIn(writeListQuery({...emptyQuery, sort}))
}

function pairsIn(query: string): ListData['keep'] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({name, value}))
}
