/** The script of every page of an application with own code. */
import type {FallbackData, Page} from '../engine/page/frame.ts'
import {isLayoutPart} from '../engine/page/own.ts'
import {startBrowser} from '../web/browser.tsx'
import {FallbackScreen} from '../web/fallback-screen.tsx'
import {LazyPart, lazyWithPreload} from '../web/lazy.tsx'
import {forgetOtherLayout} from '../web/router/client.ts'
import {initialPage, ownParts} from '../web/router/document.ts'
import {usePage} from '../web/router/router-provider.tsx'
import type {AnyOwnPart, ScreenComponents} from '../web/screen.tsx'
import {loadMessages} from './messages.client.ts'
import {loadScreen, screens} from './screens.client.tsx'

const parts = () => import('./code/own-parts.client.tsx')
const code = lazyWithPreload(async () => (await parts()).CodePart)
const layout = lazyWithPreload(async () => (await parts()).LayoutPart)
const ownPart = lazyWithPreload(async () => (await parts()).ShownPart)
const ownFallback = lazyWithPreload(async () => (await parts()).FallbackPart)

/** Without a connection the product's page is there at once. */
function Fallback({data}: {data: FallbackData}) {
  const Shown = data.shownBy === undefined ? FallbackScreen : ownFallback
  return <Shown data={data} />
}

const {onServer, scripts} = ownParts()

/** That of a form which is opened in a page is loaded with it; until then the product's is there. */
function Part(props: AnyOwnPart) {
  const {own = []} = usePage()
  const {name, children} = props
  const Shown = ownPart
  if (own.includes(name)) return <Shown {...props} />
  if (!Object.hasOwn(scripts, name)) return children
  return (
    <LazyPart fallback={children}>
      <Shown {...props} />
    </LazyPart>
  )
}

const withParts: ScreenComponents = {
  ...screens,
  code,
  missing: Fallback,
  failure: Fallback,
  refused: Fallback,
  ownPart: Part,
  ...(onServer.some(isLayoutPart) && {layout}),
}

async function loadOwn(page: Page): Promise<void> {
  if (!page.own) return
  const {loadParts} = await parts()
  await Promise.all([loadParts(page), code.preload(), layout.preload(), ownFallback.preload(), ownPart.preload()])
}

forgetOtherLayout(initialPage()?.build ?? '')

void startBrowser({
  screens: withParts,
  loadMessages,
  loadScreen: async page => {
    await Promise.all([loadScreen(page), loadOwn(page)])
  },
})
