/** Compression of what is made for one request, off the event loop; assets were compressed when they were built. */
import {promisify} from 'node:util'
import {brotliCompress, constants, gzip as gzipCompress} from 'node:zlib'

const worthwhile = 1024

const brotlied = promisify(brotliCompress)
const gzipped = promisify<string | Uint8Array, {level: number}, Buffer<ArrayBuffer>>(gzipCompress)

export interface Encoded {
  readonly body: Uint8Array<ArrayBuffer> | string
  readonly encoding: string | null
}

export async function encode(text: string | Uint8Array<ArrayBuffer>, accepted: string | null): Promise<Encoded> {
  if (text.length < worthwhile) return {body: text, encoding: null}
  const encoding = preferred(accepted)
  if (encoding === 'br') {
    const params = {[constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length}
    return {body: new Uint8Array(await brotlied(text, {params})), encoding}
  }
  if (encoding === 'gzip') return {body: new Uint8Array(await gzipped(text, {level: 5})), encoding}
  return {body: text, encoding: null}
}

const brotli = /^br(?:\s*;(?!\s*q=0(?:\.0*)?$).*)?$/
const gzip = /^gzip(?:\s*;(?!\s*q=0(?:\.0*)?$).*)?$/

/** `br` where it is accepted, else `gzip`, else nothing; a quality of zero is a refusal. */
export function preferred(accepted: string | null): 'br' | 'gzip' | null {
  if (accepted === null) return null
  const offers = accepted.toLowerCase().split(',')
  const takes = (offer: RegExp) => offers.some(each => offer.test(each.trim()))
  return takes(brotli) ? 'br' : takes(gzip) ? 'gzip' : null
}
