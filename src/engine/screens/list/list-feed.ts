/** A list as a feed: its first records, in its own order, as its reader sees them, with the filters of the address. */

import {nameOfRecord} from '../../../points/entities/run.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {feedFormatsOf} from '../../../points/screens/run.ts'
import type {EntryFeed, FeedEntry} from '../../feeds/feed.ts'
import {localeOf} from '../../lookup.ts'
import {list} from '../../query/list.ts'
import {readListQuery} from '../../query/list-address.ts'
import {CompiledList} from '../../query/list-plan.ts'
import type {ListDefinition, ListRow} from '../../query/list-query.ts'
import type {ScreenFeed, Visit} from '../../reply.ts'
import {recordLink} from '../record/record-address.ts'
import {Columns, namingPaths} from '../record-names.ts'
import type {RecordContext} from '../screen-context.ts'
import {aboutOf, titleOf} from './filters.ts'

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
