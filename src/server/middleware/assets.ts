/**
 * Scripts, styles, fonts, the icon and the company's logo: everything under `/_nonet/` that is not a route. They need no session and are not
 * counted.
 */

import {logoHref} from '../../engine/files/logo.ts'
import {logoOf} from '../../points/icons-and-colours.ts'
import {assetsPath} from '../assets.ts'
import type {Middleware, RequestContext} from '../context.ts'
import {filePolicy} from '../file-download.ts'
import {fileNotFound} from '../response.ts'

export const assets: Middleware = async (context, next) => {
  const {request, server, route, address} = context
  if (route || !address.path.startsWith(assetsPath)) return next()
  context.kind = 'asset'
  return server.assets.respond(address.path, request) ?? (await logoResponse(context)) ?? fileNotFound(request)
}

/** Only the current logo: every other file is read through its record. */
async function logoResponse({application, request, server, address}: RequestContext): Promise<Response | null> {
  const logo = logoOf(application.logo)
  if (!logo || address.path !== logoHref(application.logo)) return null
  const bytes = await (await server.files?.store)?.open(logo.content)
  if (!bytes) return null
  const headers = {
    'content-type': logo.mediaType,
    'content-security-policy': filePolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  }
  if (request.method !== 'HEAD') return new Response(bytes, {headers})
  await bytes.cancel()
  return new Response(null, {headers})
}
