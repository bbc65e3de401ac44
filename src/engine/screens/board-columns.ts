/** The columns of a board: the words it goes by, which of them the screen's own condition leaves, and their records. */
import type {Core} from '../../feel/core.ts'
import type {Field} from '../../points/entities/model.ts'
import type {Screen} from '../../points/screens/model.ts'
import {fieldAt, pathOf} from '../../points/screens/spread.ts'
import type {Specification} from '../../points/specification.ts'
import {both, compared, no, valueCore} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {list} from '../list/list.ts'
import {conjuncts} from '../list/positive.ts'
import type {Asked, ListResult, ListScreen, Path} from '../list/request.ts'
import {isEmpty, seenField} from '../list/seen-field.ts'

export interface BoardBy {
  readonly entity: string
  readonly path: Path
  readonly field: Field
  /** In order; the last is empty where records may have none. */
  readonly words: readonly string[]
}

export function boardBy({shows, details, name}: Screen, {entities}: Specification): BoardBy {
  const path = shows.kind === 'board' ? pathOf(shows.by) : []
  const entity = 'entity' in shows ? shows.entity : ''
  const field = fieldAt(entities, entity, path)
  const type = field?.type.type
  if (!field || type?.kind !== 'choice') throw new Error(`the board ${name} has no columns`)
  const left = leftBy(details.where?.core ?? null, path)
  const words = type.words.filter(word => left === null || left.has(word))
  const none = left === null && !field.required && !field.state
  return {entity, path, field, words: none ? [...words, ''] : words}
}

/** The words that a condition such as `status in ("open", "waiting")` leaves; null where it leaves all. */
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

export interface ColumnAsked {
  readonly shown: ListScreen
  readonly columns: readonly Path[]
  readonly asked: Asked
}

/** More cards than this nobody looks through. */
const mostCards = 25

export async function columnRecords(
  reader: Reader,
  {entity, path}: BoardBy,
  {word, shown, columns, asked}: ColumnAsked & {readonly word: string},
): Promise<ListResult> {
  const seen = seenField(reader.sight, entity, path)
  const here =
    seen === null
      ? no
      : word === ''
        ? both([seen.seen, isEmpty(seen.value)])
        : compared(seen.value, '=', valueCore(seen.value.type, word))
  // What was touched last is what people look for.
  const sort = shown.sort.length > 0 ? shown.sort : [{path: ['updated'], descending: true}]
  const where = both([...(shown.where === null ? [] : [shown.where]), here])
  const screen = {...shown, where, columns, sort, groupBy: null, size: mostCards}
  return list(reader, reader.sight, {screen, asked: {...asked, sort: [], place: null}})
}
