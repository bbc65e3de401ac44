/** Compresses responses off the event loop; assets were compressed at build time. */
import {promisify} from 'node:util'
import {brotliCompress, constants, gzip as gzipCompress} from 'node:zlib'
import type {Middleware} from '../context.ts'
import {BufferedResponse, preferredEncoding} from '../response.ts'

const worthwhile = 1024
const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/

export const compress: Middleware = async ({request}, next) => {
  const response = await next()
  if (!(response instanceof BufferedResponse) || response.content === null) return response
  const {content, status, headers} = response
  if (headers.has('content-encoding') || !compressible.test(headers.get('content-type') ?? '')) return response
  const {body, encoding} = await compressFor(content, request.headers.get('accept-encoding'))
  if (encoding === null) return response
  headers.set('content-encoding', encoding)
  return new BufferedResponse(body, {status, headers})
}

const brotlied = promisify(brotliCompress)
const gzipped = promisify<string | Uint8Array, {level: number}, Buffer<ArrayBuffer>>(gzipCompress)

export interface Encoded {
  readonly body: Uint8Array<ArrayBuffer> | string
  readonly encoding: string | null
}

export async function compressFor(text: string | Uint8Array<ArrayBuffer>, accepted: string | null): Promise<Encoded> {
  if (text.length < worthwhile) return {body: text, encoding: null}
  const encoding = preferredEncoding(accepted)
  if (encoding === 'br') {
    const params = {[constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length}
    return {body: new Uint8Array(await brotlied(text, {params})), encoding}
  }
  if (encoding === 'gzip') return {body: new Uint8Array(await gzipped(text, {level: 5})), encoding}
  return {body: text, encoding: null}
}
