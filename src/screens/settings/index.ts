/** Settings, on the page of a form. */
import {defineKind, type ServerKind} from '../../engine/kind.ts'
import {settingsDocument} from './document.ts'
import {compileSettings} from './server.ts'

export const settings: ServerKind<'settings', Readonly<Record<never, never>>> = defineKind({
  document: settingsDocument,
  compile: compileSettings,
  page: 'form',
})
