/** In the browser: a page that cannot be rendered becomes the error page, in its place. */
import {Component, type ReactNode} from 'react'
import type {FallbackData, Page} from '../../contract/page.ts'
import type {Words} from '../../messages/index.ts'
import {useMessages} from '../router/router-provider.tsx'

interface PageBoundaryProps {
  readonly page: Page
  readonly children: (page: Page) => ReactNode
}

export function PageBoundary(props: PageBoundaryProps) {
  return <Boundary {...props} messages={useMessages()} />
}

interface BoundaryProps extends PageBoundaryProps {
  readonly messages: Words
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
    const {page, children, messages} = this.props
    return children(this.state.failed ? failurePage(page, messages) : page)
  }
}

function failurePage({build, url, shell}: Page, {failing}: Words): Page {
  const data: FallbackData = {
    heading: failing.failure,
    message: failing.undrawn,
    reference: null,
    retry: true,
    links: [],
  }
  return {build, url, shell, status: 500, title: failing.failure, screen: 'failure', data}
}
