/** Standard responses, with one addition: a response that keeps its whole content. */
import {transcode} from 'node:buffer'

export type Content = string | Uint8Array<ArrayBuffer> | null

export interface ResponseOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>> | Headers
}

/**
 * A `Response` whose content is known as a whole. A plain `Response` turns a text into a stream that not-modified, compress and the socket would each
 * have to read back, a tenth of the time of a data page. Handlers may return either; a plain one is streamed.
 */
export class BufferedResponse extends Response {
  readonly content: Content

  constructor(content: Content, {status = 200, headers = {}}: ResponseOptions = {}) {
    super(null, {status, headers})
    this.content = content
  }

  /** As a plain `Response`. */
  toResponse(): Response {
    return new Response(this.content, {status: this.status, headers: this.headers})
  }

  override get body(): Response['body'] {
    return this.toResponse().body
  }

  override text(): Promise<string> {
    return this.toResponse().text()
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.toResponse().arrayBuffer()
  }

  override json(): ReturnType<Response['json']> {
    return this.toResponse().json()
  }
}

const longText = 1000

/**
 * A text in UTF-8. Node encodes a long text slowly; by way of UTF-16 it takes a quarter of the time. A text that is
 * not well-formed has no such way, and Node replaces what is wrong in it.
 */
export function utf8(text: string): Buffer<ArrayBuffer> {
  if (text.length < longText) return Buffer.from(text)
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8')
  } catch {
    return Buffer.from(text)
  }
}

export function textResponse(text: string, {status = 200, headers = {}}: ResponseOptions = {}): BufferedResponse {
  const plain = {'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store'}
  return new BufferedResponse(text, {status, headers: {...plain, ...Object.fromEntries(new Headers(headers))}})
}

/** A missing file gets a few bytes, not a page that no one would see. */
export function fileNotFound({method}: Request): BufferedResponse {
  const response = textResponse('not found\n', {status: 404})
  return method === 'HEAD' ? new BufferedResponse(null, response) : response
}

export function redirectTo(to: string, status: 302 | 303 | 308): BufferedResponse {
  const headers = {location: to, 'cache-control': 'private, no-store', vary: 'Accept, Cookie'}
  return new BufferedResponse(null, {status, headers})
}

/** The stream of a response sent as it is produced; null if the content is known or empty. */
export function streamOf(response: Response): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  return response instanceof BufferedResponse ? null : response.body
}

/** A stream holds a file open until it is read or cancelled. */
export async function discard(response: Response): Promise<void> {
  await streamOf(response)
    ?.cancel()
    .catch(() => {})
}

const brotli = /^br(?:\s*;(?!\s*q=0(?:\.0*)?$).*)?$/
const gzip = /^gzip(?:\s*;(?!\s*q=0(?:\.0*)?$).*)?$/

/** The encoding for an `Accept-Encoding`: `br`, `gzip` or none; a quality of zero is a refusal. */
export function preferredEncoding(accepted: string | null): 'br' | 'gzip' | null {
  if (accepted === null) return null
  const offers = accepted.toLowerCase().split(',')
  const takes = (offer: RegExp) => offers.some(each => offer.test(each.trim()))
  return takes(brotli) ? 'br' : takes(gzip) ? 'gzip' : null
}
