/** Who may post: only pages of this application. Decided from headers alone, before the body is read. */
import type {Incoming} from './incoming.ts'

export interface Sender {
  readonly fetchSite: string | null
  readonly origin: string | null
  readonly hasCookies: boolean
}

export function maySend(sender: Sender, publicOrigin: string): boolean {
  if (sender.fetchSite !== null) return sender.fetchSite === 'same-origin' || sender.fetchSite === 'none'
  if (sender.origin !== null) return sender.origin === publicOrigin
  return !sender.hasCookies
}

/** The origin people see in their address bar: as told, else as the request itself says. */
export function publicOriginOf(request: Incoming, told: string | null): string {
  return told ?? originOf(request.url)
}

const origins = new Map<string, string>()
const mostOrigins = 100

/** Requests come to few origins, and reading an address is slow. */
function originOf(url: string): string {
  const written = url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
  const known = origins.get(written)
  if (known !== undefined) return known
  if (origins.size >= mostOrigins) origins.clear()
  const {origin} = new URL(url)
  origins.set(written, origin)
  return origin
}
