/** What shows own code in place of the product's parts. A part that is not loaded is what the product has in its place. */
import type {ReactNode} from 'react'
import type {FallbackData} from '../../engine/page/frame.ts'
import {ErrorBoundary} from '../../web/components/boundaries.tsx'
import {FallbackScreen} from '../../web/fallback-screen.tsx'
import {useHydrated} from '../../web/hooks/use-hydrated.ts'
import {usePage} from '../../web/router/router-provider.tsx'
import type {ScreenComponents, ScreenProps} from '../../web/screen.tsx'
import {OwnBoundary} from './kit/own-boundary.tsx'
import type {LoadedParts} from './loaded-parts.ts'
import {OwnPartShown} from './own-part.tsx'
import {OwnScreen} from './own-screen.tsx'

/** `layout`: the part around the page. */
export function ownScreens(screens: ScreenComponents, parts: LoadedParts, layout: string | null): ScreenComponents {
  const fallback = (props: FallbackProps) => <OwnFallback {...props} parts={parts} />
  return {
    ...screens,
    code: props => <OwnCode {...props} parts={parts} />,
    missing: fallback,
    failure: fallback,
    refused: fallback,
    ownPart: props => <OwnPartShown {...props} parts={parts} />,
    ...(layout !== null && {layout: props => <OwnLayout {...props} name={layout} parts={parts} />}),
  }
}

export function OwnCode({parts, data}: ScreenProps<'code'> & {parts: LoadedParts}) {
  return <OwnScreen data={data} componentOf={parts.find} onServer={parts.isOnServer(data.component)} />
}

export interface OwnLayoutProps {
  readonly children: ReactNode
}

/** In the browser, one that fails leaves what is inside. On the server the page is then the product's. */
export function OwnLayout({parts, name, children}: OwnLayoutProps & {parts: LoadedParts; name: string}) {
  const page = usePage()
  const Layout = parts.find<OwnLayoutProps>(name)
  if (!Layout) return children
  return (
    <ErrorBoundary resetKey={page} fallback={children}>
      <Layout>{children}</Layout>
    </ErrorBoundary>
  )
}

interface FallbackProps {
  readonly data: FallbackData
}

/** What the author's page for what does not exist, or has failed, gets. */
type OwnFallbackProps = Pick<FallbackData, 'heading' | 'message' | 'reference'> & {readonly status: number}

export function OwnFallback({data, parts}: FallbackProps & {parts: LoadedParts}) {
  const isHydrated = useHydrated()
  const {status} = usePage()
  const {shownBy, heading, message, reference} = data
  const isShown = shownBy !== undefined && (isHydrated || parts.isOnServer(shownBy))
  const Own = isShown ? parts.find<OwnFallbackProps>(shownBy) : null
  if (!Own) return <FallbackScreen data={data} />
  return (
    <div data-own={shownBy}>
      <OwnBoundary>
        <Own status={status} heading={heading} message={message} reference={reference} />
      </OwnBoundary>
    </div>
  )
}
