/** Screens written in code, which this version does not show. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import type {CodeData} from './data.ts'
import {codeDocument} from './document.ts'

export const code: ServerKind<'code', {readonly code: CodeData}> = defineKind({
  document: codeDocument,
  compile: () => null,
})
