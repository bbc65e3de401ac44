/** Finds the route of a path: a handler that responds directly, or a built-in screen. */

import type {Application, Opened, ScreenRoute} from '../engine/application/application.ts'
import type {Actor} from '../engine/base/actor.ts'
import type {AppRoute, Handler, HandlerRoute, RouteFinder, RouteMatch} from './context.ts'
import {BufferedResponse} from './response.ts'

/** A request handler. GET also handles HEAD. */
export function route(
  method: string,
  path: string,
  handle: Handler,
  {countedAs = 'request'}: Partial<Pick<HandlerRoute, 'countedAs'>> = {},
): HandlerRoute {
  return {method, path, handle, countedAs}
}

type PathParameters = Readonly<Record<string, string>>

interface CompiledRoute<Each> {
  readonly route: Each
  readonly match: (path: string) => PathParameters | null
}

export class RouteTable implements RouteFinder {
  readonly #handlers: readonly CompiledRoute<HandlerRoute>[]
  readonly #screens: readonly CompiledRoute<ScreenRoute>[]

  constructor(routes: readonly AppRoute[]) {
    this.#handlers = routes.filter(each => 'handle' in each).map(compile)
    this.#screens = routes.filter(each => 'open' in each).map(compile)
  }

  /** Null if no handler has this path; 405 if one has it for other methods. */
  handler(method: string, path: string): RouteMatch | null {
    const wanted = method === 'HEAD' ? 'GET' : method
    const methods: string[] = []
    for (const {route: found, match} of this.#handlers) {
      const parameters = match(path)
      if (!parameters) continue
      const {handle, countedAs} = found
      if (found.method === wanted) return {handle: context => handle(context, parameters), countedAs}
      methods.push(...(found.method === 'GET' ? ['GET', 'HEAD'] : [found.method]))
    }
    const allow = methods.join(', ')
    return allow === '' ? null : {handle: () => methodNotAllowed(allow), countedAs: 'request'}
  }

  screen(path: string, actor: Actor, application: Application): Opened | null {
    for (const {route: found, match} of this.#screens) {
      const parameters = match(path)
      const screen = parameters && found.open(actor, application)
      if (screen) return {screen, parameters}
    }
    return null
  }
}

function methodNotAllowed(allow: string): Response {
  return new BufferedResponse(null, {status: 405, headers: {allow}})
}

/** Parameters stay encoded, as sent. */
function compile<Each extends AppRoute>(each: Each): CompiledRoute<Each> {
  const names: string[] = []
  const pattern = each.path
    .split('/')
    .map(segment => {
      if (segment === '*') return '.+'
      if (!segment.startsWith(':')) return RegExp.escape(segment)
      names.push(segment.slice(1))
      return '([^/]+)'
    })
    .join('/')
  const whole = new RegExp(`^${pattern}$`)
  const match = (path: string): PathParameters | null => {
    const found = whole.exec(path)
    return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']))
  }
  return {route: each, match}
}
