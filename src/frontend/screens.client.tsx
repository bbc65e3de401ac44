/** The components of all screens, for the browser: each is loaded with the first page of its kind. */
import {lazy} from 'react'
import type {ScreenName} from '../contract/page.ts'
import type {ScreenComponents} from './screen.ts'
import {FallbackScreen} from './screens/errors/fallback-screen.tsx'

const about = async () => ({default: (await import('./screens/about/about-screen.tsx')).AboutScreen})
const account = async () => ({default: (await import('./screens/account/account-screen.tsx')).AccountScreen})
const board = async () => ({default: (await import('./screens/board/board-screen.tsx')).BoardScreen})
const calendar = async () => ({default: (await import('./screens/calendar/calendar-screen.tsx')).CalendarScreen})
const dashboard = async () => ({default: (await import('./screens/dashboard/dashboard-screen.tsx')).DashboardScreen})
const entry = async () => ({default: (await import('./screens/account/entry-screen.tsx')).EntryScreen})
const form = async () => ({default: (await import('./screens/form/form-screen.tsx')).FormScreen})
const importing = async () => ({default: (await import('./screens/import/import-screen.tsx')).ImportScreen})
const invitations = async () => ({
  default: (await import('./screens/account/invitations-screen.tsx')).InvitationsScreen,
})
const list = async () => ({default: (await import('./screens/list/list-screen.tsx')).ListScreen})
const notifications = async () => ({
  default: (await import('./screens/notifications/notifications-screen.tsx')).NotificationsScreen,
})
const page = async () => ({default: (await import('./screens/page/page-screen.tsx')).PageScreen})
const record = async () => ({default: (await import('./screens/record/record-screen.tsx')).RecordScreen})
const search = async () => ({default: (await import('./screens/search/search-screen.tsx')).SearchScreen})
const specification = async () => ({
  default: (await import('./screens/specification/specification-screen.tsx')).SpecificationScreen,
})
const styleGuide = async () => ({
  default: (await import('./screens/style-guide/style-guide-screen.tsx')).StyleGuideScreen,
})
const timeline = async () => ({default: (await import('./screens/timeline/timeline-screen.tsx')).TimelineScreen})

export const screens: ScreenComponents = {
  about: lazy(about),
  account: lazy(account),
  board: lazy(board),
  calendar: lazy(calendar),
  dashboard: lazy(dashboard),
  entry: lazy(entry),
  form: lazy(form),
  import: lazy(importing),
  invitations: lazy(invitations),
  list: lazy(list),
  notifications: lazy(notifications),
  page: lazy(page),
  record: lazy(record),
  search: lazy(search),
  specification: lazy(specification),
  'style-guide': lazy(styleGuide),
  timeline: lazy(timeline),
  missing: FallbackScreen,
  failure: FallbackScreen,
  refused: FallbackScreen,
}

const loaders: {readonly [Name in ScreenName]?: () => Promise<unknown>} = {
  about,
  account,
  board,
  calendar,
  dashboard,
  entry,
  form,
  import: importing,
  invitations,
  list,
  notifications,
  page,
  record,
  search,
  specification,
  'style-guide': styleGuide,
  timeline,
}

/** Before a page is shown, so that React need not wait for its component. */
export async function loadScreen(screen: ScreenName): Promise<void> {
  await loaders[screen]?.()
}
