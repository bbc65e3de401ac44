/** Addresses as documents write them: `/`, `/queue`, `/tickets/:number`. */
import type {Route, Segment} from './model.ts'

export type ReadRoute =
  | {readonly ok: true; readonly route: Route}
  | {readonly ok: false; readonly message: string; readonly hint: string}

export function readRoute(text: string): ReadRoute {
  if (!text.startsWith('/'))
    return refused(
      `The route \`${text}\` does not begin with a slash.`,
      `Write \`/${text.toLowerCase().replace(/[^a-z0-9/:_-]+/g, '-')}\`.`,
    )
  if (text === '/') return {ok: true, route: {path: '/', segments: []}}
  if (text.endsWith('/'))
    return refused('A route has no slash at its end.', `Write \`${text.replace(/\/+$/, '') || '/'}\`.`)
  const words = text.slice(1).split('/')
  if (words[0]?.startsWith('_'))
    return refused("Addresses that begin with /_ are the engine's own.", 'Choose another first word.')
  const segments: Segment[] = []
  for (const word of words) {
    const segment = readSegment(word)
    if (!segment)
      return refused(
        `\`${word}\` cannot be a part of a route.`,
        'Parts are small letters, digits, - and _; a parameter is a colon and a field, as in :number.',
      )
    segments.push(segment)
  }
  const names = segments.filter(segment => segment.kind === 'parameter').map(segment => segment.name)
  if (new Set(names).size < names.length)
    return refused('A route names each parameter once.', 'Give the second one another name.')
  return {ok: true, route: {path: text, segments}}
}

/** Two routes that answer the same addresses have the same shape, whatever their parameters are called. */
export function shapeOf(route: Route): string {
  return `/${route.segments.map(segment => (segment.kind === 'word' ? segment.word : ':')).join('/')}`
}

function readSegment(text: string): Segment | null {
  const name = /^:([a-z][a-z0-9_]*)$/.exec(text)?.[1]
  if (name !== undefined) return {kind: 'parameter', name}
  return /^[a-z0-9][a-z0-9_.~-]*$/.test(text) ? {kind: 'word', word: text} : null
}

function refused(message: string, hint: string): ReadRoute {
  return {ok: false, message, hint}
}
