/**
 * A part of a page that may fail alone: what stands around it stays. In the browser this is a boundary; on the server the renderer knows
 * it, writes the failure in its place, and puts the cause into the log.
 */
import {Component, type ReactNode} from 'react'
import type {Page} from '../../contract/page.ts'
import {wordsFor} from '../../messages/index.ts'

export interface PartProps {
  readonly page: Page
  readonly children?: ReactNode
}

export class Part extends Component<PartProps, {readonly failed: boolean}> {
  override state = {failed: false}

  static getDerivedStateFromError(): {failed: boolean} {
    return {failed: true}
  }

  /** Whoever looks after the application finds the cause in the console. */
  override componentDidCatch(cause: unknown): void {
    console.error(cause)
  }

  override componentDidUpdate(before: PartProps): void {
    if (before.page !== this.props.page && this.state.failed) this.setState({failed: false})
  }

  override render(): ReactNode {
    const {page, children} = this.props
    return this.state.failed ? <FailedPart page={page} reference={null} /> : children
  }
}

export function FailedPart({page, reference}: {page: Page; reference: string | null}) {
  const {failing} = wordsFor(page.shell.language)
  return (
    <section className="card broken" role="alert">
      <p>{failing.part}</p>
      {reference !== null && (
        <p className="small quiet">
          {failing.reference} <code>{reference}</code>
        </p>
      )}
      <a className="button" href={page.url} data-prefetch="no" data-document="">
        {failing.tryAgain}
      </a>
    </section>
  )
}
