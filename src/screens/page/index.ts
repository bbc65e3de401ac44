/** Pages of text. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {pageDocument} from './document.ts'
import {compilePage} from './server.ts'

export const page: ServerKind<'page', Readonly<Record<never, never>>> = defineKind({
  document: pageDocument,
  compile: compilePage,
  page: 'page',
})
