/** The screen kinds: how the engine compiles each. CONTRIBUTING.md lists what else a new kind needs. */

import type {CompileScreen} from '../engine/screen-context.ts'
import type {Shows} from '../points/screens/model.ts'
import {compileBoard} from './board/server.ts'
import {compileCalendar} from './calendar/server.ts'
import {compileDashboard} from './dashboard/server.ts'
import {compileForm} from './form/server.ts'
import {compileInbox} from './inbox/server.ts'
import {compileList} from './list/server.ts'
import {compilePage} from './page/server.ts'
import {compileEditing, compileRecord} from './record/server.ts'
import {compileSettings} from './settings/server.ts'
import {compileTimeline} from './timeline/server.ts'

export const compileBy: Partial<Record<Shows['kind'], CompileScreen>> = {
  page: compilePage,
  list: compileList,
  inbox: compileInbox,
  record: compileRecord,
  form: (screen, context) => (screen.address.kind === 'record' ? compileEditing : compileForm)(screen, context),
  timeline: compileTimeline,
  calendar: compileCalendar,
  board: compileBoard,
  dashboard: compileDashboard,
  settings: compileSettings,
}
