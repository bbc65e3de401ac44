/** Where each card of a board may go: by actions that lead to another state, or by setting the field the board goes by. */

import type {BoardMove} from '../../contract/board.ts'
import {actionsForAll} from '../actions/actions-for.ts'
import {both} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {holdsForAll} from '../select.ts'
import type {BoardBy} from './board-columns.ts'
import {wordLabel} from './form-fields.ts'

/** By the id of the card; asked once for all of them. */
export type Moves = (id: string, word: string) => readonly BoardMove[]

export async function movesOf(reader: Reader, by: BoardBy, ids: readonly string[]): Promise<Moves> {
  if (by.path.length > 1) return () => []
  return by.field.state ? actionMoves(reader, by, ids) : wordMoves(reader, by, ids)
}

/** An action whose target depends on what it asks leads to the first it may lead to. */
async function actionMoves(reader: Reader, {entity, words}: BoardBy, ids: readonly string[]): Promise<Moves> {
  const offered = await actionsForAll(reader, entity, ids)
  return (id, word) =>
    (offered.get(id) ?? []).flatMap(({name, label, to, asks}) => {
      const target = to.find(each => each !== word)
      if (target === undefined || !words.includes(target)) return []
      return [{name, label, to: target, asks: asks.some(({optional}) => !optional)}]
    })
}

async function wordMoves(reader: Reader, {entity, field, words}: BoardBy, ids: readonly string[]): Promise<Moves> {
  const {sight} = reader
  const may = both([sight.records(entity, 'update').where, sight.seesField(entity, field.name, 'update')])
  const held = await holdsForAll(reader, {entity, ids, conditions: [may]})
  return (id, word) =>
    held.get(id)?.[0] !== true
      ? []
      : words
          .filter(each => each !== word)
          .map(each => ({name: each, label: each === '' ? '' : wordLabel(each), to: each, asks: false}))
}
