/** A link if there is an address, otherwise the same text without one. */
import type {ReactNode, Ref} from 'react'
import {Link} from '../router/link.tsx'

export interface OptionalLinkProps {
  readonly href: string | null
  readonly className?: string
  readonly title?: string
  readonly draggable?: boolean
  readonly ref?: Ref<HTMLAnchorElement>
  readonly children: ReactNode
}

export function OptionalLink({href, ref, ...props}: OptionalLinkProps) {
  return href === null ? <span {...props} /> : <Link ref={ref} href={href} {...props} />
}
