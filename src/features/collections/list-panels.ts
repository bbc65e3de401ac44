/** The screen on which a list opens its records beside it. */

import {type Actor, personOf} from '../../engine/base/actor.ts'
import type {BesideScreen} from '../../engine/screen-context.ts'
import type {Screen} from '../../points/screens/model.ts'
import {isForViewer} from '../../points/screens/run.ts'
import type {CompiledRecord} from '../records/compiled-record.ts'

export interface ListPanel {
  readonly screen: Screen
  readonly open: BesideScreen
  readonly compiled: CompiledRecord
}

export function panelFor(panels: readonly ListPanel[], actor: Actor): ListPanel | null {
  return panels.find(({screen}) => isForViewer(screen.for, personOf(actor))) ?? null
}
