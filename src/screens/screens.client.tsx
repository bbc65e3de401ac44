/** The components of all screens for the browser: each is loaded with the first page of its kind. */
import {type ComponentType, lazy, useState} from 'react'
import type {Page} from '../engine/page/frame.ts'
import type {PanelData} from '../features/collections/data.ts'
import type {FormScreenData} from '../features/forms/data.ts'
import {FallbackScreen} from '../web/fallback-screen.tsx'
import {loadScreenStyle} from '../web/router/document.ts'
import type {ScreenComponents, ScreenProps} from '../web/screen.ts'
import type {FormScreenProps} from './form/screen.tsx'

type OnDemand<Props> = ComponentType<Props> & {readonly preload: () => Promise<void>}

/**
 * A component that is rendered immediately if its script is loaded, as that of a screen is before its page is shown. A part of a screen need not be waited
 * for: until it is loaded, the server's HTML stays; and if loading fails, the page does without it.
 */
function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded ??= await load()
  }
  const Later = lazy(async () => {
    await preload().catch(() => {})
    return {default: loaded ?? Nothing}
  })
  return Object.assign(
    (props: Props) => {
      // Stable while it is shown, so that no input is lost.
      const [Loaded] = useState<ComponentType<Props>>(() => loaded ?? Later)
      return <Loaded {...props} />
    },
    {preload},
  )
}

const Nothing = () => null

const Reasons = onDemand(async () => (await import('../features/approvals/components/reasons.tsx')).Reasons)
const FilterBar = onDemand(async () => (await import('../features/collections/components/filter-bar.tsx')).FilterBar)

const chartParts = {
  Bars: onDemand(async () => (await import('../features/charts/components/chart-bars.tsx')).Bars),
  Donut: onDemand(async () => (await import('../features/charts/components/chart-donut.tsx')).Donut),
}

const RecordScreen = onDemand(async () => (await import('./record/screen.tsx')).RecordScreen)
const RecordPage = (props: ScreenProps<'record'>) => <RecordScreen {...props} Reasons={Reasons} />
const formParts = {
  Summary: onDemand(async () => (await import('../features/approvals/components/summary.tsx')).Summary),
  SummaryBrief: onDemand(async () => (await import('../features/approvals/components/summary.tsx')).SummaryBrief),
  Conflict: onDemand(async () => (await import('../features/forms/components/conflict.tsx')).Conflict),
  LineItems: onDemand(async () => (await import('../features/forms/components/line-items.tsx')).LineItems),
}
const FormScreen = onDemand(async () => {
  const {FormWithParts} = await import('./form/screen.tsx')
  return (props: FormScreenProps) => <FormWithParts {...props} parts={formParts} />
})

const components = {
  about: onDemand(async () => (await import('./about/screen.tsx')).AboutScreen),
  account: onDemand(async () => (await import('../accounts/screens/account/screen.tsx')).AccountScreen),
  board: onDemand(async () => (await import('./board/screen.tsx')).BoardScreen),
  calendar: onDemand(async () => (await import('./calendar/screen.tsx')).CalendarScreen),
  dashboard: onDemand(async () => (await import('./dashboard/screen.tsx')).DashboardScreen),
  display: onDemand(async () => (await import('./record/display-screen.tsx')).DisplayScreen),
  entry: onDemand(async () => (await import('../accounts/screens/entry/screen.tsx')).EntryScreen),
  form: FormScreen,
  import: onDemand(async () => (await import('../features/import/screen.tsx')).ImportScreen),
  inbox: onDemand(async () => {
    // Requested immediately and not waited for: until they are loaded, the server's HTML stays.
    for (const part of [Reasons, FilterBar]) part.preload().catch(() => {})
    const {InboxScreen} = await import('./inbox/screen.tsx')
    return (props: ScreenProps<'inbox'>) => <InboxScreen {...props} Reasons={Reasons} FilterBar={FilterBar} />
  }),
  invitations: onDemand(async () => (await import('../accounts/screens/invitations/screen.tsx')).InvitationsScreen),
  list: onDemand(async () => {
    const {ListScreen} = await import('./list/screen.tsx')
    return (props: ScreenProps<'list'>) => <ListScreen {...props} Record={RecordScreen} Form={FormScreen} />
  }),
  notifications: onDemand(async () => (await import('./notifications/screen.tsx')).NotificationsScreen),
  page: onDemand(async () => (await import('./page/screen.tsx')).PageScreen),
  record: Object.assign(RecordPage, {preload: RecordScreen.preload}),
  search: onDemand(async () => (await import('./search/screen.tsx')).SearchScreen),
  'sent-mails': onDemand(async () => (await import('./sent-mails/screen.tsx')).SentMailsScreen),
  specification: onDemand(async () => (await import('./specification/screen.tsx')).SpecificationScreen),
  'failed-calls': onDemand(async () => (await import('../accounts/screens/failed-calls/screen.tsx')).FailedCallsScreen),
  subscriptions: onDemand(
    async () => (await import('../accounts/screens/subscriptions/screen.tsx')).SubscriptionsScreen,
  ),
  'style-guide': onDemand(async () => {
    const {StyleGuideScreen} = await import('./style-guide/screen.tsx')
    return (props: ScreenProps<'style-guide'>) => <StyleGuideScreen {...props} {...chartParts} />
  }),
  timeline: onDemand(async () => (await import('./timeline/screen.tsx')).TimelineScreen),
  missing: FallbackScreen,
  failure: FallbackScreen,
  refused: FallbackScreen,
}

export const screens: ScreenComponents = components

/** Before a page is shown, so that React does not wait for its component. */
export async function loadScreen(page: Page): Promise<void> {
  const component = components[page.screen]
  await Promise.all([
    'preload' in component ? component.preload() : null,
    ...(page.screen === 'form' ? partsOf(page.data) : []),
    ...(page.screen === 'list' && page.data.panel ? [loadPanel(page.data.panel)] : []),
    page.screen === 'record' && page.data.reasons && Reasons.preload(),
    loadScreenStyle(page.screen),
  ])
}

async function loadPanel(panel: PanelData): Promise<void> {
  if (panel.screen === 'record') await RecordScreen.preload()
  else await Promise.all([FormScreen.preload(), ...partsOf(panel.data)])
}

/** Rows and conflicts contain input, so the form does not start without them; the summary may come later. */
function partsOf({lineItems, conflict}: FormScreenData): Promise<unknown>[] {
  const {Summary, SummaryBrief, LineItems, Conflict} = formParts
  for (const part of [Summary, SummaryBrief]) part.preload().catch(() => {})
  return [...(lineItems.length > 0 ? [LineItems.preload()] : []), ...(conflict ? [Conflict.preload()] : [])]
}
