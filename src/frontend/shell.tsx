/** The frame around every page: the product's name, the menu, what one can do from anywhere, and the page itself. */
import type {Page} from '../contract/page.ts'
import {type Words, wordsFor} from '../messages/index.ts'
import {Account} from './components/account-menu.tsx'
import {Findings} from './components/findings.tsx'
import {Menu} from './components/main-menu.tsx'
import {Mark} from './components/mark.tsx'
import {RoleSwitcher} from './components/role-switcher.tsx'
import {Top} from './components/top-bar.tsx'
import type {Views} from './view.ts'

export function PageView({page, views}: {page: Page; views: Views}) {
  const View = views[page.screen]
  if (!View) throw new Error(`no view draws the screen "${page.screen}"`)
  const {shell} = page
  const words = wordsFor(shell.language)
  const view = <View data={page.data as never} page={page} />
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
  if (page.bare)
    return (
      <>
        {skip}
        <main className="centre" id="main" tabIndex={-1}>
          {brand}
          {view}
        </main>
        <Foot page={page} words={words} />
        <RoleSwitcher page={page} />
      </>
    )
  const bare = shell.menu.length === 0
  return (
    <>
      {skip}
      <div className={bare ? 'shell bare' : 'shell'}>
        <header className="side">
          {brand}
          {!bare && <Menu page={page} words={words} />}
          {!bare && <Account page={page} words={words} />}
        </header>
        <div className="main">
          {!bare && <Top page={page} words={words} />}
          {shell.findings && shell.findings.length > 0 && <Findings findings={shell.findings} words={words} />}
          <main className="page" id="main" tabIndex={-1}>
            {view}
          </main>
          <Foot page={page} words={words} />
          <RoleSwitcher page={page} />
        </div>
      </div>
    </>
  )
}

/** Discreet, below everything: where the lines of the document behind this page are. */
function Foot({page, words}: {page: Page; words: Words}) {
  if (page.book === undefined) return null
  return (
    <footer className="behind">
      <a href={page.book} data-prefetch="no">
        {words.shell.behind}
      </a>
    </footer>
  )
}
