/** Files with fixed names, such as `/robots.txt`. They need no session; a call, a screen, or an address of the product has priority. */
import {bytesResponse} from '../byte-ranges.ts'
import type {Middleware} from '../context.ts'
import type {PublicFile} from '../public-files.ts'
import {fileNotFound} from '../response.ts'
import {downloadSlots, limited} from './rate-limit.ts'

export const publicFiles: Middleware = async (context, next) => {
  const {request, server, application, route, address} = context
  const {publicFiles: files} = server
  if (!files || route || !/^(?:GET|HEAD)$/.test(request.method) || application.hasScreen(address.path)) return next()
  if (!(await files.has(address.path))) return next()
  const answer = async () => {
    const file = await files.find(address.path)
    return (file && (await fileResponse(request, file))) ?? fileNotFound(request)
  }
  context.kind = 'asset'
  context.route = {countedAs: 'download', handle: answer}
  return (await limited(context)) ?? downloadSlots(context, answer)
}

/** Null if it has gone. */
function fileResponse(request: Request, {type, policy, size, digest, open}: PublicFile): Promise<Response | null> {
  return bytesResponse(request, {
    size,
    tag: `"${digest}"`,
    headers: {
      'content-type': type,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      // Everyone may read it, also as a preview on another site.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, no-cache',
    },
    open,
  })
}
