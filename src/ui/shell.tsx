/** The frame around every page: the product's name, the menu, and the page itself. */
import {Fragment} from 'react'
import type {MenuItem, Page} from './page.ts'
import {Findings} from './parts/findings.tsx'
import {Icon} from './parts/icon.tsx'
import {Mark} from './parts/mark.tsx'
import type {Views} from './view.ts'
import {wordsFor} from './words.ts'

export function PageView({page, views}: {page: Page; views: Views}) {
  const View = views[page.screen]
  if (!View) throw new Error(`no view draws the screen "${page.screen}"`)
  const {shell} = page
  const words = wordsFor(shell.language)
  const bare = shell.menu.length === 0
  return (
    <>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <div className={bare ? 'shell bare' : 'shell'}>
        <header className="side">
          <a className="brand" href={shell.home}>
            <Mark points={shell.points} />
            {shell.product}
          </a>
          {!bare && <Menu page={page} />}
        </header>
        <div className="main">
          {shell.findings && shell.findings.length > 0 && <Findings findings={shell.findings} words={words} />}
          <main className="page" id="main" tabIndex={-1}>
            <View data={page.data as never} page={page} />
          </main>
        </div>
      </div>
    </>
  )
}

function Menu({page}: {page: Page}) {
  const path = page.url.split('?')[0] ?? ''
  const {menu, language} = page.shell
  return (
    <nav className="menu" aria-label={wordsFor(language).screens}>
      {menu.map(group => (
        <Fragment key={group.title ?? ''}>
          {group.title !== null && <h2>{group.title}</h2>}
          <ul>
            {group.items.map(item => (
              <li key={item.href}>
                <MenuLink item={item} current={item.href === path} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  )
}

function MenuLink({item, current}: {item: MenuItem; current: boolean}) {
  return (
    <a href={item.href} aria-current={current ? 'page' : undefined}>
      <Icon name={item.icon} />
      {item.label}
    </a>
  )
}
