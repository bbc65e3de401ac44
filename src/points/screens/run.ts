/** Which screen answers an address for whom. Words win over parameters; what nobody may open does not exist. */
import type {For, Route, Screen, Screens} from './model.ts'

/** The acting person as far as screens care; null is somebody who has not signed in. */
export interface Viewer {
  readonly roles: readonly string[]
}

export interface Match {
  readonly screen: Screen
  readonly parameters: Readonly<Record<string, string>>
}

export function mayOpen(screen: Screen, viewer: Viewer | null): boolean {
  return isFor(screen.for, viewer)
}

export function isFor(whom: For, viewer: Viewer | null): boolean {
  if (whom.kind === 'everyone') return true
  if (viewer === null) return false
  return whom.kind === 'signed in' || whom.roles.some(role => viewer.roles.includes(role))
}

export function findScreen({screens}: Screens, path: string, viewer: Viewer | null): Match | null {
  const words = path === '/' ? [] : path.slice(1).split('/')
  let best: Match | null = null
  for (const screen of screens) {
    if (!mayOpen(screen, viewer)) continue
    const parameters = matchRoute(screen.route, words)
    if (parameters && (best === null || moreWords(screen.route, best.screen.route))) best = {screen, parameters}
  }
  return best
}

function matchRoute(route: Route, words: readonly string[]): Record<string, string> | null {
  if (route.segments.length !== words.length) return null
  const parameters: Record<string, string> = {}
  for (const [index, segment] of route.segments.entries()) {
    const word = words[index] ?? ''
    if (segment.kind === 'parameter') parameters[segment.name] = word
    else if (segment.word !== word) return null
  }
  return parameters
}

/** The first part in which two matching routes differ decides: a word is more exact than a parameter. */
function moreWords(route: Route, than: Route): boolean {
  const differs = route.segments.findIndex((segment, index) => segment.kind !== than.segments[index]?.kind)
  return route.segments[differs]?.kind === 'word'
}
