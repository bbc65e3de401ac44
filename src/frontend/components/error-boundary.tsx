/** In the browser: shows something else where rendering failed, until the page changes. */
import {Component, type ReactNode} from 'react'

export interface ErrorBoundaryProps {
  /** Another one: rendering is tried again. */
  readonly resetKey: unknown
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
