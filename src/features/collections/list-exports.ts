/** A list in machine-readable formats: CSV export and feed. */

import {both, isNo, thisCore} from '../../engine/base/core-build.ts'
import {csvLine} from '../../engine/csv/csv-format.ts'
import {type Display, fieldAt} from '../../engine/display/field-display.ts'
import {Columns, namingPaths} from '../../engine/display/record-names.ts'
import type {EntryFeed, FeedEntry} from '../../engine/feeds/feed.ts'
import {recordLink} from '../../engine/links/record-address.ts'
import {list} from '../../engine/lists/list.ts'
import {readListQuery} from '../../engine/lists/list-address.ts'
import {CompiledList, type Narrowing} from '../../engine/lists/list-plan.ts'
import {holdsAt} from '../../engine/permissions/visible-paths.ts'
import type {Cell, ListDefinition, ListQuery, ListRow, Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {holdsForAll} from '../../engine/query/select.ts'
import type {ScreenFeed, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Core} from '../../feel/core.ts'
import {datesOfSpan} from '../../points/entities/lookup.ts'
import type {Entities} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import type {Screen} from '../../points/screens/model.ts'
import {feedFormatsOf} from '../../points/screens/run.ts'
import {aboutOf, titleOf} from './filters.ts'

/*
 * The export of a list: the same records, order and columns as the list, restricted to data that the person may
 * export.
 */

const atOnce = 200

/** Whether anything of this entity may be exported. */
export function mayExport({visibility}: Pick<ReadContext, 'visibility'>, entity: string): boolean {
  return !isNo(visibility.records(entity, 'export').where)
}

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
  return both(conditions)
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
  const {entity} = screen
  const columns = screen.columns
    .flatMap(path => datesApart(reader.entities, entity, path))
    .filter(path => !isNo(exportable(reader, entity, path)))
  const conditions = columns.map(path => exportable(reader, entity, path))
  const fields = columns.flatMap(path => display.field(entity, path) ?? [])
  yield csvLine(fields.map(({label}) => label))
  const permitted = reader.visibility.records(entity, 'export').where
  const where = screen.where === null ? permitted : both([permitted, screen.where])
  const exported = {...screen, columns, where, groupBy: null, size: atOnce}
  let place: ListQuery['place'] = null
  do {
    const page = await list(reader, reader.visibility, {screen: exported, asked: {...asked, place}, narrowed})
    const ids = page.rows.map(({id}) => id)
    const held = await holdsForAll(reader, {entity, ids, conditions})
    const line = ({id, cells}: ListRow) =>
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
  const found = fieldAt(entities, entity, path)
  if (!found) return [path]
  const {span, type} = found.field
  if (span) return datesOfSpan(span).map(name => [...path.slice(0, -1), name])
  const named = type.type.kind === 'reference' ? entities.entities.get(type.type.entity)?.namedBy.parts : undefined
  const [only, ...more] = named ?? []
  if (only?.kind !== 'path' || more.length > 0) return [path]
  const within = [...path, ...only.path]
  return fieldAt(entities, entity, within)?.field.span ? datesApart(entities, entity, within) : [path]
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
}

const mostEntries = 50

export function compileListFeed(
  screen: Screen,
  shown: ListDefinition,
  context: RecordContext,
): {readonly feed?: ScreenFeed} {
  const formats = feedFormatsOf(screen)
  if (formats.length === 0) return {}
  const source = {screen, shown, list: new CompiledList({...shown, groupBy: null})}
  return {feed: {name: screen.name, formats, load: visit => listFeed(source, visit, context)}}
}

function listFeed(
  {screen, shown, list: compiled}: ListSource,
  visit: Visit,
  context: RecordContext,
): Promise<EntryFeed> {
  return context.engine.read(visit.actor, async reader => {
    const {visibility, moment} = reader
    const about = await aboutOf(reader, screen, {visit, context})
    const entity = visibility.entity(shown.entity)
    if (!entity) return {kind: 'entries', title: titleOf(screen, about), entries: []}
    const link = recordLink(context.screens, entity.name, visit.actor)
    const naming = namingPaths(entity)
    const fields = shown.columns.flatMap(path => {
      const field = context.display.field(entity.name, path)
      return field ? [{path, label: field.label}] : []
    })
    const columns = new Columns([
      ...naming,
      link ? [link.key] : null,
      ['created'],
      ['updated'],
      ...fields.map(({path}) => path),
    ])
    const {asked} = readListQuery(visit.query, {screen: shown, visibility, locale: localeOf(moment)})
    const {rows} = await list(reader, visibility, {
      screen: compiled.view({columns: columns.paths, size: mostEntries}),
      asked: {...asked, place: null},
      narrowed: about.narrowed,
    })
    const entryOf = (row: ListRow): FeedEntry => {
      const key = link ? columns.cell(row, [link.key]).value : null
      const instant = (name: string): string | null => {
        const {value} = columns.cell(row, [name])
        return typeof value === 'string' ? value : null
      }
      return {
        id: row.id,
        title: nameOfRecord(entity, path => columns.text(row, path)),
        lines: fields.flatMap(({path, label}) => {
          const text = columns.text(row, path)
          return text === '' ? [] : [`${label}: ${text}`]
        }),
        href: link && key !== null ? link.href(String(key)) : null,
        created: instant('created'),
        updated: instant('updated'),
      }
    }
    return {kind: 'entries', title: titleOf(screen, about), entries: rows.map(entryOf)}
  })
}
