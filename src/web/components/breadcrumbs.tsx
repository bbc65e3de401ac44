/** Where a page belongs, above its heading. */

import type {LinkData} from '../../engine/page/common.ts'
import {Link} from '../router/link.tsx'
import {useMessages} from '../router/router-provider.tsx'

interface BreadcrumbsProps {
  readonly back: LinkData | null
  /** The name of the page itself. */
  readonly number?: string | undefined
}

export function Breadcrumbs({back, number}: BreadcrumbsProps) {
  const messages = useMessages()
  return (
    back && (
      <nav className="crumbs num" aria-label={messages.shell.breadcrumb}>
        <Link href={back.href}>{back.label}</Link>
        {number !== undefined && ` / ${number}`}
      </nav>
    )
  )
}
