/** One record by itself: its fields, what leads to it, and its history. */
import type {Core} from '../../feel/core.ts'
import {parseNum} from '../../feel/decimal.ts'
import type {Value} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Related, Screen} from '../../points/screens/model.ts'
import type {HistoryData, RecordData, RelatedData} from '../../ui/records.ts'
import {compared, fieldCore, thisCore, valueCore} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {readHistory} from '../history.ts'
import {list} from '../list/list.ts'
import {type ListScreen, nothingAsked, type Path} from '../list/request.ts'
import {type Form, type PageReply, Refused, type Reply, type Visit} from '../reply.ts'
import {problemsFor} from './problems.ts'
import {actionNames, actionsData, performSent, type Tried, typedFor} from './record-actions.ts'
import {fileCells} from './record-files.ts'
import {recordLink, screenOf} from './record-links.ts'
import {shownField} from './shown-field.ts'
import {whenText} from './when.ts'
import {type RecordWorld, withRecords} from './world.ts'

export const compileRecord = withRecords((screen, world) => {
  const entity = 'entity' in screen.shows ? screen.shows.entity : ''
  const names = actionNames(world.engine, entity)
  return {
    load: visit => showRecord({screen, visit, tried: null}, world),
    actions: new Map(names.map(action => [action, (visit, form) => act({screen, visit, action, form}, world)])),
  }
})

async function showRecord(asked: Asked, world: RecordWorld, status = 200): Promise<PageReply> {
  const data = await world.engine.read(asked.visit.actor, reader => recordData(reader, asked, world))
  if (!data) throw new Refused('NOT_FOUND')
  return {kind: 'page', status, title: data.heading, screen: 'record', data}
}

interface Acting {
  readonly screen: Screen
  readonly visit: Visit
  readonly action: string
  readonly form: Form
}

async function act({screen, visit, action, form}: Acting, world: RecordWorld): Promise<Reply> {
  const entity = world.specification.entities.entities.get('entity' in screen.shows ? screen.shows.entity : '')
  const where = entity && keyCondition(entity, visit.parameters)
  const id = where && (await world.engine.read(visit.actor, reader => idOf(reader, entity, where)))
  if (!entity || !id) throw new Refused('NOT_FOUND')
  const sent = {entity, id, action, form}
  const outcome = await performSent(world.engine, visit, sent)
  if (outcome.ok) return {kind: 'redirect', to: visit.url}
  const {problems, status} = problemsFor(world.specification, entity, outcome)
  return showRecord({screen, visit, tried: {action, problems, typed: typedFor(sent)}}, world, status)
}

async function idOf(reader: Reader, {name}: Entity, where: Core): Promise<string | null> {
  const screen: ListScreen = {
    entity: name,
    where,
    columns: [],
    sort: [],
    filters: [],
    search: [],
    groupBy: null,
    size: 1,
  }
  return (await list(reader, reader.sight, {screen, asked: nothingAsked})).rows[0]?.id ?? null
}

interface Asked {
  readonly screen: Screen
  readonly visit: Visit
  readonly tried: Tried | null
}

async function recordData(
  reader: Reader,
  {screen, visit, tried}: Asked,
  world: RecordWorld,
): Promise<RecordData | null> {
  const entity = world.specification.entities.entities.get('entity' in screen.shows ? screen.shows.entity : '')
  const where = entity && keyCondition(entity, visit.parameters)
  if (!entity || !where) return null
  const paths = screen.details.fields.length > 0 ? screen.details.fields : shownFields(entity)
  const naming = entity.namedBy.parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
  const only = (columns: readonly Path[]): ListScreen => ({
    entity: entity.name,
    where,
    columns,
    sort: [],
    filters: [],
    search: [],
    groupBy: null,
    size: 1,
  })
  const {rows} = await list(reader, reader.sight, {screen: only([...paths, ...naming]), asked: nothingAsked})
  const row = rows[0]
  if (!row) return null
  const names = new Map(naming.map((path, index) => [path, row.cells[paths.length + index]?.text ?? '']))
  const files = await fileCells(reader, {entity, id: row.id}, paths)
  const actions = await actionsData(reader, {entity, id: row.id}, tried)
  const back = screenOf(world.screens, 'list', {entity: entity.name, actor: visit.actor})
  return {
    heading: nameOfRecord(entity, path => names.get(path) ?? ''),
    version: row.version,
    actions,
    problems: tried && !actions.some(({open}) => open) ? tried.problems : [],
    back: back && {label: back.name, href: back.route.path},
    fields: paths.flatMap(path => shownField(world.specification, entity.name, path) ?? []),
    cells: paths.map((path, index) => files.get(path.join('.')) ?? row.cells[index] ?? {text: '', value: null}),
    related: await Promise.all(
      screen.details.related.map(each =>
        relatedData(reader, {related: each, owner: {entity: entity.name, id: row.id}, visit}, world),
      ),
    ),
    history: await historyData(reader, {entity, id: row.id}),
  }
}

function shownFields(entity: Entity): Path[] {
  return [...entity.fields.values()].filter(field => field.type.keeps.kind !== 'other side').map(field => [field.name])
}

/** The record that the address names; null where no record could have that key. */
function keyCondition(entity: Entity, parameters: Readonly<Record<string, string>>): Core | null {
  const [name = '', text = ''] = Object.entries(parameters)[0] ?? []
  const field = fieldOf(entity, name)
  if (!field) return null
  const value: Value =
    name === 'id'
      ? readId(text)
      : field.type.type.kind === 'number'
        ? /^\d{1,15}$/.test(text)
          ? parseNum(text)
          : null
        : text
  if (value === null) return null
  return compared(
    fieldCore(thisCore(entity.name), entity.name, {name, type: field.type.type}),
    '=',
    valueCore(field.type.type, value),
  )
}

interface RelatedAsked {
  readonly related: Related
  readonly owner: {readonly entity: string; readonly id: string}
  readonly visit: Visit
}

const mostRelated = 50

async function relatedData(
  reader: Reader,
  {related, owner, visit}: RelatedAsked,
  world: RecordWorld,
): Promise<RelatedData> {
  const {specification} = world
  const entity = specification.entities.entities.get(related.entity)
  const by = entity?.fields.get(related.by)
  if (!entity || !by) throw new Error(`there is no ${related.entity} by ${related.by}`)
  const columns = [...entity.fields.values()]
    .filter(field => field.name !== by.name && field.type.keeps.kind !== 'other side')
    .map(field => [field.name])
  const where = compared(
    fieldCore(thisCore(entity.name), entity.name, {name: by.name, type: by.type.type}),
    '=',
    valueCore(by.type.type, owner),
  )
  const link = recordLink(world.screens, entity.name, visit.actor)
  const keyed = link ? [...columns, [link.key]] : columns
  const screen: ListScreen = {
    entity: entity.name,
    where,
    columns: keyed,
    sort: [],
    filters: [],
    search: [],
    groupBy: null,
    size: mostRelated,
  }
  const {rows} = await list(reader, reader.sight, {screen, asked: nothingAsked})
  return {
    heading: entity.plural,
    columns: columns.flatMap(path => shownField(specification, entity.name, path) ?? []),
    records: rows.map(({id, cells}) => {
      const key = link ? String(cells[columns.length]?.value ?? '') : ''
      return {id, href: link && key !== '' ? link.href(key) : null, cells: cells.slice(0, columns.length)}
    }),
  }
}

async function historyData(reader: Reader, {entity, id}: {entity: Entity; id: string}): Promise<HistoryData[]> {
  const entries = await readHistory(reader, {entity: entity.name, id})
  const people = [...new Set(entries.flatMap(entry => entry.by.id ?? []))]
  const names = await namesOfPeople(reader, people)
  return entries.map(entry => ({
    id: entry.id,
    at: entry.at,
    when: whenText(entry.at, reader.moment),
    who: entry.by.id === null ? '' : (names.get(entry.by.id) ?? ''),
    what: entry.action.replaceAll('_', ' '),
  }))
}

async function namesOfPeople(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const type = {kind: 'text'} as const
  const id = fieldCore(thisCore('User'), 'User', {name: 'id', type})
  const where: Core = {
    op: 'in',
    value: id,
    tests: ids.map(each => ({test: 'equals', with: valueCore(type, each)})),
    type: {kind: 'boolean'},
  }
  const screen: ListScreen = {
    entity: 'User',
    where,
    columns: [['name']],
    sort: [],
    filters: [],
    search: [],
    groupBy: null,
    size: 200,
  }
  const {rows} = await list(reader, reader.sight, {screen, asked: nothingAsked})
  return new Map(rows.map(row => [row.id, row.cells[0]?.text ?? '']))
}
