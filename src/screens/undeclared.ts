/** The kinds that have no declaration of their own yet: how the engine compiles each, and what its screens list. */

import type {ServerKind} from '../engine/kind.ts'
import type {CompileScreen} from '../engine/screen-context.ts'
import {inboxLists} from '../features/approvals/lists.ts'
import {placedScreen, routedScreen} from '../features/collections/list-definition.ts'
import {undeclaredKinds} from '../points/screens/kinds.ts'
import type {Shows} from '../points/screens/model.ts'
import {compileCalendar} from './calendar/server.ts'
import {cardList} from './dashboard/card-records.ts'
import {compileDashboard} from './dashboard/server.ts'
import {compileForm} from './form/server.ts'
import {compileInbox} from './inbox/server.ts'
import {compileList} from './list/server.ts'
import {compilePage} from './page/server.ts'
import {compileEditing, compileRecord, openBeside} from './record/server.ts'
import {compileSettings} from './settings/server.ts'
import {compileTimeline} from './timeline/server.ts'

const compileBy: Partial<Record<Shows['kind'], CompileScreen>> = {
  page: compilePage,
  list: compileList,
  inbox: compileInbox,
  record: compileRecord,
  form: (screen, context) => (screen.address.kind === 'record' ? compileEditing : compileForm)(screen, context),
  timeline: compileTimeline,
  calendar: compileCalendar,
  dashboard: compileDashboard,
  settings: compileSettings,
}

const listsBy: Partial<Record<Shows['kind'], ServerKind['lists']>> = {
  list: (screen, specification) => [routedScreen(screen, specification)],
  inbox: (screen, specification) => [routedScreen(screen, specification), ...inboxLists(screen, specification)],
  form: inboxLists,
  timeline: placedScreen,
  calendar: placedScreen,
  dashboard: ({cards}, specification) => cards.map(card => cardList(card, specification)),
}

function pageOf(name: Shows['kind']): Pick<ServerKind, 'page'> {
  if (name === 'code') return {}
  return {page: name === 'settings' ? 'form' : name}
}

export const undeclared: readonly ServerKind[] = undeclaredKinds.map(kind => ({
  ...kind,
  compile: compileBy[kind.name] ?? (() => null),
  lists: listsBy[kind.name] ?? (() => []),
  ...pageOf(kind.name),
  ...(kind.name === 'record' ? {openBeside} : {}),
}))
