/** Screens written in code, which this version does not show. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {codeDocument} from './document.ts'

export const code: ServerKind<'code', Readonly<Record<never, never>>> = defineKind({
  document: codeDocument,
  compile: () => null,
})
