/**
 * Files with fixed names, such as `/robots.txt`, from the folder `public` beside a document. Anyone can read them, so that a path is held against the
 * rules for names before it reaches the disk: no file beginning with a dot, nothing that a browser would run, no links.
 */
import {createHash} from 'node:crypto'
import {constants, type Stats} from 'node:fs'
import {type FileHandle, lstat, open, readdir} from 'node:fs/promises'
import {join} from 'node:path'
import type {ByteRange} from '../engine/files/file-store.ts'
import {bytesOf} from '../engine/files/folder.ts'
import {ownWords} from '../points/screens/route.ts'

export interface PublicFile {
  readonly type: string
  readonly policy: string
  readonly size: number
  /** The SHA-256 of its bytes. */
  readonly digest: string
  /** Null if it has gone. */
  readonly open: (range: ByteRange | null) => Promise<ReadableStream<Uint8Array> | null>
}

/** Why a file is not served. */
export type NotPublic = 'name' | 'dot' | 'kind' | 'link' | 'size' | 'reserved'

const mebibyte = 1024 ** 2
export const mostPublicBytes = 100 * mebibyte

/** What runs nothing, whatever is in it. */
const inert = "default-src 'none'; frame-ancestors 'none'"
/** Of XML, in which scripts could be: it has no origin, and runs none. */
const sandboxed = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

const text = 'text/plain; charset=utf-8'

/** By the ending. What is missing here is not served. */
const types: Readonly<Record<string, string>> = {
  txt: text,
  md: text,
  asc: text,
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
  xml: 'application/xml; charset=utf-8',
  ico: 'image/x-icon',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  zip: 'application/zip',
}

export const publicKinds: readonly string[] = Object.keys(types)

const wellKnown = '.well-known'

/** Files of other programs without an ending: `/.well-known/apple-app-site-association`. */
const withoutEnding = (name: string): string => (name === 'apple-app-site-association' ? 'application/json' : text)

/** The type of a file by its path below `public`, or why it is not served. */
export function publicType(segments: readonly string[]): {readonly type: string} | {readonly why: NotPublic} {
  const [first = '', ...rest] = segments
  const isWellKnown = first === wellKnown && rest.length > 0
  if ((first.startsWith('.') && !isWellKnown) || rest.some(each => each.startsWith('.'))) return {why: 'dot'}
  if (first.startsWith('_') || ownWords.has(first)) return {why: 'reserved'}
  if (!segments.every(isPlainName)) return {why: 'name'}
  const name = segments.at(-1) ?? ''
  const [, ending] = /\.([^.]+)$/.exec(name) ?? []
  if (ending === undefined) return isWellKnown ? {type: withoutEnding(name)} : {why: 'kind'}
  const key = ending.toLowerCase()
  const type = Object.hasOwn(types, key) ? types[key] : undefined
  return type === undefined ? {why: 'kind'} : {type}
}

/** On every system: Windows reads `a.txt::$DATA`, `a.txt.` and `a.txt ` as `a.txt`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const isPlainName = (name: string): boolean => /^[^\\/:*?"<>|\u0000-\u001f\u007f]+$/.test(name) && !/[. ]$/.test(name)

const publicPolicyOf = (type: string): string => (/xml/.test(type) ? sandboxed : inert)

export class PublicFiles {
  readonly #folder: string
  /** Digests by the paths of files, and the state that they were made of. */
  readonly #digests = new Map<string, {readonly state: string; readonly digest: string}>()

  /** `public` beside a document, whether it exists or not. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** By the path of its address: whether there is one that is served. */
  async has(path: string): Promise<boolean> {
    const segments = segmentsOf(path)
    if ('why' in publicType(segments) || !(await this.#isWithin(segments.slice(0, -1)))) return false
    const stats = await lstat(this.#at(segments)).catch(() => null)
    return stats?.isFile() === true && stats.size <= mostPublicBytes
  }

  async find(path: string): Promise<PublicFile | null> {
    const segments = segmentsOf(path)
    const named = publicType(segments)
    const handle = 'type' in named && (await this.has(path)) ? await openFile(this.#at(segments)) : null
    if (!handle || !('type' in named)) return null
    try {
      const stats = await handle.stat()
      if (!stats.isFile() || stats.size > mostPublicBytes) return null
      const {type} = named
      const {size} = stats
      return {
        type,
        policy: publicPolicyOf(type),
        size,
        digest: await this.#digestOf(path, handle, stats),
        open: async range => {
          const opened = await openFile(this.#at(segments))
          return opened && bytesOf(opened, range ?? {first: 0, last: size - 1})
        },
      }
    } finally {
      await handle.close()
    }
  }

  #at(segments: readonly string[]): string {
    return join(this.#folder, ...segments)
  }

  /** Each of them is a folder, and none is a link. */
  async #isWithin(folders: readonly string[]): Promise<boolean> {
    for (let depth = 0; depth <= folders.length; depth += 1) {
      const stats = await lstat(join(this.#folder, ...folders.slice(0, depth))).catch(() => null)
      if (!stats?.isDirectory()) return false
    }
    return true
  }

  async #digestOf(path: string, handle: FileHandle, stats: Stats): Promise<string> {
    const state = [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join()
    const known = this.#digests.get(path)
    if (known?.state === state) return known.digest
    const hash = createHash('sha256')
    const part = new Uint8Array(piece)
    for (let at = 0; ; ) {
      const {bytesRead} = await handle.read(part, 0, piece, at)
      if (bytesRead === 0) break
      hash.update(part.subarray(0, bytesRead))
      at += bytesRead
    }
    const digest = hash.digest('hex')
    this.#digests.set(path, {state, digest})
    return digest
  }
}

const piece = 64 * 1024

const segmentsOf = (path: string): string[] => path.slice(1).split('/').map(decodeURIComponent)

/** A link is not followed, and a pipe without a writer does not keep it waiting. */
function openFile(path: string): Promise<FileHandle | null> {
  const {O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0} = constants
  return open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null)
}

interface KeptFile {
  /** Below `public`, with slashes. */
  readonly path: string
  /** Null if it is served. */
  readonly why: NotPublic | null
}

/** All that is in the folder, in the order of the names; nothing if there is none. */
export async function publicFilesIn(folder: string, below: readonly string[] = []): Promise<KeptFile[]> {
  const entries = await readdir(join(folder, ...below), {withFileTypes: true}).catch(() => [])
  const found: KeptFile[] = []
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const segments = [...below, entry.name]
    const path = segments.join('/')
    if (entry.isDirectory() && (!entry.name.startsWith('.') || path === wellKnown))
      found.push(...(await publicFilesIn(folder, segments)))
    else if (entry.isSymbolicLink()) found.push({path, why: 'link'})
    else if (!entry.isDirectory()) {
      const named = publicType(segments)
      const {size} = await lstat(join(folder, path))
      found.push({path, why: 'why' in named ? named.why : size > mostPublicBytes ? 'size' : null})
    }
  }
  return found
}
