/** The bar above every screen: its title and one quiet fact, the actions of the screen, notifications, and the primary action. */

import type {ReactNode} from 'react'
import type {LinkData} from '../../engine/page/common.ts'
import {openedFrom} from '../../engine/page/frame.ts'
import {useHotkeys} from '../hooks/use-hotkeys.ts'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, usePathname, useRouter} from '../router/router-provider.tsx'
import {InTopBar} from '../screen.tsx'
import {classes} from './classes.ts'
import {CommandLink} from './command-palette/commands.tsx'
import {Icon} from './icon.tsx'

interface PageHeadProps {
  /** The heading and its neighbours. */
  readonly children: ReactNode
  /** The form for what this screen shows replaces the primary action. */
  readonly create?: LinkData | null
  /** Beside a list, which has the bar. */
  readonly inPanel?: boolean
  readonly className?: string
}

export function PageHead({children, create = null, inPanel = false, className}: PageHeadProps) {
  const head = <div className="head">{children}</div>
  if (inPanel) return head
  return (
    <div className={classes('top', className)}>
      {head}
      <TopActions create={create} />
    </div>
  )
}

/** Without a menu there is no primary action. */
function TopActions({create}: {create: LinkData | null}) {
  const {shell} = usePage()
  const messages = useMessages()
  if (shell.menu.length === 0) return null
  return (
    <div className="end">
      {shell.search && (
        <Link className="button ghost icon on-phone" href={shell.search.href} aria-label={messages.shell.search}>
          <Icon name="search" />
        </Link>
      )}
      <InTopBar />
      <Lead create={create} />
    </div>
  )
}

/** N opens it, unless someone is typing. */
function Lead({create}: {create: LinkData | null}) {
  const page = usePage()
  const path = usePathname()
  const router = useRouter()
  const lead = create ?? page.shell.lead ?? null
  const href = lead && lead.href !== path ? openedFrom(lead.href, page.url) : null
  useHotkeys(href === null ? {} : {n: () => router.navigate(href)})
  if (lead === null || href === null) return null
  const content = (
    <>
      <Icon name="plus" />
      <span>{lead.label}</span>
      <span className="key" aria-hidden="true">
        N
      </span>
    </>
  )
  // The primary action is already in the palette.
  return create && create.href !== page.shell.lead?.href ? (
    <CommandLink className="button primary here" href={href} label={lead.label} aria-keyshortcuts="N">
      {content}
    </CommandLink>
  ) : (
    <Link className="button primary" href={href} aria-keyshortcuts="N">
      {content}
    </Link>
  )
}
