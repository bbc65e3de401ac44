/** The data of a list, as its page gets it: columns, records, filters, views and links. The address contains the whole query. */

import {type Actor, personOf} from '../../engine/base/actor.ts'
import {withConstants} from '../../engine/base/prose.ts'
import {screensThat, screenThat} from '../../engine/base/screens-that.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import {subscribeLink} from '../../engine/links/subscribe.ts'
import {freeKey, writeListQuery} from '../../engine/lists/list-address.ts'
import {exportQuery, withQuery} from '../../engine/page/address.ts'
import type {ShownField} from '../../engine/page/cells.ts'
import type {LinkData, Problem} from '../../engine/page/common.ts'
import {openedFrom} from '../../engine/page/frame.ts'
import {emptyCell} from '../../engine/query/cells.ts'
import {type Cell, emptyQuery, type ListDefinition, type ListQuery, type Path} from '../../engine/query/list-query.ts'
import type {PageReply, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {readDate} from '../../feel/format.ts'
import type {Entity} from '../../points/entities/model.ts'
import {showDate} from '../../points/entities/values/calendar-text.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import {publicHolidays, starter} from '../../points/screens/bullets/starting-records.ts'
import type {Screen} from '../../points/screens/model.ts'
import {singleEffects, type Transition} from '../../points/states/model.ts'
import {withFileLinks} from '../forms/files.ts'
import {linkToForm} from '../forms/form-link.ts'
import type {FilterData, ListColumn, ListData} from './data.ts'
import {isFiltered, searchIn} from './filters.ts'
import {panelFor} from './list-panels.ts'
import {type ListReading, type NamedList, readListPage} from './list-reading.ts'
import type {ChosenView} from './view-options.ts'

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
  const read = await context.engine.read(visit.actor, reader => readListPage(reader, {named, visit, context}))
  const own = {...listData({...read, named, visit}, context), problems: tried?.problems ?? []}
  const data = (await visit.additions?.toList?.(own)) ?? own
  return {kind: 'page', status: tried?.status ?? 200, title: named.name, screen: 'list', data}
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
    opens: panelFor(named.panels, visit.actor) && 'record',
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
  const field = fieldAtPath(specification.entities, choices.shown.entity, path)?.field
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
  return field === null || (field.shownBy === undefined && isPlain(field))
}

function isPlain(field: ShownField): boolean {
  return (
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
