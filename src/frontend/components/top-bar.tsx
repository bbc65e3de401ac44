/** What one can do from every page: look for something, see what is new, and do what most people came for. */

import type {RefObject} from 'react'
import {openedFrom} from '../../contract/page.ts'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, usePathname} from '../router/router-provider.tsx'
import {Icon} from './icon.tsx'

export function TopBar({searchField}: {searchField: RefObject<HTMLInputElement | null>}) {
  const page = usePage()
  const messages = useMessages()
  const {search, lead} = page.shell
  const path = usePathname()
  return (
    <section className="top" aria-label={messages.shell.top}>
      {search && <Search search={search} ref={searchField} />}
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

interface SearchProps {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly search: {readonly href: string; readonly hint: string}
}

/** A plain form; the words searched for stay in the field on the page that it leads to. */
function Search({search, ref}: SearchProps) {
  const page = usePage()
  const messages = useMessages()
  const query = usePathname() === search.href ? (new URLSearchParams(page.url.split('?')[1]).get('q') ?? '') : ''
  return (
    <search className="seek">
      <form method="get" action={search.href}>
        <Icon name="search" />
        <label className="only-read" htmlFor="find">
          {messages.shell.search}
        </label>
        <input
          key={query}
          ref={ref}
          id="find"
          name="q"
          type="search"
          placeholder={search.hint}
          defaultValue={query}
          autoComplete="off"
          maxLength={200}
        />
        <span className="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  )
}

function Bell() {
  const page = usePage()
  const messages = useMessages()
  const {notifications} = page.shell
  if (!notifications) return null
  const {unread, href} = notifications
  return (
    <Link className="button bare icon bell" href={href} aria-label={messages.shell.notifications(unread)}>
      <Icon name="bell" />
      {unread > 0 && <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
    </Link>
  )
}
