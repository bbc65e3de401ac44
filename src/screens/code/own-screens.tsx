/** What shows own code in place of the product's parts. A part that is not loaded is what the product has in its place. */
import type {ComponentType, ReactNode} from 'react'
import type {FallbackData} from '../../engine/page/frame.ts'
import {ErrorBoundary} from '../../web/components/boundaries.tsx'
import {FallbackScreen} from '../../web/fallback-screen.tsx'
import {useHydrated} from '../../web/hooks/use-hydrated.ts'
import {usePage} from '../../web/router/router-provider.tsx'
import type {ScreenComponents, ScreenProps} from '../../web/screen.tsx'
import {OwnBoundary} from './kit/own-boundary.tsx'
import {OwnScreen} from './own-screen.tsx'

export interface LoadedParts {
  /** The component of a part, whose props its types say; null if it is not loaded. */
  readonly find: <Props>(name: string) => ComponentType<Props> | null
  /** Whether the server has rendered it: otherwise it appears when the page is hydrated. */
  readonly isOnServer: (name: string) => boolean
}

export const loadedParts = (loaded: ReadonlyMap<string, unknown>, isOnServer = (_: string) => true): LoadedParts => ({
  // As a build has checked it: the types of its props are those of the document.
  find: <Props,>(name: string) => (loaded.get(name) ?? null) as ComponentType<Props> | null,
  isOnServer,
})

/** `layout`: the part around the page. */
export function ownScreens(screens: ScreenComponents, parts: LoadedParts, layout: string | null): ScreenComponents {
  const fallback = (props: FallbackProps) => <OwnFallback {...props} parts={parts} />
  return {
    ...screens,
    code: props => <OwnCode {...props} parts={parts} />,
    missing: fallback,
    failure: fallback,
    refused: fallback,
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
