/**
 * The views of the browser. What every page may need comes with the script; each of the others when the first page of its kind does.
 * Its file is named as its screen, so that a page that comes as HTML can ask for it early.
 */
import {Fallback} from '../frontend/screens/errors/fallback-screen.tsx'
import {Prose} from '../frontend/screens/page/page-screen.tsx'
import type {Views} from '../frontend/view.ts'
import type {OnDemand} from './loading.ts'

export const shownAtOnce: Views = {
  page: Prose,
  missing: Fallback,
  failure: Fallback,
  refused: Fallback,
}

export const shownOnDemand: OnDemand = {
  list: async () => (await import('../frontend/screens/list/list-screen.tsx')).List,
  record: async () => (await import('../frontend/screens/record/record-screen.tsx')).RecordView,
  form: async () => (await import('../frontend/screens/form/form-screen.tsx')).Form,
  about: async () => (await import('../frontend/screens/about/about-screen.tsx')).About,
  dashboard: async () => (await import('../frontend/screens/dashboard/dashboard-screen.tsx')).Dashboard,
  board: async () => (await import('../frontend/screens/board/board-screen.tsx')).Board,
  calendar: async () => (await import('../frontend/screens/calendar/calendar-screen.tsx')).Calendar,
  timeline: async () => (await import('../frontend/screens/timeline/timeline-screen.tsx')).Timeline,
  import: async () => (await import('../frontend/screens/import/import-screen.tsx')).Import,
  entry: async () => (await import('../frontend/screens/account/entry-screen.tsx')).Entry,
  account: async () => (await import('../frontend/screens/account/account-screen.tsx')).Account,
  parts: async () => (await import('../frontend/screens/style-guide/style-guide-screen.tsx')).Parts,
  book: async () => (await import('../frontend/screens/specification/specification-screen.tsx')).Book,
  search: async () => (await import('../frontend/screens/search/search-screen.tsx')).Search,
  notifications: async () => (await import('../frontend/screens/notifications/notifications-screen.tsx')).Notifications,
  invitations: async () => (await import('../frontend/screens/account/invitations-screen.tsx')).Invitations,
}
