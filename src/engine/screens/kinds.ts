/** The screen kinds: how the engine compiles each. CONTRIBUTING.md lists what else a new kind needs. */
import type {Shows} from '../../points/screens/model.ts'
import {compileBoard} from './board/board-screen.ts'
import {compileCalendar} from './calendar/calendar-screen.ts'
import {compileDashboard} from './dashboard/dashboard-screen.ts'
import {compileForm} from './form/form-screen.ts'
import {compileInbox} from './inbox/inbox-screen.ts'
import {compileList} from './list/list-screen.ts'
import {compilePage} from './page/page-screen.ts'
import {compileEditing, compileRecord} from './record/record-screen.ts'
import type {CompileScreen} from './screen-context.ts'
import {compileSettings} from './settings/settings-screen.ts'
import {compileTimeline} from './timeline/timeline-screen.ts'

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
