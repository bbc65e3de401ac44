/** All screens, with own code where the document names it. */
import type {ScreenComponents} from '../../web/screen.tsx'

export function withOwnCode(screens: ScreenComponents, component: ScreenComponents['code']): ScreenComponents {
  return {...screens, code: component}
}
