/** The components of all screens, for the server. */

import {AccountScreen} from '../accounts/screens/account/screen.tsx'
import {AuditScreen} from '../accounts/screens/audit/screen.tsx'
import {EntryScreen} from '../accounts/screens/entry/screen.tsx'
import {FailedCallsScreen} from '../accounts/screens/failed-calls/screen.tsx'
import {InvitationsScreen} from '../accounts/screens/invitations/screen.tsx'
import {SecurityScreen} from '../accounts/screens/security/screen.tsx'
import {SubscriptionsScreen} from '../accounts/screens/subscriptions/screen.tsx'
import {ImportScreen} from '../features/import/screen.tsx'
import {FallbackScreen} from '../web/fallback-screen.tsx'
import type {ScreenComponents} from '../web/screen.tsx'
import {AboutScreen} from './about/screen.tsx'
import {BoardScreen} from './board/screen.tsx'
import {CalendarScreen} from './calendar/screen.tsx'
import {CodeScreen} from './code/screen.tsx'
import {DashboardScreen} from './dashboard/screen.tsx'
import {FormScreen} from './form/screen.tsx'
import {GalleryScreen} from './gallery/screen.tsx'
import {InboxScreen} from './inbox/screen.tsx'
import {ListScreen} from './list/screen.tsx'
import {Bell} from './notifications/bell.tsx'
import {NotificationsScreen} from './notifications/screen.tsx'
import {PageScreen} from './page/screen.tsx'
import {DisplayScreen} from './record/display-screen.tsx'
import {RecordScreen} from './record/screen.tsx'
import {SearchScreen} from './search/screen.tsx'
import {SentMailsScreen} from './sent-mails/screen.tsx'
import {SpecificationScreen} from './specification/screen.tsx'
import {StyleGuideScreen} from './style-guide/screen.tsx'
import {TimelineScreen} from './timeline/screen.tsx'

export const screens: ScreenComponents = {
  page: PageScreen,
  about: AboutScreen,
  list: ListScreen,
  gallery: GalleryScreen,
  inbox: InboxScreen,
  record: RecordScreen,
  display: DisplayScreen,
  form: FormScreen,
  import: ImportScreen,
  timeline: TimelineScreen,
  calendar: CalendarScreen,
  board: BoardScreen,
  code: CodeScreen,
  dashboard: DashboardScreen,
  entry: EntryScreen,
  account: AccountScreen,
  invitations: InvitationsScreen,
  subscriptions: SubscriptionsScreen,
  audit: AuditScreen,
  'failed-calls': FailedCallsScreen,
  notifications: NotificationsScreen,
  search: SearchScreen,
  security: SecurityScreen,
  'sent-mails': SentMailsScreen,
  specification: SpecificationScreen,
  'style-guide': StyleGuideScreen,
  inTopBar: Bell,
  missing: FallbackScreen,
  failure: FallbackScreen,
  refused: FallbackScreen,
}
