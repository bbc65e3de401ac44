/** Scripts, styles, fonts and the icon: everything under `/_nonet/` that is not a route. They need no session and are not counted. */
import {assetsPath} from '../assets.ts'
import type {Middleware} from '../context.ts'
import {fileNotFound} from '../response.ts'

export const assets: Middleware = async (context, next) => {
  const {request, server, route, address} = context
  if (route || !address.path.startsWith(assetsPath)) return next()
  context.kind = 'asset'
  return server.assets.respond(address.path, request) ?? fileNotFound(request)
}
