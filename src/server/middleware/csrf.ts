/**
 * Refuses requests that another site sends on a person's behalf. Decided from headers only, before the body is read. A program that sends no cookie
 * acts on no one's behalf and may omit the headers that browsers send.
 */
import {Refused} from '../../engine/reply.ts'
import type {Middleware} from '../context.ts'
import {publicOriginOf} from './host.ts'

export const csrf: Middleware = async (context, next) => {
  const {request, server} = context
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isFromHere(request, server.origin))
    throw new Refused('CROSS_SITE')
  return next()
}

function isFromHere(request: Request, publicOrigin: string | null): boolean {
  const {headers} = request
  const fetchSite = headers.get('sec-fetch-site')
  if (fetchSite !== null) return fetchSite === 'same-origin' || fetchSite === 'none'
  const origin = headers.get('origin')
  if (origin !== null) return origin === publicOriginOf(request, publicOrigin)
  return !headers.has('cookie')
}
