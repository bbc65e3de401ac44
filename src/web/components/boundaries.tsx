/** What is shown where rendering failed: in place of a page, or of a section of it. */

import {Component, type ComponentType, type ReactNode, Suspense} from 'react'
import type {FallbackData, Page} from '../../engine/page/frame.ts'
import type {PageMessages} from '../../messages/index.ts'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, useRouter} from '../router/router-provider.tsx'

/* In the browser: shows a fallback if rendering failed, until the page changes. */

export interface ErrorBoundaryProps {
  /** A new value: rendering is tried again. */
  readonly resetKey?: unknown
  readonly fallback: ReactNode
  readonly children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, {readonly failed: boolean}> {
  override state = {failed: false}

  static getDerivedStateFromError(): {failed: boolean} {
    return {failed: true}
  }

  override componentDidCatch(cause: unknown): void {
    console.error(cause)
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (before.resetKey !== this.props.resetKey && this.state.failed) this.setState({failed: false})
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

/* In the browser: a page that fails to render is replaced by the error page. */

export function PageBoundary({children}: {children: (page: Page) => ReactNode}) {
  const page = usePage()
  const messages = useMessages()
  return (
    <ErrorBoundary resetKey={page} fallback={children(failurePage(page, messages))}>
      <Rendered page={page}>{children}</Rendered>
    </ErrorBoundary>
  )
}

/** Inside the boundary, so that it also catches failures while the screen is chosen. */
function Rendered({page, children}: {page: Page; children: (page: Page) => ReactNode}) {
  return children(page)
}

function failurePage({build, url, shell}: Page, {failures}: PageMessages): Page {
  const data: FallbackData = {
    heading: failures.failure,
    message: failures.undrawn,
    reference: null,
    retry: true,
    links: [],
  }
  return {build, url, shell, status: 500, title: failures.failure, screen: 'failure', data}
}

/*
 * A section that may fail without affecting the rest of the page. On the server React renders the fallback and reports the cause to the log; in the
 * browser this is an error boundary.
 */

interface SectionBoundaryProps {
  /** What is shown where it failed. */
  readonly failed?: ComponentType<FailedSectionProps>
  readonly children?: ReactNode
}

export function SectionBoundary({failed: Failed = FailedSection, children}: SectionBoundaryProps) {
  return (
    <ErrorBoundary resetKey={usePage()} fallback={<Failed reference={null} />}>
      <Suspense fallback={<FallbackSection failed={Failed} />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** On the server the cause is in the log by the time this is rendered. */
function FallbackSection({failed: Failed}: Required<Pick<SectionBoundaryProps, 'failed'>>) {
  return <Failed reference={useRouter().failureReference()} />
}

export interface FailedSectionProps {
  readonly reference: string | null
}

/** `reference` identifies the failure in the log, if the section's data could not be read. */
export function FailedSection({reference}: FailedSectionProps) {
  const {failures} = useMessages()
  const {url} = usePage()
  return (
    <section className="card broken" role="alert">
      <p>{failures.part}</p>
      {reference !== null && (
        <p className="small muted">
          {failures.reference} <code>{reference}</code>
        </p>
      )}
      <Link className="button" href={url} reloadDocument>
        {failures.tryAgain}
      </Link>
    </section>
  )
}
