/** A list in machine-readable formats: CSV export and feed. */

import {conjunction, isNo, thisCore} from '../../engine/base/core-build.ts'
import {csvLine} from '../../engine/csv/csv-format.ts'
import {type Display, fieldAtPath} from '../../engine/display/field-display.ts'
import {namingPaths} from '../../engine/display/record-names.ts'
import type {EntryFeed, FeedEntry} from '../../engine/feeds/feed.ts'
import {readListQuery} from '../../engine/lists/list-address.ts'
import {CompiledList, type Narrowing} from '../../engine/lists/list-plan.ts'
import {holdsAt} from '../../engine/permissions/visible-paths.ts'
import type {Cell, ListDefinition, ListQuery, Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {holdsForAll} from '../../engine/query/row-questions.ts'
import {cells, commonName, recordHref, texts, value} from '../../engine/records/properties.ts'
import {type RecordIn, records} from '../../engine/records/records.ts'
import type {ScreenFeed, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Core, Json} from '../../feel/core.ts'
import {datesOfSpan} from '../../points/entities/lookup.ts'
import type {Entities, Entity} from '../../points/entities/model.ts'
import type {Screen} from '../../points/screens/model.ts'
import {feedFormatsOf} from '../../points/screens/run.ts'
import {aboutOf, titleOf} from './filters.ts'

/*
 * The export of a list: the same records, order and columns as the list, restricted to data that the person may
 * export.
 */

const atOnce = 200

/**
 * The condition under which a column may be exported: every field on its path, each on its own record. A reference
 * includes the name of its record.
 */
function exportable({visibility, entities}: ReadContext, entity: string, path: Path): Core {
  const conditions: Core[] = []
  let at = {entity, record: thisCore(entity)}
  for (const [index, name] of path.entries()) {
    conditions.push(holdsAt(visibility.seesField(at.entity, name, 'export'), at.entity, at.record))
    const step = visibility.path(at.entity, [name], at.record)
    if (step?.field.type.type.kind !== 'reference') break
    at = {entity: step.field.type.type.entity, record: step.value}
    if (isInName(entities, at.entity, path.slice(index + 1))) break
  }
  return conjunction(conditions)
}

/** Whether a path is part of the name of its record; of a span, its dates are. */
function isInName(entities: Entities, entity: string, path: Path): boolean {
  const declared = entities.entities.get(entity)
  const naming = declared ? namingPaths(declared).flatMap(each => [each, ...datesApart(entities, entity, each)]) : []
  return naming.some(each => each.join('.') === path.join('.'))
}

interface ListExport {
  readonly asked: ListQuery
  readonly narrowed: readonly Narrowing[]
  readonly display: Display
}

export async function* listCsv(
  reader: ReadContext,
  screen: ListDefinition,
  {asked, narrowed, display}: ListExport,
): AsyncGenerator<string> {
  const declared = reader.visibility.entity(screen.entity)
  if (!declared) return
  const {name: entity} = declared
  const columns = screen.columns
    .flatMap(path => datesApart(reader.entities, entity, path))
    .filter(path => !isNo(exportable(reader, entity, path)))
  const conditions = columns.map(path => exportable(reader, entity, path))
  const fields = columns.flatMap(path => display.field(entity, path) ?? [])
  yield csvLine(fields.map(({label}) => label))
  const permitted = reader.visibility.records(entity, 'export').where
  const where = screen.where === null ? permitted : conjunction([permitted, screen.where])
  const exported = {...screen, where, groupBy: null}
  const rows = records(declared, {cells: cells(columns)})
  let place: ListQuery['place'] = null
  do {
    const page = await rows.page(reader, {list: exported, size: atOnce, asked: {...asked, place}, narrowed})
    const ids = page.rows.map(({id}) => id)
    const held = await holdsForAll(reader, {entity, ids, conditions})
    const line = ({id, cells}: RecordIn<typeof rows>) =>
      csvLine(cells.map((cell, index) => (held.get(id)?.[index] ? textOf(cell, fields[index]?.display) : '')))
    if (ids.length > 0) yield page.rows.map(line).join('')
    place = page.next === null ? null : {side: 'after', cursor: page.next}
  } while (place !== null)
}

/**
 * A period is exported as separate columns for its first and last day and its half days; so is a record named by its
 * period alone.
 */
function datesApart(entities: Entities, entity: string, path: Path): readonly Path[] {
  const found = fieldAtPath(entities, entity, path)
  if (!found) return [path]
  const {span, type} = found.field
  if (span) return datesOfSpan(span).map(name => [...path.slice(0, -1), name])
  const named = type.type.kind === 'reference' ? entities.entities.get(type.type.entity)?.namedBy.parts : undefined
  const [only, ...more] = named ?? []
  if (only?.kind !== 'path' || more.length > 0) return [path]
  const within = [...path, ...only.path]
  return fieldAtPath(entities, entity, within)?.field.span ? datesApart(entities, entity, within) : [path]
}

/** Numbers and dates in the format of spreadsheets, other values as text. */
function textOf({value, text}: Cell, look: string | undefined): string {
  const plain = look === 'number' || look === 'time' || look === 'span' || look === 'rich'
  return plain && (typeof value === 'string' || typeof value === 'number') ? String(value) : text
}

/*
 * A list as a feed: its first records in its own order, restricted to the reader's permissions, with the filters of
 * the address.
 */

interface ListSource {
  readonly screen: Screen
  readonly shown: ListDefinition
  readonly list: CompiledList
  readonly entries: EntryRecords
  /** The labels of its columns. */
  readonly labels: readonly string[]
}

type EntryRecords = ReturnType<typeof entryRecords>

const entryRecords = (entity: Entity, paths: readonly Path[]) =>
  records(entity, {
    title: commonName,
    href: recordHref,
    created: value(['created']),
    updated: value(['updated']),
    texts: texts(paths),
  })

const mostEntries = 50

export function compileListFeed(
  screen: Screen,
  shown: ListDefinition,
  context: RecordContext,
): {readonly feed?: ScreenFeed} {
  const formats = feedFormatsOf(screen)
  const entity = context.specification.entities.entities.get(shown.entity)
  if (formats.length === 0 || !entity) return {}
  const fields = shown.columns.flatMap(path => {
    const field = context.display.field(entity.name, path)
    return field ? [{path, label: field.label}] : []
  })
  const source = {
    screen,
    shown,
    list: new CompiledList({...shown, groupBy: null}),
    entries: entryRecords(
      entity,
      fields.map(({path}) => path),
    ),
    labels: fields.map(({label}) => label),
  }
  return {feed: {name: screen.name, formats, load: visit => listFeed(source, visit, context)}}
}

function listFeed(
  {screen, shown, list, entries, labels}: ListSource,
  visit: Visit,
  context: RecordContext,
): Promise<EntryFeed> {
  return context.engine.read(visit.actor, async reader => {
    const {visibility, moment} = reader
    const about = await aboutOf(reader, screen, visit)
    const {asked} = readListQuery(visit.query, {screen: shown, visibility, locale: localeOf(moment)})
    const {rows} = await entries.page(reader, {
      list,
      size: mostEntries,
      asked: {...asked, place: null},
      narrowed: about.narrowed,
    })
    const entryOf = ({id, title, href, created, updated, texts}: RecordIn<EntryRecords>): FeedEntry => ({
      ...{id, title, href},
      lines: texts.flatMap((text, at) => (text === '' ? [] : [`${labels[at]}: ${text}`])),
      created: instantIn(created),
      updated: instantIn(updated),
    })
    return {kind: 'entries', title: titleOf(screen, about), entries: rows.map(entryOf)}
  })
}

const instantIn = (value: Json): string | null => (typeof value === 'string' ? value : null)
