/** What one can do from every page: look for something, see what is new, and do what most people came for. */

import type {RefObject} from 'react'
import {openedFrom} from '../../contract/page.ts'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, usePathname} from '../router/router-provider.tsx'
import {Bell} from '../screens/notifications/bell.tsx'
import {SearchBox} from './command-palette/search-box.tsx'
import {Icon} from './icon.tsx'

export function TopBar({searchField}: {searchField: RefObject<HTMLInputElement | null>}) {
  const page = usePage()
  const messages = useMessages()
  const {search, lead} = page.shell
  const path = usePathname()
  return (
    <section className="top" aria-label={messages.shell.top}>
      {search && <SearchBox search={search} ref={searchField} />}
      <div className="end">
        <Bell />
        {lead && (
          <Link
            className="button lead"
            href={openedFrom(lead.href, page.url)}
            aria-current={path === lead.href ? 'page' : undefined}
          >
            <Icon name="plus" />
            <span>{lead.label}</span>
          </Link>
        )}
      </div>
    </section>
  )
}
