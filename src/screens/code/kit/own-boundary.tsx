/** Around an own part: one that fails is a message with a reference, and one that leaves is followed. */
import {Component, type ReactNode, useEffect} from 'react'
import {SectionBoundary} from '../../../web/components/boundaries.tsx'
import {useRouter} from '../../../web/router/router-provider.tsx'
import {Leave} from './leave.ts'

export function OwnBoundary({children}: {children: ReactNode}) {
  return (
    <SectionBoundary>
      <LeaveBoundary>{children}</LeaveBoundary>
    </SectionBoundary>
  )
}

interface Left {
  readonly leave: Leave | null
}

/** In the browser; on the server the page is not sent. */
export class LeaveBoundary extends Component<{readonly children: ReactNode}, Left> {
  override state: Left = {leave: null}

  static getDerivedStateFromError(cause: unknown): Left {
    if (cause instanceof Leave) return {leave: cause}
    throw cause
  }

  override render(): ReactNode {
    const {leave} = this.state
    return leave ? <Leaving to={leave.to} /> : this.props.children
  }
}

/** A page that does not exist is asked of the server, which answers with its status. */
function Leaving({to}: {to: string | null}) {
  const router = useRouter()
  useEffect(() => {
    if (to === null) location.reload()
    else router.navigate(to, {replace: true})
  }, [router, to])
  return null
}
