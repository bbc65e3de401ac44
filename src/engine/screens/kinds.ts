/** How each kind of screen runs. A new kind is one file and one line here. */
import type {Shows} from '../../points/screens/model.ts'
import {compileBoard} from './board.ts'
import {compileCalendar} from './calendar.ts'
import {compileDashboard} from './dashboard.ts'
import {compileForm} from './form.ts'
import {compileList} from './list-page.ts'
import {compilePage} from './page.ts'
import {compileEditing, compileRecord} from './record.ts'
import {compileTimeline} from './timeline.ts'
import type {CompileScreen} from './world.ts'

export const compileBy: Partial<Record<Shows['kind'], CompileScreen>> = {
  page: compilePage,
  list: compileList,
  record: compileRecord,
  form: (screen, world) => (screen.address.kind === 'record' ? compileEditing : compileForm)(screen, world),
  timeline: compileTimeline,
  calendar: compileCalendar,
  board: compileBoard,
  dashboard: compileDashboard,
}
