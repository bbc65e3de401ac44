/** The screens that somebody may open; on a phone behind a button that works without script too. */
import {Fragment} from 'react'
import type {MenuItem, Page} from '../../contract/page.ts'
import type {Words} from '../../messages/index.ts'
import {Icon} from './icon.tsx'

interface MenuProps {
  readonly page: Page
  readonly words: Words
}

function standing({page}: MenuProps): {readonly path: string; readonly here: string | null} {
  const path = page.url.split('?')[0] ?? ''
  const items = page.shell.menu.flatMap(group => group.items)
  // What leads at the top of every page is marked there, and belongs to no entry.
  return {path, here: path === page.shell.lead?.href ? null : currentOf(items, path)}
}

/** The same for all with the same roles, but for where they are. */
Menu.keptBy = (props: MenuProps) => {
  const {path, here} = standing(props)
  return {of: props.page.shell.menu, form: path === here ? `at ${here}` : `below ${here}`}
}

export function Menu({page, words}: MenuProps) {
  const {menu} = page.shell
  const {path, here} = standing({page, words})
  return (
    <>
      {/* Beside what it opens, not around it: on wide screens the menu is open whatever this says. */}
      <details className="opens" data-popup="">
        <summary aria-label={words.shell.menu}>
          <Icon name="menu" />
        </summary>
      </details>
      <nav className="menu" aria-label={words.shell.screens}>
        {menu.map(group => (
          <Fragment key={group.title ?? ''}>
            {group.title !== null && <h2>{group.title}</h2>}
            <ul>
              {group.items.map(item => (
                <li key={item.href}>
                  <a
                    href={item.href}
                    aria-current={item.href === path ? 'page' : item.href === here ? 'true' : undefined}
                  >
                    <Icon name={item.icon} />
                    {item.label}
                  </a>
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
