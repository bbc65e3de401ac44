/** The data of a board: its columns with their first cards, and where each of these may go. */

import type {BoardCard, BoardColumn, BoardData} from '../../contract/board.ts'
import type {Problem} from '../../contract/page.ts'
import type {Entity} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import type {Screen} from '../../points/screens/model.ts'
import {mayOpen} from '../../points/screens/run.ts'
import {personOf} from '../actor.ts'
import type {Reader} from '../engine.ts'
import {readAsked, writeAsked} from '../list/address.ts'
import type {Asked, Filtering, ListResult, ListRow, ListScreen, Path} from '../list/request.ts'
import {localeOf} from '../lookup.ts'
import type {Visit} from '../reply.ts'
import {type BoardBy, columnRecords} from './board-columns.ts'
import {type Moves, movesOf} from './board-moves.ts'
import {namingPaths} from './caption.ts'
import {Columns} from './columns.ts'
import {wordLabel} from './form-fields.ts'
import {listFilters} from './list-filters.ts'
import {type RecordLink, recordLink} from './record-links.ts'
import {shownField} from './shown-field.ts'
import {tonesOf} from './tones.ts'
import type {RecordWorld} from './world.ts'

export interface Board {
  readonly screen: Screen
  readonly entity: Entity
  readonly by: BoardBy
  readonly shown: ListScreen
}

export interface BoardVisit {
  readonly visit: Visit
  readonly problems: readonly Problem[]
}

export async function boardData(
  reader: Reader,
  board: Board,
  {visit, problems, world}: BoardVisit & {readonly world: RecordWorld},
): Promise<BoardData> {
  const {screen, entity, by, shown} = board
  const {asked} = readAsked(visit.query, {screen: shown, sight: reader.sight, locale: localeOf(reader.moment)})
  const link = recordLink(world.screens, entity.name, visit.actor)
  const said = saidOnCards(board)
  const columns = new Columns([...namingPaths(entity), ...said, link ? [link.key] : null])
  const found: ListResult[] = []
  for (const word of by.words) found.push(await columnRecords(reader, by, {word, shown, columns: columns.paths, asked}))
  const ids = found.flatMap(({rows}) => rows.map(({id}) => id))
  const drawing: Drawing = {
    board,
    columns,
    said,
    link,
    moves: await movesOf(reader, by, ids),
    listed: listOf(board, world, visit),
    asked,
  }
  const data = by.words.map((word, index) => columnData(word, found[index], {...drawing, world}))
  return {
    heading: screen.name,
    narrow: {
      search: shown.search.length > 0 ? {text: asked.search} : null,
      filters: await listFilters(reader, shown, {asked, visit}),
      narrowed: asked.search !== '' || asked.filters.length > 0,
    },
    columns: data,
    fields: said.flatMap(path => shownField(world.specification, entity.name, path) ?? []),
    sets: by.field.state ? null : by.field.name,
    problems,
    empty: ids.length === 0 ? (screen.details.empty ?? world.words.lists.nothingYet) : null,
  }
}

const fewFields = 2

/** What the document names; otherwise the first fields that say something beside the name and the column. */
function saidOnCards({screen, entity, by}: Board): Path[] {
  if (screen.details.columns.length > 0) return [...screen.details.columns]
  const known = new Set([...namingPaths(entity), by.path].map(path => path[0]))
  return [...entity.fields.values()]
    .filter(({name, type, computed}) => !known.has(name) && (type.keeps.kind === 'column' || computed !== null))
    .filter(({type}) => type.type.kind !== 'boolean' && type.control.control !== 'area')
    .slice(0, fewFields)
    .map(({name}) => [name])
}

interface Drawing {
  readonly board: Board
  readonly columns: Columns
  readonly said: readonly Path[]
  readonly link: RecordLink | null
  readonly moves: Moves
  readonly listed: Screen | null
  readonly asked: Asked
}

function columnData(
  word: string,
  found: ListResult | undefined,
  drawing: Drawing & {readonly world: RecordWorld},
): BoardColumn {
  const {board, world} = drawing
  const machine = board.by.field.state ? world.specification.states.machines.get(board.entity.name) : undefined
  const count = found?.count ?? {exact: 0}
  const rows = found?.rows ?? []
  const rest = 'exact' in count ? count.exact - rows.length : null
  return {
    word,
    label: word === '' ? world.words.boards.none : wordLabel(word),
    tone: (machine && tonesOf(machine)[word]) ?? 'plain',
    count,
    cards: rows.map(row => cardData(row, word, drawing)),
    more: found?.next ? {count: rest, href: moreHref(word, drawing)} : null,
  }
}

function cardData(row: ListRow, word: string, {board, columns, said, link, moves}: Drawing): BoardCard {
  const key = link ? columns.cell(row, [link.key]).value : null
  return {
    id: row.id,
    version: row.version,
    name: nameOfRecord(board.entity, path => columns.text(row, path)),
    href: link && key !== null ? link.href(String(key)) : null,
    cells: said.map(path => columns.cell(row, path)),
    moves: moves(row.id, word),
  }
}

/** A list of the same records that people may filter by what the board goes by. */
function listOf({entity, by}: Board, {screens}: RecordWorld, {actor}: Visit): Screen | null {
  const key = by.path.join('.')
  const fits = (each: Screen) =>
    each.shows.kind === 'list' &&
    each.shows.entity === entity.name &&
    each.details.where === null &&
    each.address.kind === 'plain' &&
    each.details.filters.some(path => path.join('.') === key) &&
    mayOpen(each, personOf(actor))
  return screens.find(fits) ?? null
}

function moreHref(word: string, {listed, board, asked}: Drawing): string | null {
  if (listed === null || word === '') return null
  const offered = new Set(listed.details.filters.map(path => path.join('.')))
  const own: Filtering = {path: board.by.path, by: {filter: 'choice', words: [word], none: false}}
  const kept = asked.filters.filter(
    ({path}) => offered.has(path.join('.')) && path.join('.') !== board.by.path.join('.'),
  )
  return `${listed.route.path}?${writeAsked({sort: [], filters: [own, ...kept], search: '', place: null})}`
}
