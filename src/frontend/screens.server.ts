/** The components of all screens, for the server. */

import {createElement} from 'react'
import {FilterBar} from './components/filter-bar.tsx'
import type {ScreenComponents} from './screen.ts'
import {AboutScreen} from './screens/about/about-screen.tsx'
import {AccountScreen} from './screens/account/account-screen.tsx'
import {EntryScreen} from './screens/account/entry-screen.tsx'
import {FailedCallsScreen} from './screens/account/failed-calls-screen.tsx'
import {InvitationsScreen} from './screens/account/invitations-screen.tsx'
import {SubscriptionsScreen} from './screens/account/subscriptions-screen.tsx'
import {BoardScreen} from './screens/board/board-screen.tsx'
import {CalendarScreen} from './screens/calendar/calendar-screen.tsx'
import {Bars} from './screens/dashboard/chart-bars.tsx'
import {Donut} from './screens/dashboard/chart-donut.tsx'
import {DashboardScreen} from './screens/dashboard/dashboard-screen.tsx'
import {FallbackScreen} from './screens/errors/fallback-screen.tsx'
import {FormScreen} from './screens/form/whole-form.tsx'
import {ImportScreen} from './screens/import/import-screen.tsx'
import {InboxScreen} from './screens/inbox/inbox-screen.tsx'
import {Reasons} from './screens/inbox/reasons.tsx'
import {ListScreen} from './screens/list/list-screen.tsx'
import {NotificationsScreen} from './screens/notifications/notifications-screen.tsx'
import {PageScreen} from './screens/page/page-screen.tsx'
import {DisplayScreen} from './screens/record/display-screen.tsx'
import {RecordScreen} from './screens/record/record-screen.tsx'
import {SearchScreen} from './screens/search/search-screen.tsx'
import {SentMailsScreen} from './screens/sent-mails/sent-mails-screen.tsx'
import {SpecificationScreen} from './screens/specification/specification-screen.tsx'
import {StyleGuideScreen} from './screens/style-guide/style-guide-screen.tsx'
import {TimelineScreen} from './screens/timeline/timeline-screen.tsx'

export const screens: ScreenComponents = {
  page: PageScreen,
  about: AboutScreen,
  list: props => createElement(ListScreen, {...props, Record: RecordScreen, Form: FormScreen}),
  inbox: props => createElement(InboxScreen, {...props, Reasons, FilterBar}),
  record: props => createElement(RecordScreen, {...props, Reasons}),
  display: DisplayScreen,
  form: FormScreen,
  import: ImportScreen,
  timeline: TimelineScreen,
  calendar: CalendarScreen,
  board: BoardScreen,
  dashboard: DashboardScreen,
  entry: EntryScreen,
  account: AccountScreen,
  invitations: InvitationsScreen,
  subscriptions: SubscriptionsScreen,
  'failed-calls': FailedCallsScreen,
  notifications: NotificationsScreen,
  search: SearchScreen,
  'sent-mails': SentMailsScreen,
  specification: SpecificationScreen,
  'style-guide': props => createElement(StyleGuideScreen, {...props, Bars, Donut}),
  missing: FallbackScreen,
  failure: FallbackScreen,
  refused: FallbackScreen,
}
