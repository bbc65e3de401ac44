/** In the browser: a page that cannot be drawn becomes the fallback page for errors, in its place. */
import {Component, type ReactNode} from 'react'
import type {FallbackData, Page} from '../contract/page.ts'
import {wordsFor} from '../messages/index.ts'
import {PageView} from './shell.tsx'
import type {Views} from './view.ts'

interface Props {
  readonly page: Page
  readonly views: Views
  /** Called once the page stands in the document. */
  readonly shown?: () => void
}

interface State {
  readonly failures: number
}

export class BoundedPage extends Component<Props, State> {
  override state: State = {failures: 0}

  static getDerivedStateFromError(): State {
    return {failures: 1}
  }

  override componentDidMount(): void {
    this.props.shown?.()
  }

  override componentDidCatch(cause: unknown): void {
    console.error(cause)
  }

  override componentDidUpdate(before: Props): void {
    if (before.page !== this.props.page && this.state.failures > 0) this.setState({failures: 0})
  }

  override render(): ReactNode {
    const {page, views} = this.props
    return <PageView page={this.state.failures > 0 ? failed(page) : page} views={views} />
  }
}

function failed(page: Page): Page {
  const words = wordsFor(page.shell.language)
  const data: FallbackData = {
    heading: words.failing.failure,
    message: words.failing.undrawn,
    reference: null,
    retry: true,
    links: [],
  }
  return {...page, status: 500, title: words.failing.failure, screen: 'failure', data}
}
