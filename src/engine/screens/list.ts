/** A list of records: columns, filters, search, sorting by headers, pages. Everything asked stands in the address. */
import type {FilterData, ListData} from '../../ui/records.ts'
import type {Reader} from '../engine.ts'
import {readAsked, writeAsked} from '../list/address.ts'
import {list} from '../list/list.ts'
import type {Asked, ListResult, ListScreen, Path} from '../list/request.ts'
import {localeOf} from '../lookup.ts'
import type {PageReply, Visit} from '../reply.ts'
import {listFilters} from './list-filters.ts'
import {listScreen} from './list-screen.ts'
import {type RecordLink, recordLink, screenOf} from './record-links.ts'
import {shownField} from './shown-field.ts'
import {noActions, type RecordWorld, withRecords} from './world.ts'

export const compileList = withRecords((screen, world) => {
  const shown = listScreen(screen, world.specification)
  const named = {name: screen.name, empty: screen.details.empty, shown, keep: [], back: null}
  return {actions: noActions, load: visit => loadList(named, world, visit)}
})

/** A list with a name: a screen, or the records behind a figure. */
export interface NamedList {
  readonly name: string
  readonly empty: string | null
  readonly shown: ListScreen
  /** What else stands in the address and stays there. */
  readonly keep: ListData['keep']
  readonly back: ListData['back']
}

export async function loadList(named: NamedList, world: RecordWorld, visit: Visit): Promise<PageReply> {
  const {shown} = named
  const link = recordLink(world.screens, shown.entity, visit.actor)
  const listed = await world.engine.read(visit.actor, reader => readList(reader, {shown, visit, link}))
  const data = listData({...listed, named, shown, visit, link}, world)
  return {kind: 'page', status: 200, title: named.name, screen: 'list', data}
}

interface Read {
  readonly asked: Asked
  readonly result: ListResult
  readonly filters: readonly FilterData[]
}

async function readList(reader: Reader, {shown, visit, link}: Pick<Listed, 'shown' | 'visit' | 'link'>): Promise<Read> {
  const {asked} = readAsked(visit.query, {screen: shown, sight: reader.sight, locale: localeOf(reader.moment)})
  const keyed = link ? {...shown, columns: [...shown.columns, [link.key]]} : shown
  const result = await list(reader, reader.sight, {screen: keyed, asked})
  return {asked, result, filters: await listFilters(reader, shown, asked)}
}

interface Listed extends Read {
  readonly named: NamedList
  readonly shown: ListScreen
  readonly visit: Visit
  readonly link: RecordLink | null
}

function listData(listed: Listed, world: RecordWorld): ListData {
  const {named, shown, result, asked, visit, filters} = listed
  const form = screenOf(world.screens, 'form', {entity: shown.entity, actor: visit.actor})
  return {
    heading: named.name,
    back: named.back,
    keep: named.keep,
    columns: shown.columns.flatMap(path => columnData(listed, path, world)),
    records: recordsData(listed),
    filters,
    page: {next: pageLink(listed, 'after', result.next), previous: pageLink(listed, 'before', result.previous)},
    count: result.count,
    called: calledOf(world, shown.entity),
    search: shown.search.length > 0 ? {text: asked.search} : null,
    empty: named.empty ?? world.words.lists.nothingYet,
    narrowed: asked.search !== '' || asked.filters.length > 0,
    create: form && {label: form.name, href: form.route.path},
  }
}

function columnData(listed: Listed, path: Path, {specification}: RecordWorld): ListData['columns'][number][] {
  const {asked, shown} = listed
  const field = shownField(specification, shown.entity, path)
  if (!field) return []
  const [first] = asked.sort.length > 0 ? asked.sort : shown.sort
  const now = first?.path.join('.') !== path.join('.') ? 'none' : first.descending ? 'descending' : 'ascending'
  const sort = [{path, descending: now === 'ascending'}]
  return [{...field, sort: {now, href: addressOf(listed, {...asked, sort, place: null})}}]
}

function recordsData({result, shown, link}: Listed): ListData['records'] {
  const width = shown.columns.length
  return result.rows.map(({id, cells}) => {
    const key = link ? String(cells[width]?.value ?? '') : ''
    return {id, href: link && key !== '' ? link.href(key) : null, cells: cells.slice(0, width)}
  })
}

function pageLink(listed: Listed, side: 'after' | 'before', cursor: string | null): string | null {
  return cursor === null ? null : addressOf(listed, {...listed.asked, place: {side, cursor}})
}

function addressOf({visit: {path}, named: {keep}}: Pick<Listed, 'visit' | 'named'>, asked: Asked): string {
  const kept = new URLSearchParams(keep.map(({name, value}) => [name, value])).toString()
  const query = [kept, writeAsked(asked)].filter(part => part !== '').join('&')
  return query === '' ? path : `${path}?${query}`
}

function calledOf({specification}: RecordWorld, name: string): ListData['called'] {
  const entity = specification.entities.entities.get(name)
  return {one: (entity?.label ?? name).toLowerCase(), several: (entity?.plural ?? name).toLowerCase()}
}
