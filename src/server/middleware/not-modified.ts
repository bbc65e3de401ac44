/** Answers 304 if the client has the page, and HEAD without a body. */
import type {Middleware} from '../context.ts'
import {BufferedResponse} from '../response.ts'

export const notModified: Middleware = async ({request}, next) => {
  const response = await next()
  if (!(response instanceof BufferedResponse) || response.content === null) return response
  const {headers, status} = response
  const tag = headers.get('etag')
  if (tag !== null && status === 200 && matches(request.headers.get('if-none-match'), tag))
    return new BufferedResponse(null, {status: 304, headers})
  return request.method === 'HEAD' ? new BufferedResponse(null, {status, headers}) : response
}

export function matches(header: string | null, tag: string): boolean {
  const strip = (text: string) => text.trim().replace(/^W\//, '')
  return header !== null && (header.trim() === '*' || header.split(',').some(each => strip(each) === strip(tag)))
}
