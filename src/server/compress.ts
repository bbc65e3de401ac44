/** Compression of what is made for one request; assets were compressed when they were built. */
import {brotliCompressSync, constants, gzipSync} from 'node:zlib'

const worthwhile = 1024

export interface Encoded {
  readonly body: Uint8Array<ArrayBuffer> | string
  readonly encoding: string | null
}

export function encode(text: string | Uint8Array<ArrayBuffer>, accepted: string | null): Encoded {
  if (text.length < worthwhile) return {body: text, encoding: null}
  const encoding = preferred(accepted)
  if (encoding === 'br') {
    const params = {[constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length}
    return {body: new Uint8Array(brotliCompressSync(text, {params})), encoding}
  }
  if (encoding === 'gzip') return {body: new Uint8Array(gzipSync(text, {level: 5})), encoding}
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
