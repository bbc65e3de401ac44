/** The pages of all screens, with the data of each. With them, `Page` is a union that `screen` discriminates. */
import type {AccountData, EntryData, FailedCallsData, InvitationsData, SubscriptionsData} from '../accounts/data.ts'
import type {DisplayData} from '../engine/page/cells.ts'
import type {RecordPageData} from '../features/approvals/data.ts'
import type {DashboardData} from '../features/charts/data.ts'
import type {ListData} from '../features/collections/data.ts'
import type {FormScreenData} from '../features/forms/data.ts'
import type {ImportData} from '../features/import/data.ts'
import type {CalendarData} from '../features/planning/calendar-data.ts'
import type {TimelineData} from '../features/planning/timeline-data.ts'
import type {BoardData} from './board/data.ts'
import type {InboxData} from './inbox/data.ts'
import type {NotificationsData} from './notifications/data.ts'
import type {SearchData} from './search/data.ts'
import type {SentMailsData} from './sent-mails/data.ts'
import type {SpecificationData} from './specification/data.ts'
import type {StyleGuideData} from './style-guide/data.ts'

interface PagesOfKinds {
  readonly list: ListData
  readonly inbox: InboxData
  readonly record: RecordPageData
  readonly display: DisplayData
  readonly form: FormScreenData
  readonly import: ImportData
  readonly timeline: TimelineData
  readonly calendar: CalendarData
  readonly board: BoardData
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
