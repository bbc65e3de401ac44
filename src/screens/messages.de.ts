/** All texts in German, by feature and kind. */

import * as people from '../accounts/messages.de.ts'
import * as audit from '../accounts/screens/audit/messages.de.ts'
import * as failedCalls from '../accounts/screens/failed-calls/messages.de.ts'
import * as security from '../accounts/screens/security/messages.de.ts'
import * as approvals from '../features/approvals/messages.de.ts'
import * as charts from '../features/charts/messages.de.ts'
import * as lists from '../features/collections/messages.de.ts'
import * as forms from '../features/forms/messages.de.ts'
import * as imports from '../features/import/messages.de.ts'
import * as planning from '../features/planning/messages.de.ts'
import * as records from '../features/records/messages.de.ts'
import * as common from '../messages/de/messages.ts'
import * as about from './about/messages.de.ts'
import * as boards from './board/messages.de.ts'
import * as dashboards from './dashboard/messages.de.ts'
import * as inbox from './inbox/messages.de.ts'
import * as listScreen from './list/messages.de.ts'
import type * as english from './messages.en.ts'
import * as notifications from './notifications/messages.de.ts'
import * as search from './search/messages.de.ts'
import * as settings from './settings/messages.de.ts'
import * as specification from './specification/messages.de.ts'
import * as styleGuide from './style-guide/messages.de.ts'

/** What components show: loaded by the browser. */
export const messages: typeof english.messages = {
  ...common.messages,
  ...planning.messages,
  forms: forms.messages,
  records: records.messages,
  lists: lists.messages,
  charts: charts.messages,
  approvals: approvals.messages,
  about: about.messages,
  boards: boards.messages,
  dashboards: dashboards.messages,
  inbox: inbox.messages,
  listScreen: listScreen.messages,
  notifications: notifications.messages,
  search: search.messages,
  specification: specification.messages,
}

/** With what only the server writes into pages. */
export const serverMessages: typeof english.serverMessages = {
  ...messages,
  ...common.serverMessages,
  ...planning.serverMessages,
  forms: forms.serverMessages,
  records: records.serverMessages,
  lists: lists.serverMessages,
  charts: charts.serverMessages,
  approvals: approvals.serverMessages,
  imports: imports.serverMessages,
  people: people.serverMessages,
  audit: audit.serverMessages,
  failedCalls: failedCalls.serverMessages,
  security: security.serverMessages,
  dashboards: dashboards.serverMessages,
  inbox: inbox.serverMessages,
  search: search.serverMessages,
  settings: settings.serverMessages,
  specification: specification.serverMessages,
  styleGuide: styleGuide.serverMessages,
}
