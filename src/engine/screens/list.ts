/** A list of records: columns, search, sorting by headers, pages. */
import type {Screen, Sorting} from '../../points/screens/model.ts'
import type {ListData, ShownField} from '../../ui/records.ts'
import {list} from '../list/list.ts'
import {type Asked, type ListResult, type ListScreen, nothingAsked, type Path} from '../list/request.ts'
import type {PageReply, Visit} from '../reply.ts'
import {recordLink, screenOf} from './record-links.ts'
import {fieldAt, shownField} from './shown-field.ts'
import {noActions, type RecordWorld, withRecords} from './world.ts'

export const compileList = withRecords((screen, world) => {
  const entity = entityOf(screen)
  const shown = listScreen(screen, world)
  return {
    actions: noActions,
    async load(visit): Promise<PageReply> {
      const link = recordLink(world.screens, entity, visit.actor)
      const keyed = link ? {...shown, columns: [...shown.columns, [link.key]]} : shown
      const asked = askedIn(visit.query, shown, world)
      const result = await world.engine.read(visit.actor, reader => list(reader, reader.sight, {screen: keyed, asked}))
      const data = listData({screen, shown, result, asked, visit}, world)
      return {kind: 'page', status: 200, title: screen.name, screen: 'list', data}
    },
  }
})

function entityOf(screen: Screen): string {
  return 'entity' in screen.shows ? screen.shows.entity : ''
}

/** Where the document names no columns, the first few fields that say something. */
const fewColumns = 6

export function listScreen({details, shows}: Screen, {specification}: RecordWorld): ListScreen {
  const entity = 'entity' in shows ? shows.entity : ''
  const fields = [...(specification.entities.entities.get(entity)?.fields.values() ?? [])]
  const plain = fields.filter(field => field.type.keeps.kind === 'column' || field.computed !== null)
  const columns = details.columns.length > 0 ? details.columns : plain.slice(0, fewColumns).map(field => [field.name])
  return {
    entity,
    where: details.where?.core ?? null,
    columns,
    sort: details.sort,
    filters: details.filters,
    search: details.search,
    groupBy: details.groupBy,
    size: specification.limits.settings.PAGE_SIZE,
  }
}

function askedIn(query: URLSearchParams, {search}: ListScreen, {specification}: RecordWorld, entity = ''): Asked {
  const [after, before] = [query.get('after'), query.get('before')]
  const place = after
    ? ({side: 'after', cursor: after} as const)
    : before
      ? ({side: 'before', cursor: before} as const)
      : null
  const sort = sortIn(query.get('sort')).filter(
    ({path}) => entity === '' || fieldAt(specification.entities, entity, path),
  )
  return {...nothingAsked, sort, search: search.length > 0 ? (query.get('q') ?? '').slice(0, 200) : '', place}
}

function sortIn(text: string | null): Sorting[] {
  if (text === null || !/^-?[a-z][\w.]{0,100}$/.test(text)) return []
  return [{path: text.replace(/^-/, '').split('.'), descending: text.startsWith('-')}]
}

interface Listed {
  readonly screen: Screen
  readonly shown: ListScreen
  readonly result: ListResult
  readonly asked: Asked
  readonly visit: Visit
}

function listData({screen, shown, result, asked, visit}: Listed, world: RecordWorld): ListData {
  const {entity} = shown
  const link = recordLink(world.screens, entity, visit.actor)
  const form = screenOf(world.screens, 'form', {entity, actor: visit.actor})
  const columns = shown.columns.flatMap(path => {
    const field = shownField(world.specification, entity, path)
    return field ? [{...field, sort: sortLink(field, path, {asked, shown, visit})}] : []
  })
  const records = result.rows.map(({id, cells}) => {
    const key = link ? String(cells[shown.columns.length]?.value ?? '') : ''
    return {id, href: link && key !== '' ? link.href(key) : null, cells: cells.slice(0, shown.columns.length)}
  })
  return {
    heading: screen.name,
    columns,
    records,
    page: {next: pageLink(visit, 'after', result.next), previous: pageLink(visit, 'before', result.previous)},
    count: result.count,
    called: calledOf(world, entity),
    search: shown.search.length > 0 ? {text: asked.search} : null,
    empty: screen.details.empty ?? world.words.nothingYet,
    narrowed: asked.search !== '' || asked.filters.length > 0,
    create: form && {label: form.name, href: form.route.path},
  }
}

function calledOf({specification}: RecordWorld, name: string): ListData['called'] {
  const entity = specification.entities.entities.get(name)
  return {one: (entity?.label ?? name).toLowerCase(), several: (entity?.plural ?? name).toLowerCase()}
}

function sortLink(
  field: ShownField,
  path: Path,
  {asked, shown, visit}: Pick<Listed, 'asked' | 'shown' | 'visit'>,
): ListData['columns'][number]['sort'] {
  const [first] = asked.sort.length > 0 ? asked.sort : shown.sort
  const isFirst = first?.path.join('.') === path.join('.')
  const now = !isFirst ? 'none' : first?.descending ? 'descending' : 'ascending'
  return {
    now,
    href: withKeys(visit, {sort: now === 'ascending' ? `-${field.key}` : field.key, after: null, before: null}),
  }
}

function pageLink(visit: Visit, side: 'after' | 'before', cursor: string | null): string | null {
  if (cursor === null) return null
  return withKeys(visit, {after: null, before: null, [side]: cursor})
}

/** The same address with some keys set or taken away. */
function withKeys({path, query}: Visit, keys: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(query)
  for (const [key, value] of Object.entries(keys)) {
    if (value === null) next.delete(key)
    else next.set(key, value)
  }
  const text = next.toString()
  return text === '' ? path : `${path}?${text}`
}
