/**
 * Finds the screen for an address and a person. Words take precedence over parameters; a screen that the person may not
 * open is not found.
 */
import {includesPerson} from '../roles/model.ts'
import {bulletOf} from './bullets/bullet.ts'
import {type FeedFormat, feed} from './bullets/feed.ts'
import type {For, Route, Screen, Screens} from './model.ts'

/** The properties of the acting person that screens need; null before sign-in. */
export interface Viewer {
  readonly roles: readonly string[]
}

export interface ScreenMatch {
  readonly screen: Screen
  readonly parameters: Readonly<Record<string, string>>
}

export function mayOpen(screen: Screen, viewer: Viewer | null): boolean {
  return isForViewer(screen.for, viewer)
}

export function isForViewer(whom: For, viewer: Viewer | null): boolean {
  const audience = whom.kind === 'roles' ? whom.roles : [whom.kind]
  return audience.some(role => includesPerson(role, viewer?.roles ?? null))
}

/** The entity of the records that a screen shows; empty for other screens. */
export function entityShown({shows}: Pick<Screen, 'shows'>): string {
  return 'entity' in shows ? shows.entity : ''
}

export const feedFormatsOf = (screen: Pick<Screen, 'details'>): readonly FeedFormat[] => bulletOf(screen, feed).formats

export function findScreen(
  {screens}: Pick<Screens, 'screens'>,
  path: string,
  viewer: Viewer | null,
): ScreenMatch | null {
  const words = segmentsOf(path)
  let best: Screen | null = null
  for (const screen of screens)
    if (
      fitsRoute(screen.route, words) &&
      mayOpen(screen, viewer) &&
      (best === null || moreWords(screen.route, best.route))
    )
      best = screen
  return best && {screen: best, parameters: parametersOf(best.route, words)}
}

/** The segments of an address. */
export function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/')
}

export function fitsRoute({segments}: Route, words: readonly string[]): boolean {
  if (segments.length !== words.length) return false
  return segments.every((segment, index) => segment.kind === 'parameter' || segment.word === words[index])
}

function parametersOf({segments}: Route, words: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [index, segment] of segments.entries())
    if (segment.kind === 'parameter') parameters[segment.name] = words[index] ?? ''
  return parameters
}

/** The first segment in which two matching routes differ decides: a word is more specific than a parameter. */
function moreWords(route: Route, than: Route): boolean {
  const differs = route.segments.findIndex((segment, index) => segment.kind !== than.segments[index]?.kind)
  return route.segments[differs]?.kind === 'word'
}
