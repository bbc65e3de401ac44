/** The screens that the person may open; on a phone behind a button that works without JavaScript too. */

import {Fragment} from 'react'
import type {MenuItem} from '../../contract/page.ts'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, usePageKey, usePathname} from '../router/router-provider.tsx'
import {Icon} from './icon.tsx'

export function MainMenu() {
  const {shell} = usePage()
  const path = usePathname()
  const pageKey = usePageKey()
  const {menu} = shell
  const {shell: messages} = useMessages()
  const items = menu.flatMap(group => group.items)
  // The primary action is marked at the top of the page, and belongs to no entry.
  const here = path === shell.lead?.href ? null : currentOf(items, path)
  return (
    <>
      {/* Beside what it opens, not around it: on wide screens the menu is open whatever this says. */}
      <details key={pageKey} className="opens">
        <summary aria-label={messages.menu}>
          <Icon name="menu" />
        </summary>
      </details>
      <nav className="menu" aria-label={messages.screens}>
        {menu.map(group => (
          <Fragment key={group.title ?? ''}>
            {group.title !== null && <h2>{group.title}</h2>}
            <ul>
              {group.items.map(item => (
                <li key={item.href}>
                  <Link
                    href={item.href}
                    aria-current={item.href === path ? 'page' : item.href === here ? 'true' : undefined}
                  >
                    <Icon name={item.icon} />
                    {item.label}
                  </Link>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
    </>
  )
}

/** The entry that a page without one belongs to: the nearest above it in the address. */
function currentOf(items: readonly MenuItem[], path: string): string | null {
  const above = items.filter(({href}) => href === path || (href !== '/' && path.startsWith(`${href}/`)))
  return above.toSorted((a, b) => b.href.length - a.href.length)[0]?.href ?? null
}
