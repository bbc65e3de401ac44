/** The views this version has, by kind of screen. */
import {About} from './screens/about/about-screen.tsx'
import {Account} from './screens/account/account-screen.tsx'
import {Entry} from './screens/account/entry-screen.tsx'
import {Invitations} from './screens/account/invitations-screen.tsx'
import {Board} from './screens/board/board-screen.tsx'
import {Calendar} from './screens/calendar/calendar-screen.tsx'
import {Dashboard} from './screens/dashboard/dashboard-screen.tsx'
import {Fallback} from './screens/errors/fallback-screen.tsx'
import {Form} from './screens/form/form-screen.tsx'
import {Import} from './screens/import/import-screen.tsx'
import {List} from './screens/list/list-screen.tsx'
import {Notifications} from './screens/notifications/notifications-screen.tsx'
import {Prose} from './screens/page/page-screen.tsx'
import {RecordView} from './screens/record/record-screen.tsx'
import {Search} from './screens/search/search-screen.tsx'
import {Book} from './screens/specification/specification-screen.tsx'
import {Parts} from './screens/style-guide/style-guide-screen.tsx'
import {Timeline} from './screens/timeline/timeline-screen.tsx'
import type {Views} from './view.ts'

export const views: Views = {
  page: Prose,
  about: About,
  list: List,
  record: RecordView,
  form: Form,
  import: Import,
  timeline: Timeline,
  calendar: Calendar,
  board: Board,
  dashboard: Dashboard,
  entry: Entry,
  account: Account,
  invitations: Invitations,
  notifications: Notifications,
  search: Search,
  book: Book,
  parts: Parts,
  missing: Fallback,
  failure: Fallback,
  refused: Fallback,
}
