/** Screens written in code. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import type {CodeData} from './data.ts'
import {listsOfCode} from './definitions.ts'
import {codeDocument} from './document.ts'
import {compileCode} from './server.ts'

export const code: ServerKind<'code', {readonly code: CodeData}> = defineKind({
  document: codeDocument,
  compile: compileCode,
  lists: listsOfCode,
  page: 'code',
})
