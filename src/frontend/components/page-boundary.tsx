/** In the browser: a page that cannot be rendered becomes the error page, in its place. */
import type {ReactNode} from 'react'
import type {FallbackData, Page} from '../../contract/page.ts'
import type {PageMessages} from '../../messages/index.ts'
import {useMessages, usePage} from '../router/router-provider.tsx'
import {ErrorBoundary} from './error-boundary.tsx'

export function PageBoundary({children}: {children: (page: Page) => ReactNode}) {
  const page = usePage()
  const messages = useMessages()
  return (
    <ErrorBoundary resetKey={page} fallback={children(failurePage(page, messages))}>
      <Rendered page={page}>{children}</Rendered>
    </ErrorBoundary>
  )
}

/** Inside the boundary, so that it catches what fails while the screen is chosen. */
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
