/** The data of a board: its columns, the first cards of each, and the columns each card may move to. */

import {personOf} from '../../engine/base/actor.ts'
import {compared, conjunction, no, valueCore} from '../../engine/base/core-build.ts'
import {entityNouns, namingPaths} from '../../engine/display/record-names.ts'
import {emptyText} from '../../engine/links/first-run.ts'
import {conjuncts} from '../../engine/lists/index-conditions.ts'
import {readListQuery, writeListQuery} from '../../engine/lists/list-address.ts'
import {CompiledList, type Narrowing} from '../../engine/lists/list-plan.ts'
import type {Problem} from '../../engine/page/common.ts'
import {emptyCore} from '../../engine/permissions/visible-paths.ts'
import type {Count, Filtering, ListDefinition, ListQuery, Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {cells, recordHref, recordName} from '../../engine/records/properties.ts'
import {type RecordIn, records} from '../../engine/records/records.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {firstFacts} from '../../features/collections/card-facts.ts'
import {filterBar} from '../../features/collections/filters.ts'
import {formMaking} from '../../features/collections/list-data.ts'
import {legendOf, lookOn, type RecordLook} from '../../features/planning/bar-look.ts'
import type {LegendEntry} from '../../features/planning/period-data.ts'
import type {Core} from '../../feel/core.ts'
import {isDayCount} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {wordText} from '../../points/entities/values/choices.ts'
import {showDayCount} from '../../points/entities/values/spans.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {filters, where as whereBullet} from '../../points/screens/bullets/shared.ts'
import {fieldAtEnd, fieldPath} from '../../points/screens/field-paths.ts'
import type {Screen, ScreenOf} from '../../points/screens/model.ts'
import {entityShown, mayOpen} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import type {BoardCard, BoardColumn, BoardData, BoardMove} from './data.ts'

// The columns: the values of the field that the screen's condition allows, with their records.

interface BoardBy {
  readonly entity: string
  readonly path: Path
  readonly field: Field
  /** In order; the last one is empty if records may have no value. */
  readonly words: readonly string[]
}

export function boardBy(screen: ScreenOf<'board'>, {entities}: Specification): BoardBy {
  const {shows, details, name} = screen
  const path = fieldPath(shows.by)
  const entity = entityShown(screen)
  const field = fieldAtEnd(entities, entity, path)
  const type = field?.type.type
  if (!field || type?.kind !== 'choice') throw new Error(`the board ${name} has no columns`)
  const left = leftBy(details.where?.core ?? null, path)
  const words = type.words.filter(word => left === null || left.has(word))
  const none = left === null && !field.required && !field.state
  return {entity, path, field, words: none ? [...words, ''] : words}
}

/** The values allowed by a condition such as `status in ("open", "waiting")`; null if it allows all. */
function leftBy(where: Core | null, path: Path): ReadonlySet<string> | null {
  for (const core of where === null ? [] : conjuncts(where)) {
    const held = core.op === 'compare' && core.by === '=' ? core.left : core.op === 'in' ? core.value : null
    if (path.length > 1 || held?.op !== 'field' || held.of.op !== 'this' || held.field !== path[0]) continue
    const values =
      core.op === 'compare'
        ? [core.right]
        : core.op === 'in'
          ? core.tests.map(test => (test.test === 'equals' ? test.with : null))
          : []
    const words = values.map(each => (each?.op === 'value' && typeof each.value === 'string' ? each.value : null))
    if (words.every(word => word !== null)) return new Set(words.filter(word => word !== null))
  }
  return null
}

interface ColumnAsked {
  readonly word: string
  readonly narrowed: readonly Narrowing[]
  readonly asked: ListQuery
}

/** At most this many cards per column. */
const mostCards = 25

async function columnRecords(
  reader: ReadContext,
  {by: {entity, path}, cards, list}: Board,
  {word, narrowed, asked}: ColumnAsked,
) {
  const seen = reader.visibility.visibleField(entity, path)
  const here =
    seen === null
      ? no
      : word === ''
        ? conjunction([seen.seen, emptyCore(seen.value)])
        : compared(seen.value, '=', valueCore(seen.value.type, word))
  return cards.page(reader, {
    list,
    size: mostCards,
    asked: {...asked, sort: [], place: null},
    narrowed: [...narrowed, {shape: `column ${word}`, where: here}],
  })
}

type ColumnRecords = Awaited<ReturnType<typeof columnRecords>>

/** The most recently changed cards are the most relevant. */
export function boardList(shown: ListDefinition): CompiledList {
  const sort = shown.sort.length > 0 ? shown.sort : [{path: ['updated'], descending: true}]
  return new CompiledList({...shown, sort, groupBy: null})
}

// Moves: actions that lead to another state, or setting the field of the columns.

/** Keyed by the id of the card; queried once for all cards. */
type Moves = (id: string, word: string) => readonly BoardMove[]

async function movesOf(reader: ReadContext, by: BoardBy, ids: readonly string[]): Promise<Moves> {
  if (by.path.length > 1) return () => []
  return by.field.state ? actionMoves(reader, by, ids) : wordMoves(reader, by, ids)
}

/** An action whose target state depends on its inputs is listed under its first possible target. */
async function actionMoves(reader: ReadContext, {entity, words}: BoardBy, ids: readonly string[]): Promise<Moves> {
  const offered = await abilities(reader, entity).actions(ids)
  return (id, word) =>
    (offered.get(id) ?? []).flatMap(({name, label, to, asks}) => {
      const target = to.find(each => each !== word)
      if (target === undefined || !words.includes(target)) return []
      return [{name, label, to: target, needsInput: asks.some(({optional}) => !optional)}]
    })
}

async function wordMoves(reader: ReadContext, {entity, field, words}: BoardBy, ids: readonly string[]): Promise<Moves> {
  const may = await abilities(reader, entity).canEach(ids, [{act: 'update', fields: [field.name]}])
  return (id, word) =>
    !may.get(id)?.length
      ? []
      : words
          .filter(each => each !== word)
          .map(each => ({
            name: each,
            label: each === '' ? '' : wordText(each, field.type.control.labels),
            to: each,
            needsInput: false,
          }))
}

export interface Board {
  readonly screen: ScreenOf<'board'>
  /** The text under the heading of the screen. */
  readonly above: () => {readonly html?: string}
  readonly entity: Entity
  readonly by: BoardBy
  readonly shown: ListDefinition
  /** Owns the statements that read its cards. */
  readonly list: CompiledList
  /** The fields on its cards. */
  readonly facts: readonly Path[]
  readonly cards: BoardRecords
}

type BoardRecords = ReturnType<typeof boardRecords>

export const boardRecords = (
  screen: Screen,
  {entity, facts}: Pick<Board, 'entity' | 'facts'>,
  context: RecordContext,
) => records(entity, {name: recordName, href: recordHref, look: lookOn(screen, context), facts: cells(facts)})

export interface BoardVisit {
  readonly visit: Visit
  readonly problems: readonly Problem[]
}

export async function boardData(
  reader: ReadContext,
  board: Board,
  {
    visit,
    problems,
    narrowed,
    context,
  }: BoardVisit & {readonly narrowed: readonly Narrowing[]; readonly context: RecordContext},
): Promise<BoardData> {
  const {screen, entity, by, shown} = board
  const {asked} = readListQuery(visit.query, {
    screen: shown,
    visibility: reader.visibility,
    locale: localeOf(reader.moment),
  })
  const found: ColumnRecords[] = []
  for (const word of by.words) found.push(await columnRecords(reader, board, {word, narrowed, asked}))
  const ids = found.flatMap(({rows}) => rows.map(({id}) => id))
  const drawing: Drawing = {
    board,
    moves: await movesOf(reader, by, ids),
    listed: listOf(board, context, visit),
    asked,
    language: reader.moment.language,
  }
  const form = formMaking(context, entity.name, visit.actor)
  const data = by.words.map((word, index) => columnData(word, found[index], {...drawing, context}))
  return {
    heading: screen.name,
    filterBar: await filterBar(reader, shown, {asked, visit, context}),
    columns: data,
    fields: board.facts.flatMap(path => {
      const field = context.display.field(entity.name, path)
      // `2 days` needs no label.
      return field ? [isDayCount(entity, path) ? {...field, display: 'text'} : field] : []
    }),
    legend: cardLegend(
      found.flatMap(({rows}) => rows.map(({look}) => look)),
      screen,
      context,
    ),
    sets: by.field.state ? null : by.field.name,
    problems,
    empty:
      ids.length === 0
        ? await emptyText(
            reader,
            screen,
            context.words.lists.noneYet(entityNouns(context.specification, entity.name).several),
          )
        : null,
    create: form && {label: form.name, href: form.route.path},
  }
}

/** The colour of the category; the state is already shown by the column. */
const cardTone = ({tone, category}: RecordLook): string => (category === null ? '' : tone)

function cardLegend(looks: readonly RecordLook[], screen: ScreenOf<'board'>, context: RecordContext): LegendEntry[] {
  const coloured = looks.filter(look => cardTone(look) !== '').map(look => ({...look, requested: false}))
  return legendOf(coloured, {screen, context, half: false, marks: []})
}

/** The fields named by the document; otherwise the first fields besides the name and the column. */
export function boardFacts({screen, entity, by}: Pick<Board, 'screen' | 'entity' | 'by'>): readonly Path[] {
  const {columns: named} = screen.details
  return named.length > 0 ? named : firstFacts(entity, [...namingPaths(entity), by.path])
}

interface Drawing {
  readonly board: Board
  readonly moves: Moves
  readonly listed: Screen | null
  readonly asked: ListQuery
  readonly language: string
}

function columnData(
  word: string,
  found: ColumnRecords | undefined,
  drawing: Drawing & {readonly context: RecordContext},
): BoardColumn {
  const {board, context} = drawing
  const states = board.by.field.state ? context.display.states.get(board.entity.name) : undefined
  const count: Count = found?.count ?? {exact: 0}
  const rows = found?.rows ?? []
  const rest = 'exact' in count ? count.exact - rows.length : null
  return {
    value: word,
    label: word === '' ? context.words.boards.none : wordText(word, board.by.field.type.control.labels),
    tone: states?.tones[word] ?? 'plain',
    count,
    cards: rows.map(row => cardData(row, word, drawing)),
    more: found?.next ? {count: rest, href: moreHref(word, drawing)} : null,
  }
}

function cardData(card: RecordIn<BoardRecords>, word: string, {board, moves, language}: Drawing): BoardCard {
  const {id, version, name, href} = card
  return {
    id,
    version,
    name,
    href,
    tone: cardTone(card.look),
    cells: card.facts.map((cell, at) => {
      if (!isDayCount(board.entity, board.facts[at] ?? []) || typeof cell.value !== 'number') return cell
      return {...cell, text: showDayCount(cell.value, language)}
    }),
    moves: moves(id, word),
  }
}

/** A list of the same records that can be filtered by the board's field. */
function listOf({entity, by}: Board, {screens}: RecordContext, {actor}: Visit): Screen | null {
  const key = by.path.join('.')
  const fits = (each: Screen) =>
    each.shows.kind === 'list' &&
    each.shows.entity === entity.name &&
    bulletOf(each, whereBullet) === null &&
    each.address.kind === 'plain' &&
    bulletOf(each, filters).some(path => path.join('.') === key) &&
    mayOpen(each, personOf(actor))
  return screens.find(fits) ?? null
}

function moreHref(word: string, {listed, board, asked}: Drawing): string | null {
  if (listed === null || word === '') return null
  const offered = new Set(bulletOf(listed, filters).map(path => path.join('.')))
  const own: Filtering = {path: board.by.path, by: {filter: 'choice', words: [word], none: false}}
  const kept = asked.filters.filter(
    ({path}) => offered.has(path.join('.')) && path.join('.') !== board.by.path.join('.'),
  )
  return `${listed.route.path}?${writeListQuery({sort: [], filters: [own, ...kept], search: '', place: null})}`
}
