/** The screens available to the person: beside the page; on a phone in a bar below it, with the most important ones and the rest behind a button. */

import {Fragment} from 'react'
import {type MenuItem, openedFrom} from '../../engine/page/frame.ts'
import {Link} from '../router/link.tsx'
import {useMessages, useNavigation, usePage, usePageKey, usePathname} from '../router/router-provider.tsx'
import {AccountMenu} from './account-menu.tsx'
import {Icon, PageIcon} from './icon.tsx'

/** Below the centre button on a phone there is room for a word or two. */
const shortLabel = (label: string) => (label.length > 13 ? label.split(' ')[0] : label)

/** Of a longer menu, the groups after the first are folded, but for that of the page, so that all headings are in sight. */
const mostUnfolded = 20

export function MainMenu() {
  const {shell, url} = usePage()
  const pageKey = usePageKey()
  const navigation = useNavigation()
  const shown = usePathname()
  // The page being navigated to, from the click on.
  const path = navigation.state === 'loading' ? navigation.to : shown
  const {shell: messages} = useMessages()
  const items = shell.menu.flatMap(group => group.items)
  const firstTitled = shell.menu.find(({title}) => title !== null)
  // The primary action is marked at the top of the page and belongs to no entry.
  const here = path === shell.lead?.href ? null : currentOf(items, path)
  const currentAs = ({href}: MenuItem) => (href === path ? 'page' : href === here ? 'true' : undefined)
  return (
    <>
      <nav className="quick" aria-label={messages.quick}>
        {shell.quick?.map(href => {
          const leads = href === shell.lead?.href
          const item = leads ? shell.lead : items.find(each => each.href === href)
          return (
            item && (
              <Link
                key={item.href}
                className={leads ? 'create' : undefined}
                href={leads ? openedFrom(item.href, url) : item.href}
                aria-current={currentAs(item)}
                aria-label={leads ? item.label : undefined}
              >
                <PageIcon icon={item.icon} />
                <span>{leads ? shortLabel(item.label) : item.label}</span>{' '}
                {item.count && <span className="count">{item.count}</span>}
              </Link>
            )
          )
        })}
      </nav>
      {/* Beside what it opens, not around it: on wide screens the menu is always open. */}
      <details key={pageKey} className="opens">
        <summary>
          <Icon name="menu" />
          <span>{messages.more}</span>
        </summary>
      </details>
      <div className="sheet">
        <nav className="menu" aria-label={messages.screens}>
          {shell.menu.map(group => {
            const list = (
              <ul>
                {group.items.map(item => (
                  <li key={item.href}>
                    <Link href={item.href} aria-current={currentAs(item)}>
                      <PageIcon icon={item.icon} />
                      <span>{item.label}</span> {item.count && <span className="count">{item.count}</span>}
                    </Link>
                  </li>
                ))}
              </ul>
            )
            if (group.title === null) return <Fragment key="">{list}</Fragment>
            if (items.length <= mostUnfolded)
              return (
                <Fragment key={group.title}>
                  <h2>{group.title}</h2>
                  {list}
                </Fragment>
              )
            const isOpen = group === firstTitled || group.items.some(item => currentAs(item) !== undefined)
            return (
              <details key={group.title} className="menu-group" open={isOpen}>
                <summary>
                  <h2>{group.title}</h2>
                </summary>
                {list}
              </details>
            )
          })}
        </nav>
        <AccountMenu />
      </div>
    </>
  )
}

/** The entry a page without its own belongs to: the nearest parent address. */
function currentOf(items: readonly MenuItem[], path: string): string | null {
  const above = items.filter(({href}) => href === path || (href !== '/' && path.startsWith(`${href}/`)))
  return above.toSorted((a, b) => b.href.length - a.href.length)[0]?.href ?? null
}
