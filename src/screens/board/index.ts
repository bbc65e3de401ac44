/** Boards. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {placedScreen} from '../../features/collections/list-definition.ts'
import type {BoardData} from './data.ts'
import {boardDocument} from './document.ts'
import {compileBoard} from './server.ts'

export const board: ServerKind<'board', {readonly board: BoardData}> = defineKind({
  document: boardDocument,
  compile: compileBoard,
  lists: placedScreen,
  page: 'board',
})
