/** The list of kinds, and of what else an application is made of. `Page` follows from it: a union by `screen`. */
import type {AccountData, EntryData, FailedCallsData, InvitationsData, SubscriptionsData} from '../accounts/data.ts'
import type {ApplicationParts, ServerKind} from '../engine/kind.ts'
import type {SearchData} from '../engine/page/search.ts'
import type {RecordPageData} from '../features/approvals/data.ts'
import type {ListData} from '../features/collections/data.ts'
import type {FormScreenData} from '../features/forms/data.ts'
import type {ImportData} from '../features/import/data.ts'
import type {CalendarData} from '../features/planning/calendar-data.ts'
import type {TimelineData} from '../features/planning/timeline-data.ts'
import type {DisplayData} from '../features/records/data.ts'
import {board} from './board/index.ts'
import type {DashboardData} from './dashboard/data.ts'
import type {InboxData} from './inbox/data.ts'
import {messagesFor} from './messages.ts'
import type {NotificationsData} from './notifications/data.ts'
import {compileSearch, searchPath} from './search/server.ts'
import type {SentMailsData} from './sent-mails/data.ts'
import type {SpecificationData} from './specification/data.ts'
import {compileBook} from './specification/server.ts'
import type {StyleGuideData} from './style-guide/data.ts'
import {styleGuidePath, styleGuideScreen} from './style-guide/server.ts'
import {undeclared} from './undeclared.ts'

const declared = [board] as const

export const kinds: readonly ServerKind[] = inOrder([...undeclared, ...declared])

export const parts: ApplicationParts = {
  kinds,
  messages: messagesFor,
  search: {path: searchPath, compile: compileSearch},
  specification: compileBook,
  styleGuide: {path: styleGuidePath, open: styleGuideScreen},
}

/** As messages list them. */
function inOrder(all: readonly ServerKind[]): readonly ServerKind[] {
  const order = ['page', 'dashboard', 'settings', 'list', 'record', 'form', 'inbox', 'board', 'calendar', 'timeline']
  const placeOf = ({name}: ServerKind) => (order.includes(name) ? order.indexOf(name) : order.length)
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

type PagesOf<Each> = Each extends ServerKind<infer _, infer Pages> ? Pages : never
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

interface PagesOfDeclared extends Together<PagesOf<(typeof declared)[number]>> {}

interface PagesOfKinds extends PagesOfDeclared {
  readonly list: ListData
  readonly inbox: InboxData
  readonly record: RecordPageData
  readonly display: DisplayData
  readonly form: FormScreenData
  readonly import: ImportData
  readonly timeline: TimelineData
  readonly calendar: CalendarData
  readonly dashboard: DashboardData
  readonly entry: EntryData
  readonly account: AccountData
  readonly invitations: InvitationsData
  readonly subscriptions: SubscriptionsData
  readonly 'failed-calls': FailedCallsData
  readonly notifications: NotificationsData
  readonly search: SearchData
  readonly 'sent-mails': SentMailsData
  readonly specification: SpecificationData
  readonly 'style-guide': StyleGuideData
}

declare module '../engine/page/frame.ts' {
  interface ScreenDataByName extends PagesOfKinds {}
}
