/** The components of all screens, for the browser: each is loaded with the first page of its kind. */
import {type ComponentType, type LazyExoticComponent, lazy} from 'react'
import type {FormScreenData} from '../contract/form.ts'
import type {Page} from '../contract/page.ts'
import {loadScreenStyle} from './router/document.ts'
import type {ScreenComponents, ScreenProps} from './screen.ts'
import {FallbackScreen} from './screens/errors/fallback-screen.tsx'
import type {FormParts, FormScreenProps} from './screens/form/form-screen.tsx'

type LazyScreen<Props> = LazyExoticComponent<ComponentType<Props>> & {readonly preload: () => Promise<unknown>}

function lazyScreen<Props>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  return Object.assign(
    lazy(async () => ({default: await load()})),
    {preload: load},
  )
}

/** Part of a screen: one that is loaded already is rendered at once, as if it had come with the screen. */
class LazyPart<Props> {
  #loaded: ComponentType<Props> | null = null
  readonly #lazy: LazyScreen<Props>

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#lazy = lazyScreen(async () => {
      this.#loaded = await load()
      return this.#loaded
    })
  }

  get component(): ComponentType<Props> {
    return this.#loaded ?? this.#lazy
  }

  preload(): Promise<unknown> {
    return this.#lazy.preload()
  }
}

const inboxParts = {
  Reasons: lazyScreen(async () => (await import('./screens/inbox/reasons.tsx')).Reasons),
  FilterBar: lazyScreen(async () => (await import('./components/filter-bar.tsx')).FilterBar),
}

const chartParts = {
  Bars: lazyScreen(async () => (await import('./screens/dashboard/chart-bars.tsx')).Bars),
  Donut: lazyScreen(async () => (await import('./screens/dashboard/chart-donut.tsx')).Donut),
}

const RecordScreen = lazyScreen(async () => (await import('./screens/record/record-screen.tsx')).RecordScreen)
const formParts = {
  Summary: new LazyPart(async () => (await import('./screens/form/summary.tsx')).Summary),
  SummaryBrief: new LazyPart(async () => (await import('./screens/form/summary.tsx')).SummaryBrief),
  Conflict: new LazyPart(async () => (await import('./screens/form/conflict.tsx')).Conflict),
  LineItems: new LazyPart(async () => (await import('./screens/form/line-items.tsx')).LineItems),
}
const FormScreen = lazyScreen(async () => {
  const {FormWithParts} = await import('./screens/form/form-screen.tsx')
  const parts = (): FormParts => ({
    Summary: formParts.Summary.component,
    SummaryBrief: formParts.SummaryBrief.component,
    Conflict: formParts.Conflict.component,
    LineItems: formParts.LineItems.component,
  })
  return (props: FormScreenProps) => <FormWithParts {...props} parts={parts} />
})

const components = {
  about: lazyScreen(async () => (await import('./screens/about/about-screen.tsx')).AboutScreen),
  account: lazyScreen(async () => (await import('./screens/account/account-screen.tsx')).AccountScreen),
  board: lazyScreen(async () => (await import('./screens/board/board-screen.tsx')).BoardScreen),
  calendar: lazyScreen(async () => (await import('./screens/calendar/calendar-screen.tsx')).CalendarScreen),
  dashboard: lazyScreen(async () => (await import('./screens/dashboard/dashboard-screen.tsx')).DashboardScreen),
  entry: lazyScreen(async () => (await import('./screens/account/entry-screen.tsx')).EntryScreen),
  form: FormScreen,
  import: lazyScreen(async () => (await import('./screens/import/import-screen.tsx')).ImportScreen),
  inbox: lazyScreen(async () => {
    // Requested at once, and not waited for: until they are there, they are as the server rendered them.
    for (const part of Object.values(inboxParts)) part.preload().catch(() => {})
    const {InboxScreen} = await import('./screens/inbox/inbox-screen.tsx')
    return (props: ScreenProps<'inbox'>) => <InboxScreen {...props} {...inboxParts} />
  }),
  invitations: lazyScreen(async () => (await import('./screens/account/invitations-screen.tsx')).InvitationsScreen),
  list: lazyScreen(async () => {
    const {ListScreen} = await import('./screens/list/list-screen.tsx')
    return (props: ScreenProps<'list'>) => <ListScreen {...props} Record={RecordScreen} Form={FormScreen} />
  }),
  notifications: lazyScreen(
    async () => (await import('./screens/notifications/notifications-screen.tsx')).NotificationsScreen,
  ),
  page: lazyScreen(async () => (await import('./screens/page/page-screen.tsx')).PageScreen),
  record: RecordScreen,
  search: lazyScreen(async () => (await import('./screens/search/search-screen.tsx')).SearchScreen),
  'sent-mails': lazyScreen(async () => (await import('./screens/sent-mails/sent-mails-screen.tsx')).SentMailsScreen),
  specification: lazyScreen(
    async () => (await import('./screens/specification/specification-screen.tsx')).SpecificationScreen,
  ),
  'failed-calls': lazyScreen(async () => (await import('./screens/account/failed-calls-screen.tsx')).FailedCallsScreen),
  subscriptions: lazyScreen(
    async () => (await import('./screens/account/subscriptions-screen.tsx')).SubscriptionsScreen,
  ),
  'style-guide': lazyScreen(async () => {
    const {StyleGuideScreen} = await import('./screens/style-guide/style-guide-screen.tsx')
    return (props: ScreenProps<'style-guide'>) => <StyleGuideScreen {...props} {...chartParts} />
  }),
  timeline: lazyScreen(async () => (await import('./screens/timeline/timeline-screen.tsx')).TimelineScreen),
  missing: FallbackScreen,
  failure: FallbackScreen,
  refused: FallbackScreen,
}

export const screens: ScreenComponents = components

/** Before a page is shown, so that React need not wait for its component. */
export async function loadScreen(page: Page): Promise<void> {
  const component = components[page.screen]
  await Promise.all([
    'preload' in component ? component.preload() : null,
    ...(page.screen === 'form' ? partsOf(page.data) : []),
    loadScreenStyle(page.screen),
  ])
}

/** Rows and conflicts are filled in, so the form does not begin without them; the summary may come later. */
function partsOf({lineItems, conflict}: FormScreenData): Promise<unknown>[] {
  const {Summary, SummaryBrief, LineItems, Conflict} = formParts
  for (const part of [Summary, SummaryBrief]) part.preload().catch(() => {})
  return [...(lineItems.length > 0 ? [LineItems.preload()] : []), ...(conflict ? [Conflict.preload()] : [])]
}
