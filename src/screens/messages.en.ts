/** All texts in English, by feature and kind. */

import * as people from '../accounts/messages.en.ts'
import * as audit from '../accounts/screens/audit/messages.en.ts'
import * as failedCalls from '../accounts/screens/failed-calls/messages.en.ts'
import * as security from '../accounts/screens/security/messages.en.ts'
import * as approvals from '../features/approvals/messages.en.ts'
import * as charts from '../features/charts/messages.en.ts'
import * as lists from '../features/collections/messages.en.ts'
import * as forms from '../features/forms/messages.en.ts'
import * as imports from '../features/import/messages.en.ts'
import * as planning from '../features/planning/messages.en.ts'
import * as records from '../features/records/messages.en.ts'
import * as common from '../messages/en/messages.ts'
import * as about from './about/messages.en.ts'
import * as boards from './board/messages.en.ts'
import * as dashboards from './dashboard/messages.en.ts'
import * as inbox from './inbox/messages.en.ts'
import * as listScreen from './list/messages.en.ts'
import * as notifications from './notifications/messages.en.ts'
import * as search from './search/messages.en.ts'
import * as settings from './settings/messages.en.ts'
import * as specification from './specification/messages.en.ts'
import * as styleGuide from './style-guide/messages.en.ts'

/** What components show: loaded by the browser. */
export const messages = {
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
export const serverMessages = {
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
