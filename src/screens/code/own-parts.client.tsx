/** Own code in the browser: the script of a part is loaded before its first page is shown. */
import type {Page} from '../../engine/page/frame.ts'
import {loadOwnStyle, ownParts} from '../../web/router/document.ts'
import type {ScreenProps} from '../../web/screen.tsx'
import {type OwnComponent, OwnScreen} from './own-screen.tsx'

const loaded = new Map<string, OwnComponent>()
const componentOf = (name: string) => loaded.get(name) ?? null

export function OwnPart({data}: ScreenProps<'code'>) {
  return <OwnScreen data={data} componentOf={componentOf} onServer={ownParts().onServer} />
}

/** One that cannot be loaded is shown as one that fails: the rest of the page works. */
export async function loadPart({data}: Page): Promise<void> {
  if (!('component' in data) || loaded.has(data.component)) return
  const {scripts, styles} = ownParts()
  const address = scripts[data.component]
  const style = styles[data.component]
  if (address === undefined) return
  if (style !== undefined) await loadOwnStyle(style)
  try {
    const {default: component} = (await import(address)) as {readonly default: OwnComponent}
    loaded.set(data.component, component)
  } catch (cause) {
    loaded.set(data.component, () => {
      throw cause
    })
  }
}
