/** Answers with bytes: 304 where the client has them, a part where it asks for one. Null if they have gone. */
import type {ByteRange} from '../engine/files/file-store.ts'
import {matches} from './middleware/not-modified.ts'
import {BufferedResponse} from './response.ts'

interface SentBytes {
  readonly size: number
  /** The entity tag, with its quotes. */
  readonly tag: string
  readonly headers: Readonly<Record<string, string>>
  /** All of them without a range. Null if they have gone. */
  readonly open: (range: ByteRange | null) => Promise<ReadableStream<Uint8Array> | null>
}

export async function bytesResponse(request: Request, {size, tag, open, ...sent}: SentBytes): Promise<Response | null> {
  const headers: Record<string, string> = {...sent.headers, etag: tag, 'accept-ranges': 'bytes'}
  if (matches(request.headers.get('if-none-match'), tag)) return new BufferedResponse(null, {status: 304, headers})
  const range = rangeOf(request, {size, tag})
  if (range === 'outside') {
    headers['content-range'] = `bytes */${size}`
    return new BufferedResponse(null, {status: 416, headers})
  }
  headers['content-length'] = String(range ? range.last - range.first + 1 : size)
  if (range) headers['content-range'] = `bytes ${range.first}-${range.last}/${size}`
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new BufferedResponse(null, {status, headers})
  const bytes = await open(range)
  return bytes && new Response(bytes, {status, headers})
}

/** A single range. Several, or a malformed one, get the whole file. */
function rangeOf(request: Request, {size, tag}: Pick<SentBytes, 'size' | 'tag'>): ByteRange | 'outside' | null {
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range')?.trim() ?? '') ?? []
  const unless = request.headers.get('if-range')
  if ((first === '' && last === '') || (unless !== null && unless !== tag)) return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from >= size || (first === '' && Number(last) === 0) ? 'outside' : {first: from, last: to}
}
