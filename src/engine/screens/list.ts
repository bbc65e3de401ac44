/** A list of records: columns, filters, search, sorting by headers, pages. Everything asked stands in the address. */
import type {Screen} from '../../points/screens/model.ts'
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
  return {
    actions: noActions,
    async load(visit): Promise<PageReply> {
      const link = recordLink(world.screens, shown.entity, visit.actor)
      const listed = await world.engine.read(visit.actor, reader => readList(reader, {shown, visit, link}))
      const data = listData({...listed, screen, shown, visit, link}, world)
      return {kind: 'page', status: 200, title: screen.name, screen: 'list', data}
    },
  }
})

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
  readonly screen: Screen
  readonly shown: ListScreen
  readonly visit: Visit
  readonly link: RecordLink | null
}

function listData(listed: Listed, world: RecordWorld): ListData {
  const {screen, shown, result, asked, visit, filters} = listed
  const form = screenOf(world.screens, 'form', {entity: shown.entity, actor: visit.actor})
  return {
    heading: screen.name,
    columns: shown.columns.flatMap(path => columnData(listed, path, world)),
    records: recordsData(listed),
    filters,
    page: {next: pageLink(listed, 'after', result.next), previous: pageLink(listed, 'before', result.previous)},
    count: result.count,
    called: calledOf(world, shown.entity),
    search: shown.search.length > 0 ? {text: asked.search} : null,
    empty: screen.details.empty ?? world.words.lists.nothingYet,
    narrowed: asked.search !== '' || asked.filters.length > 0,
    create: form && {label: form.name, href: form.route.path},
  }
}

function columnData(
  {asked, shown, visit}: Listed,
  path: Path,
  {specification}: RecordWorld,
): ListData['columns'][number][] {
  const field = shownField(specification, shown.entity, path)
  if (!field) return []
  const [first] = asked.sort.length > 0 ? asked.sort : shown.sort
  const now = first?.path.join('.') !== path.join('.') ? 'none' : first.descending ? 'descending' : 'ascending'
  const sort = [{path, descending: now === 'ascending'}]
  return [{...field, sort: {now, href: addressOf(visit, {...asked, sort, place: null})}}]
}

function recordsData({result, shown, link}: Listed): ListData['records'] {
  const width = shown.columns.length
  return result.rows.map(({id, cells}) => {
    const key = link ? String(cells[width]?.value ?? '') : ''
    return {id, href: link && key !== '' ? link.href(key) : null, cells: cells.slice(0, width)}
  })
}

function pageLink({asked, visit}: Listed, side: 'after' | 'before', cursor: string | null): string | null {
  return cursor === null ? null : addressOf(visit, {...asked, place: {side, cursor}})
}

function addressOf({path}: Visit, asked: Asked): string {
  const query = writeAsked(asked)
  return query === '' ? path : `${path}?${query}`
}

function calledOf({specification}: RecordWorld, name: string): ListData['called'] {
  const entity = specification.entities.entities.get(name)
  return {one: (entity?.label ?? name).toLowerCase(), several: (entity?.plural ?? name).toLowerCase()}
}
