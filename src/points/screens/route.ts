/** Addresses as documents write them: `/`, `/queue`, `/tickets/:number`. */

import type {Route, RouteSegment} from './model.ts'

type ReadRoute =
  | {readonly ok: true; readonly route: Route}
  /** `meant`: the route that the author probably meant. */
  | {readonly ok: false; readonly message: string; readonly hint: string; readonly meant: string | null}

export function readRoute(text: string): ReadRoute {
  if (text === '') return refused('The route is missing.', null, 'Write one, such as `/orders`.')
  if (!text.startsWith('/')) return refused('A route starts with a slash.', routeMeant(text))
  if (text === '/') return {ok: true, route: {path: '/', segments: []}}
  if (text.endsWith('/')) return refused('A route does not end with a slash.', text.replace(/\/+$/, '') || '/')
  const words = text.slice(1).split('/')
  if (words[0]?.startsWith('_'))
    return refused('Routes that start with `/_` are reserved.', null, 'Choose another first word.')
  const segments: RouteSegment[] = []
  for (const word of words) {
    const segment = readSegment(word)
    if (!segment)
      return refused(
        `\`${word}\` cannot be part of a route: use lower-case letters, digits, \`-\` and \`_\`, or a parameter such as \`:number\`.`,
        routeMeant(text),
      )
    segments.push(segment)
  }
  const names = segments.filter(segment => segment.kind === 'parameter').map(segment => segment.name)
  if (new Set(names).size < names.length)
    return refused('This route has the same parameter twice.', null, 'Name each parameter once.')
  return {ok: true, route: {path: text, segments}}
}

/** Two routes that match the same addresses have the same shape, whatever the names of their parameters. */
export function shapeOf(route: Route): string {
  return `/${route.segments.map(segment => (segment.kind === 'word' ? segment.word : ':')).join('/')}`
}

function readSegment(text: string): RouteSegment | null {
  const name = /^:([a-z][a-z0-9_]*)$/.exec(text)?.[1]
  if (name !== undefined) return {kind: 'parameter', name}
  return /^[a-z0-9][a-z0-9_.~-]*$/.test(text) ? {kind: 'word', word: text} : null
}

/**
 * In lower case, with hyphens for spaces; other products write parameters as `{number}`, `<number>` or `[number]`.
 */
function routeMeant(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[{<[]\s*:?([a-z][a-z0-9_]*)\s*[}>\]]/g, ':$1')
    .split('/')
    .map(word =>
      word
        .normalize('NFKD')
        .replace(/[^a-z0-9:_.~-]+/g, '-')
        .replace(/^-+|-+$/g, ''),
    )
  return `/${words.filter(Boolean).join('/')}`
}

function refused(message: string, meant: string | null, hint = `Write \`${meant}\`.`): ReadRoute {
  // The suggestion is checked without another suggestion, so that this terminates.
  const fits = meant
    ?.split('/')
    .slice(1)
    .every(word => meant === '/' || readSegment(word) !== null)
  return {ok: false, message, hint, meant: fits ? meant : null}
}

/** First words of addresses that are reserved for built-in screens such as sign-in and notifications. */
export const ownWords: ReadonlySet<string> = new Set([
  'sign-in',
  'sign-up',
  'sign-out',
  'forgot-password',
  'reset-password',
  'invitations',
  'account',
  'set-up',
  'notifications',
  'search',
  'mail-links',
  'unsubscribe',
  'sent-mails',
])
