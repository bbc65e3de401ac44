/** Downloads of uploaded files: always as an attachment that no browser executes, whole or by range, for people who may read its field. */

import type {FileStore, SentFile} from '../engine/files/file-store.ts'
import type {ReadContext} from '../engine/query/read-context.ts'
import {Refused} from '../engine/reply.ts'
import {type FileAddress, filesPath, findFile} from '../engine/transaction/file-records.ts'
import {contentPath} from '../points/entities/values/references.ts'
import {bytesResponse} from './byte-ranges.ts'
import type {RequestContext} from './context.ts'
import {fileNotFound} from './response.ts'
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

function fileResponse(request: Request, file: SentFile, files: FileStore): Promise<Response | null> {
  return bytesResponse(request, {
    size: file.size,
    tag: `"${file.content}"`,
    headers: fileHeaders(file),
    async open(range) {
      const bytes = await files.open(file.content, range ?? undefined)
      if (!bytes) throw new Refused('FILE_MISSING', {name: file.name}, new Error(lostText(file)))
      return bytes
    },
  })
}

/** For operators. */
function lostText({name, content}: SentFile): string {
  return `The file ${contentPath(content)} (${name}) is missing in the folder of uploaded files. Copy it back from a backup.`
}

function fileHeaders(file: SentFile): Record<string, string> {
  return {
    'content-type': file.mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : file.mediaType,
    'content-disposition': disposition(file.name),
    'content-security-policy': filePolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    vary: 'Cookie',
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
