/** The components of all screens for the browser: the script of each is loaded before its first page is shown. */
import type {Page} from '../engine/page/frame.ts'
import {FallbackScreen} from '../web/fallback-screen.tsx'
import {lazyWithPreload, type Preloadable} from '../web/lazy.tsx'
import {loadScreenStyle} from '../web/router/document.ts'
import type {ScreenComponents} from '../web/screen.tsx'
import {Bell} from './notifications/bell.tsx'

/** With its style, for what opens beside a list. */
function withStyle<Props extends object>(screen: string, component: Preloadable<Props>): Preloadable<Props> {
  const {preload} = component
  return Object.assign(component, {preload: () => Promise.all([preload(), loadScreenStyle(screen)])})
}

export const screens: ScreenComponents = {
  about: lazyWithPreload(async () => (await import('./about/screen.tsx')).AboutScreen),
  account: lazyWithPreload(async () => (await import('../accounts/screens/account/screen.tsx')).AccountScreen),
  board: lazyWithPreload(async () => (await import('./board/screen.tsx')).BoardScreen),
  calendar: lazyWithPreload(async () => (await import('./calendar/screen.tsx')).CalendarScreen),
  code: lazyWithPreload(async () => (await import('./code/screen.tsx')).CodeScreen),
  dashboard: lazyWithPreload(async () => (await import('./dashboard/screen.tsx')).DashboardScreen),
  display: lazyWithPreload(async () => (await import('./record/display-screen.tsx')).DisplayScreen),
  entry: lazyWithPreload(async () => (await import('../accounts/screens/entry/screen.tsx')).EntryScreen),
  audit: lazyWithPreload(async () => (await import('../accounts/screens/audit/screen.tsx')).AuditScreen),
  'failed-calls': lazyWithPreload(
    async () => (await import('../accounts/screens/failed-calls/screen.tsx')).FailedCallsScreen,
  ),
  form: withStyle(
    'form',
    lazyWithPreload(async () => (await import('./form/screen.tsx')).FormScreen),
  ),
  gallery: lazyWithPreload(async () => (await import('./gallery/screen.tsx')).GalleryScreen),
  import: lazyWithPreload(async () => (await import('../features/import/screen.tsx')).ImportScreen),
  inbox: lazyWithPreload(async () => (await import('./inbox/screen.tsx')).InboxScreen),
  invitations: lazyWithPreload(
    async () => (await import('../accounts/screens/invitations/screen.tsx')).InvitationsScreen,
  ),
  list: lazyWithPreload(async () => (await import('./list/screen.tsx')).ListScreen),
  notifications: lazyWithPreload(async () => (await import('./notifications/screen.tsx')).NotificationsScreen),
  page: lazyWithPreload(async () => (await import('./page/screen.tsx')).PageScreen),
  record: withStyle(
    'record',
    lazyWithPreload(async () => (await import('./record/screen.tsx')).RecordScreen),
  ),
  search: lazyWithPreload(async () => (await import('./search/screen.tsx')).SearchScreen),
  security: lazyWithPreload(async () => (await import('../accounts/screens/security/screen.tsx')).SecurityScreen),
  'sent-mails': lazyWithPreload(async () => (await import('./sent-mails/screen.tsx')).SentMailsScreen),
  specification: lazyWithPreload(async () => (await import('./specification/screen.tsx')).SpecificationScreen),
  'style-guide': lazyWithPreload(async () => (await import('./style-guide/screen.tsx')).StyleGuideScreen),
  subscriptions: lazyWithPreload(
    async () => (await import('../accounts/screens/subscriptions/screen.tsx')).SubscriptionsScreen,
  ),
  timeline: lazyWithPreload(async () => (await import('./timeline/screen.tsx')).TimelineScreen),
  inTopBar: Bell,
  missing: FallbackScreen,
  failure: FallbackScreen,
  refused: FallbackScreen,
}

/** Before a page is shown, so that React does not wait for its component. */
export async function loadScreen({screen, data}: Page): Promise<void> {
  const beside = 'panel' in data ? data.panel : null
  await Promise.all([
    screens[screen].preload?.(),
    beside && screens[beside.screen].preload?.(),
    loadScreenStyle(screen),
  ])
}
