/**
 * A section of a page that may fail alone: the rest of the page stays. On the server React writes the fallback and reports the cause to the log; in the
 * browser this is an error boundary.
 */
import {type ReactNode, Suspense} from 'react'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, useRouter} from '../router/router-provider.tsx'
import {ErrorBoundary} from './error-boundary.tsx'

export function SectionBoundary({children}: {children?: ReactNode}) {
  return (
    <ErrorBoundary resetKey={usePage()} fallback={<FailedSection reference={null} />}>
      <Suspense fallback={<FallbackSection />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** On the server the cause is in the log by the time this is rendered. */
function FallbackSection() {
  return <FailedSection reference={useRouter().failureReference()} />
}

/** `reference` is what the log says about the failure, where the section's data could not be read. */
export function FailedSection({reference}: {reference: string | null}) {
  const {failures} = useMessages()
  const {url} = usePage()
  return (
    <section className="card broken" role="alert">
      <p>{failures.part}</p>
      {reference !== null && (
        <p className="small quiet">
          {failures.reference} <code>{reference}</code>
        </p>
      )}
      <Link className="button" href={url} reloadDocument>
        {failures.tryAgain}
      </Link>
    </section>
  )
}
