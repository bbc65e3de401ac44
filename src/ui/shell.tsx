/** The frame around every page: the product's name, the menu, and the page itself. */
import {Fragment} from 'react'
import type {MenuItem, Page, Shell} from './page.ts'
import {Face} from './parts/face.tsx'
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
  const skip = (
    <a className="skip" href="#main">
      {words.shell.skip}
    </a>
  )
  const brand = (
    <a className="brand" href={shell.home}>
      <Mark points={shell.points} />
      {shell.product}
    </a>
  )
  const view = <View data={page.data as never} page={page} />
  if (page.bare)
    return (
      <>
        {skip}
        <main className="centre" id="main" tabIndex={-1}>
          {brand}
          {view}
        </main>
      </>
    )
  const bare = shell.menu.length === 0
  return (
    <>
      {skip}
      <div className={bare ? 'shell bare' : 'shell'}>
        <header className="side">
          {brand}
          {!bare && <Menu page={page} />}
          <Me shell={shell} />
        </header>
        <div className="main">
          {shell.findings && shell.findings.length > 0 && <Findings findings={shell.findings} words={words} />}
          <main className="page" id="main" tabIndex={-1}>
            {view}
          </main>
        </div>
      </div>
    </>
  )
}

function Me({shell: {person, signIn}}: {shell: Shell}) {
  if (person)
    return (
      <a className="me" href={person.href}>
        <Face id={person.id} name={person.name} />
        <span className="small">
          <b>{person.name}</b>
          <span className="quiet">{person.is}</span>
        </span>
      </a>
    )
  return signIn ? (
    <a className="me" href={signIn.href}>
      <span className="small">{signIn.label}</span>
    </a>
  ) : null
}

function Menu({page}: {page: Page}) {
  const path = page.url.split('?')[0] ?? ''
  const {menu, language} = page.shell
  return (
    <nav className="menu" aria-label={wordsFor(language).shell.screens}>
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
