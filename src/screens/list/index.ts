/** Lists, and the import into them. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import type {ListData} from '../../features/collections/data.ts'
import {routedScreen} from '../../features/collections/list-definition.ts'
import type {ImportData} from '../../features/import/data.ts'
import {listDocument} from './document.ts'
import {compileList} from './server.ts'

export const list: ServerKind<'list', {readonly list: ListData; readonly import: ImportData}> = defineKind({
  document: listDocument,
  compile: compileList,
  lists: (screen, specification) => [routedScreen(screen, specification)],
  page: 'list',
})
