/** The views this version has, by kind of screen. */
import {About} from './screens/about.tsx'
import {Fallback} from './screens/fallback.tsx'
import {Prose} from './screens/prose.tsx'
import type {Views} from './view.ts'

export const views: Views = {
  page: Prose,
  about: About,
  missing: Fallback,
  failure: Fallback,
  refused: Fallback,
}
