/** Own code in the browser: the scripts of its parts are loaded before the first page that shows them. */
import type {FallbackData, Page} from '../../engine/page/frame.ts'
import {isLayoutPart} from '../../engine/page/own.ts'
import {loadOwnStyle, ownParts} from '../../web/router/document.ts'
import type {AnyOwnPart, ScreenProps} from '../../web/screen.tsx'
import {loadedParts} from './loaded-parts.ts'
import {OwnPartShown} from './own-part.tsx'
import {OwnCode, OwnFallback, OwnLayout, type OwnLayoutProps} from './own-screens.tsx'

const loaded = new Map<string, unknown>()
const isOnServer = (name: string) => ownParts().onServer.includes(name)
const parts = loadedParts(loaded, {isOnServer, load: loadPart})

export const CodePart = (props: ScreenProps<'code'>) => <OwnCode {...props} parts={parts} />

export const ShownPart = (props: AnyOwnPart) => <OwnPartShown {...props} parts={parts} />

export const FallbackPart = (props: {data: FallbackData}) => <OwnFallback {...props} parts={parts} />

/** Of this document: another one has other styles, so that its pages are loaded in full. */
export function LayoutPart(props: OwnLayoutProps) {
  return <OwnLayout {...props} name={ownParts().onServer.find(isLayoutPart) ?? ''} parts={parts} />
}

/** One that cannot be loaded is shown as one that fails: the rest of the page works. */
export async function loadParts({own = []}: Page): Promise<void> {
  await Promise.all(own.map(loadPart))
}

async function loadPart(name: string): Promise<void> {
  const {scripts, styles} = ownParts()
  const address = scripts[name]
  const style = styles[name]
  if (loaded.has(name) || address === undefined || (isLayoutPart(name) && !isOnServer(name))) return
  if (style !== undefined) await loadOwnStyle(style)
  try {
    const {default: component} = (await import(address)) as {readonly default: unknown}
    loaded.set(name, component)
  } catch (cause) {
    loaded.set(name, () => {
      throw cause
    })
  }
}
