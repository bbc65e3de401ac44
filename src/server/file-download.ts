/** Downloads of uploaded files: always as an attachment that no browser executes, whole or by range, for people who may read its field. */

import type {ByteRange, FileStore, SentFile} from '../engine/files/file-store.ts'
import type {ReadContext} from '../engine/query/read-context.ts'
import {Refused} from '../engine/reply.ts'
import {type FileAddress, filesPath, findFile} from '../engine/transaction/file-records.ts'
import {contentPath} from '../points/entities/values/references.ts'
import type {RequestContext} from './context.ts'
import {matches} from './middleware/not-modified.ts'
import {BufferedResponse, fileNotFound} from './response.ts'
import {route} from './routes.ts'

/** Sandboxed without any permission, in case a browser opens it anyway. */
export const filePolicy = "sandbox; default-src 'none'"

export function readFileHref(path: string): FileAddress | null {
  const [entity, record, field, file, ...more] = path.slice(filesPath.length).split('/')
  if (!path.startsWith(filesPath) || !entity || !record || !field || !file || more.length > 0) return null
  return {entity, record, field, file}
}

export const fileRoute = route('GET', `${filesPath}:entity/:record/:field/:file`, downloadFile, {countedAs: 'download'})

async function downloadFile(context: RequestContext): Promise<Response> {
  const {request, actor, address, server} = context
  const {files} = server
  if (!files) return fileNotFound(request)
  const read: FileReading['read'] = work => files.read(actor, work)
  return (await download(request, address.path, {files: await files.store, read})) ?? fileNotFound(request)
}

export interface FileReading {
  readonly files: FileStore
  /** With the actor of this request. */
  readonly read: <T>(work: (reader: ReadContext) => Promise<T>) => Promise<T>
}

/** Null if there is no such file for this actor. */
export async function download(request: Request, path: string, {files, read}: FileReading): Promise<Response | null> {
  const at = readFileHref(path)
  const file = at && (await read(reader => findFile(reader, at)))
  return file && (await fileResponse(request, file, files))
}

async function fileResponse(request: Request, file: SentFile, files: FileStore): Promise<Response> {
  const headers = fileHeaders(file)
  if (matches(request.headers.get('if-none-match'), tagOf(file)))
    return new BufferedResponse(null, {status: 304, headers})
  const range = rangeOf(request, file)
  if (range === 'outside') {
    headers['content-range'] = `bytes */${file.size}`
    return new BufferedResponse(null, {status: 416, headers})
  }
  headers['content-length'] = String(range ? range.last - range.first + 1 : file.size)
  if (range) headers['content-range'] = `bytes ${range.first}-${range.last}/${file.size}`
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new BufferedResponse(null, {status, headers})
  const bytes = await files.open(file.content, range ?? undefined)
  if (!bytes) throw new Refused('FILE_MISSING', {name: file.name}, new Error(lostText(file)))
  return new Response(bytes, {status, headers})
}

/** For operators. */
function lostText({name, content}: SentFile): string {
  return `The file ${contentPath(content)} (${name}) is missing in the folder of uploaded files. Copy it back from a backup.`
}

const tagOf = ({content}: SentFile): string => `"${content}"`

function fileHeaders(file: SentFile): Record<string, string> {
  return {
    'content-type': file.mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : file.mediaType,
    'content-disposition': disposition(file.name),
    'content-security-policy': filePolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    vary: 'Cookie',
    etag: tagOf(file),
    'accept-ranges': 'bytes',
  }
}

/** The plain name is for old programs; the encoded one takes precedence. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** A single range. Several, or a malformed one, get the whole file. */
function rangeOf(request: Request, file: SentFile): ByteRange | 'outside' | null {
  const {size} = file
  const [, first = '', last = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range')?.trim() ?? '') ?? []
  const unless = request.headers.get('if-range')
  if ((first === '' && last === '') || (unless !== null && unless !== tagOf(file))) return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from >= size || (first === '' && Number(last) === 0) ? 'outside' : {first: from, last: to}
}
