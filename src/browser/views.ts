/**
 * The views of the browser. What every page may need comes with the script; each of the others when the first page of its kind does.
 * Its file is named as its screen, so that a page that comes as HTML can ask for it early.
 */
import {Fallback} from '../ui/screens/fallback.tsx'
import {Prose} from '../ui/screens/prose.tsx'
import type {Views} from '../ui/view.ts'
import type {OnDemand} from './loading.ts'

export const shownAtOnce: Views = {
  page: Prose,
  missing: Fallback,
  failure: Fallback,
  refused: Fallback,
}

export const shownOnDemand: OnDemand = {
  list: async () => (await import('../ui/screens/list.tsx')).List,
  record: async () => (await import('../ui/screens/record.tsx')).RecordView,
  form: async () => (await import('../ui/screens/form.tsx')).Form,
  about: async () => (await import('../ui/screens/about.tsx')).About,
  dashboard: async () => (await import('../ui/screens/dashboard.tsx')).Dashboard,
  board: async () => (await import('../ui/screens/board.tsx')).Board,
  calendar: async () => (await import('../ui/screens/calendar.tsx')).Calendar,
  timeline: async () => (await import('../ui/screens/timeline.tsx')).Timeline,
  import: async () => (await import('../ui/screens/import.tsx')).Import,
  entry: async () => (await import('../ui/screens/people/entry.tsx')).Entry,
  account: async () => (await import('../ui/screens/people/account.tsx')).Account,
  parts: async () => (await import('../ui/screens/parts.tsx')).Parts,
  book: async () => (await import('../ui/screens/book.tsx')).Book,
  search: async () => (await import('../ui/screens/search.tsx')).Search,
  notifications: async () => (await import('../ui/screens/notifications.tsx')).Notifications,
  invitations: async () => (await import('../ui/screens/people/invitations.tsx')).Invitations,
}
