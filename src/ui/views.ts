/** The views this version has, by kind of screen. */
import {About} from './screens/about.tsx'
import {Board} from './screens/board.tsx'
import {Book} from './screens/book.tsx'
import {Calendar} from './screens/calendar.tsx'
import {Dashboard} from './screens/dashboard.tsx'
import {Fallback} from './screens/fallback.tsx'
import {Form} from './screens/form.tsx'
import {Import} from './screens/import.tsx'
import {List} from './screens/list.tsx'
import {Notifications} from './screens/notifications.tsx'
import {Parts} from './screens/parts.tsx'
import {Account} from './screens/people/account.tsx'
import {Entry} from './screens/people/entry.tsx'
import {Invitations} from './screens/people/invitations.tsx'
import {Prose} from './screens/prose.tsx'
import {RecordView} from './screens/record.tsx'
import {Search} from './screens/search.tsx'
import {Timeline} from './screens/timeline.tsx'
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
