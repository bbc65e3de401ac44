/**
 * A section of a page that may fail alone: the rest of the page stays. On the server React writes the fallback and reports the cause to the log; in the
 * browser this is an error boundary.
 */
import {Component, type ReactNode, Suspense} from 'react'
import type {Page} from '../../contract/page.ts'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, useRouter} from '../router/router-provider.tsx'

export function SectionBoundary({children}: {children?: ReactNode}) {
  return (
    <Boundary page={usePage()}>
      <Suspense fallback={<FallbackSection />}>{children}</Suspense>
    </Boundary>
  )
}

/** On the server the cause is in the log by the time this is rendered. */
function FallbackSection() {
  return <FailedSection reference={useRouter().failureReference()} />
}

interface BoundaryProps {
  readonly page: Page
  readonly children: ReactNode
}

class Boundary extends Component<BoundaryProps, {readonly failed: boolean}> {
  override state = {failed: false}

  static getDerivedStateFromError(): {failed: boolean} {
    return {failed: true}
  }

  override componentDidCatch(cause: unknown): void {
    console.error(cause)
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.page !== this.props.page && this.state.failed) this.setState({failed: false})
  }

  override render(): ReactNode {
    return this.state.failed ? <FailedSection reference={null} /> : this.props.children
  }
}

/** `reference` is what the log says about the failure, where the section's data could not be read. */
export function FailedSection({reference}: {reference: string | null}) {
  const {failing} = useMessages()
  const {url} = usePage()
  return (
    <section className="card broken" role="alert">
      <p>{failing.part}</p>
      {reference !== null && (
        <p className="small quiet">
          {failing.reference} <code>{reference}</code>
        </p>
      )}
      <Link className="button" href={url} reloadDocument>
        {failing.tryAgain}
      </Link>
    </section>
  )
}
