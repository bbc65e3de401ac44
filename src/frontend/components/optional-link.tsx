/** A link if there is an address, otherwise the same text without one. */
import type {ReactNode} from 'react'
import {Link} from '../router/link.tsx'

export interface OptionalLinkProps {
  readonly href: string | null
  readonly className?: string
  readonly title?: string
  readonly draggable?: boolean
  readonly children: ReactNode
}

export function OptionalLink({href, ...props}: OptionalLinkProps) {
  return href === null ? <span {...props} /> : <Link href={href} {...props} />
}
