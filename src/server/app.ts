/** The HTTP application: the middleware that every request passes, and the table of routes. */
import {accountRoutes} from '../accounts/screens/routes.ts'
import {notificationsScreen} from '../screens/notifications/server.ts'
import {openApiRoute} from './api-description.ts'
import {
  type AppOptions,
  type AppRoute,
  type Arrival,
  compose,
  createContext,
  type Middleware,
  type RequestContext,
} from './context.ts'
import {feedRoutes} from './feeds.ts'
import {fileRoute} from './file-download.ts'
import {downloadLimits, exportLimits, Slots, uploadLimits, workLimits} from './limits.ts'
import {LiveStreams} from './live/live-streams.ts'
import {address} from './middleware/address.ts'
import {assets} from './middleware/assets.ts'
import {auditOrigin} from './middleware/audit-origin.ts'
import {calls} from './middleware/calls.ts'
import {compress} from './middleware/compress.ts'
import {csrf} from './middleware/csrf.ts'
import {errorHandler} from './middleware/error-handler.ts'
import {health} from './middleware/health.ts'
import {host} from './middleware/host.ts'
import {language} from './middleware/language.ts'
import {mcp} from './middleware/mcp.ts'
import {notModified} from './middleware/not-modified.ts'
import {publicFiles} from './middleware/public-files.ts'
import {downloadSlots, rateLimit} from './middleware/rate-limit.ts'
import {requestLog} from './middleware/request-log.ts'
import {scim} from './middleware/scim.ts'
import {secondFactor} from './middleware/second-factor.ts'
import {securityHeaders} from './middleware/security-headers.ts'
import {session} from './middleware/session.ts'
import {beginTurn, turns} from './middleware/turns.ts'
import {offlineRoute} from './offline.ts'
import {BufferedResponse} from './response.ts'
import {RouteTable} from './routes.ts'
import {screens} from './screens.ts'
import {sentMailRoutes} from './sent-mails.ts'
import {themeRoute} from './shell.ts'
import {singleSignOnRoutes} from './single-sign-on.ts'
import {undoRoute} from './undo-notice.ts'

/**
 * Outermost first. The order matters for security: address, session, limits, origin, and only then a handler that reads the body. Calls and MCP
 * are for programs with a key: they check it, and their limits, before they read a body.
 */
const pipeline: readonly Middleware[] = [
  health,
  requestLog,
  securityHeaders,
  host,
  compress,
  notModified,
  errorHandler,
  turns,
  address,
  assets,
  auditOrigin,
  calls,
  mcp,
  scim,
  publicFiles,
  session,
  secondFactor,
  language,
  rateLimit,
  downloadSlots,
  csrf,
  handle,
]

async function handle(context: RequestContext): Promise<Response> {
  const {route} = context
  if (!route) return screens(context)
  if (route.countedAs !== null) await beginTurn(context)
  return route.handle(context)
}

/** Every address that is not a screen of the document. To add one, add a line: `route('GET', '/feeds/:token', feed)`. */
function routes(options: AppOptions, live: LiveStreams | null): AppRoute[] {
  const {accounts, routes: more = []} = options
  return [
    ...[fileRoute, themeRoute, openApiRoute, offlineRoute, ...feedRoutes],
    ...(live ? [live.route] : []),
    ...(accounts ? [undoRoute(accounts), ...accountRoutes(accounts, {'/notifications': notificationsScreen})] : []),
    ...(accounts?.sso ? singleSignOnRoutes : []),
    ...(options.sentMails ? sentMailRoutes : []),
    ...more,
  ]
}

export interface App {
  /** Handles a request of the server. */
  readonly fetch: (request: Request, arrival?: Arrival) => Promise<Response>
  /** Handles a request without a network: `await app.request('/form', {method: 'POST', body})`. */
  readonly request: (path: string, init?: RequestInit, arrival?: Arrival) => Promise<Response>
  /** Closes the event streams of open pages, so that the server can stop. */
  readonly endStreams: () => void
}

export function createApp(options: AppOptions): App {
  const live = options.accounts ? new LiveStreams(options.accounts) : null
  const server = {
    ...options,
    router: new RouteTable(routes(options, live)),
    live,
    uploads: new Slots(uploadLimits),
    downloads: new Slots(downloadLimits),
    work: new Slots(workLimits),
    exports: new Slots(exportLimits),
  }
  const respond = compose(pipeline)
  const fetch: App['fetch'] = (request, arrival) => respond(createContext(server, request, arrival))
  return {
    fetch,
    endStreams: () => live?.end(),
    async request(path, init, arrival) {
      const url = new URL(path, options.origin ?? 'http://localhost')
      const response = await fetch(new Request(url, init), arrival)
      return response instanceof BufferedResponse ? response.toResponse() : response
    },
  }
}
