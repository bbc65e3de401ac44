/** The file store in a folder: writes atomically, detects media types by the first bytes, and streams files. */
import {createHash, randomUUID} from 'node:crypto'
import {createReadStream, type Stats} from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {contentPath} from '../../points/entities/values/references.ts'
import {toDisk} from '../../store/sqlite/sqlite-file.ts'
import {type ByteRange, type FileStore, FileTooLarge, type PutFile} from './file-store.ts'

// Media types by the first bytes, from a short list; all others are binary.

/** The number of bytes `mediaTypeOf` needs. */
export const headLength = 4096

const unknown = 'application/octet-stream'

/** `head`: the first `headLength` bytes, or all if there are fewer. */
export function mediaTypeOf(head: Uint8Array): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const found = marks.find(({mark}) => mark.test(text))
  if (found) return found.type
  if (text.startsWith('PK\x03\x04')) return zipType(text)
  return isText(head) ? 'text/plain' : unknown
}

const marks: readonly {readonly mark: RegExp; readonly type: string}[] = [
  {mark: /^%PDF-/, type: 'application/pdf'},
  {mark: /^\x89PNG\r\n/, type: 'image/png'},
  {mark: /^\xff\xd8\xff/, type: 'image/jpeg'},
  {mark: /^GIF8[79]a/, type: 'image/gif'},
  {mark: /^RIFF.{4}WEBP/s, type: 'image/webp'},
  {mark: /^.{4}ftypavi[fs]/s, type: 'image/avif'},
]

const office = 'application/vnd.openxmlformats-officedocument'

/** Office documents are archives; the names of their first entries identify the type. */
const entries: readonly {readonly entry: string; readonly type: string}[] = [
  {entry: 'word/', type: `${office}.wordprocessingml.document`},
  {entry: 'xl/', type: `${office}.spreadsheetml.sheet`},
  {entry: 'ppt/', type: `${office}.presentationml.presentation`},
]

const openDocument =
  /^.{30}mimetype(application\/(?:vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)|epub\+zip))/s

function zipType(text: string): string {
  const declared = openDocument.exec(text)?.[1]
  if (declared !== undefined) return declared
  if (!/^.{30}(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/)/s.test(text)) return 'application/zip'
  return entries.find(({entry}) => text.includes(entry))?.type ?? 'application/zip'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/

/** The head may end within a character, so its end is ignored. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(head, {stream: head.length >= headLength})
    return !controls.test(text)
  } catch {
    return false
  }
}

// Streams an open file, and closes it at the end or when the reader aborts.

const piece = 64 * 1024

export function bytesOf(handle: FileHandle, {first, last}: ByteRange): ReadableStream<Uint8Array> {
  let at = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const length = Math.min(piece, last - at + 1)
        const {bytesRead, buffer} = length > 0 ? await readAt(handle, length, at) : {bytesRead: 0, buffer: null}
        at += bytesRead
        if (bytesRead > 0 && buffer) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead > 0 && at <= last) return
        await handle.close()
        controller.close()
      },
      cancel: () => handle.close(),
    },
    {highWaterMark: 0},
  )
}

async function readAt(handle: FileHandle, length: number, at: number) {
  try {
    return await handle.read(Buffer.allocUnsafe(length), 0, length, at)
  } catch (error) {
    await handle.close()
    throw error
  }
}

// Files are stored as `ab/ab12…` by the SHA-256 of their bytes, so that the same bytes are stored once. Uploads are
// received in `incoming` under a unique name until they are complete and durable.

const incoming = 'incoming'
const leaving = 'leaving'
const contentPattern = /^[0-9a-f]{64}$/

export async function openFolder(folder: string): Promise<FileStore> {
  for (const name of [incoming, leaving]) {
    await mkdir(join(folder, name), {recursive: true, mode: 0o700})
    await access(join(folder, name), constants.W_OK)
  }
  await access(folder, constants.W_OK)
  return new Folder(folder)
}

class Folder implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(bytes: AsyncIterable<Uint8Array>, most: number): Promise<PutFile> {
    const path = join(this.#folder, incoming, randomUUID())
    const discard = () => rm(path, {force: true})
    try {
      const received = await receive(bytes, path, most)
      let kept: Promise<Added | null> | null = null
      return {
        ...received,
        keep: async () => {
          kept ??= this.#keep(path, received.content)
          await kept
        },
        withdraw: async () => {
          const added = await kept
          if (added) await this.#removeIf(received.content, now => isSame(now, added))
        },
        discard,
        bytes: () => read(kept ? this.#path(received.content) : path),
      }
    } catch (error) {
      await discard()
      throw error
    }
  }

  /** Null if the content was there; it is touched, so that removing it shows that it is used. */
  async #keep(path: string, content: string): Promise<Added | null> {
    const target = this.#path(content)
    const parent = dirname(target)
    const made = await mkdir(parent, {recursive: true, mode: 0o700})
    const added = await this.#place(path, target)
    await rm(path, {force: true})
    await toDisk(parent)
    if (made !== undefined) await toDisk(this.#folder)
    return added
  }

  /**
   * Existing content may be moved away at any time (see `remove`): then it is placed after all. Where files cannot have
   * two names, it is replaced.
   */
  async #place(path: string, target: string): Promise<Added | null> {
    for (;;) {
      const obstacle = await link(path, target).then(() => null, codeOf)
      if (obstacle === null) return await stat(path)
      if (obstacle !== 'EEXIST') {
        await rename(path, target)
        return null
      }
      const now = new Date()
      const isThere = await found(() => utimes(target, now, now).then(() => true))
      if (isThere) return null
    }
  }

  async open(content: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
    const handle = await found(() => open(this.#path(content), 'r'))
    if (!handle) return null
    const {size} = await handle.stat()
    const {first, last} = range ?? {first: 0, last: size - 1}
    if (size === 0 || first < size) return bytesOf(handle, {first, last: Math.min(last, size - 1)})
    await handle.close()
    return null
  }

  /**
   * Moved away first, then checked: if the same bytes are stored in between, a new file is written, which is not
   * touched.
   */
  async remove(content: string, before: number): Promise<boolean> {
    return await this.#removeIf(content, ({mtimeMs}) => mtimeMs < before)
  }

  async #removeIf(content: string, isUnused: (stats: Added) => boolean): Promise<boolean> {
    const away = join(this.#folder, leaving, content)
    const moved = await found(() => rename(this.#path(content), away).then(() => true))
    if (!moved) return false
    return await this.#decide(content, isUnused)
  }

  async #decide(content: string, isUnused: (stats: Added) => boolean): Promise<boolean> {
    const away = join(this.#folder, leaving, content)
    const stats = await found(() => stat(away))
    if (!stats) return false
    const removed = isUnused(stats)
    if (!removed) await this.#giveBack(away, content)
    await rm(away, {force: true})
    return removed
  }

  /** Never overwrites a newer one. */
  async #giveBack(away: string, content: string): Promise<void> {
    await link(away, this.#path(content)).catch(ignoring('EEXIST', 'ENOENT'))
  }

  async *contents(before: number): AsyncIterable<string> {
    await this.#finishLeaving()
    for (const parent of await readdir(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(parent)) continue
      for (const content of await readdir(join(this.#folder, parent)))
        if (contentPattern.test(content) && (await isOlder(this.#path(content), before))) yield content
    }
  }

  /** A crash during removal left these: they are restored and checked like all others. */
  async #finishLeaving(): Promise<void> {
    for (const content of await readdir(join(this.#folder, leaving)))
      if (contentPattern.test(content)) await this.#decide(content, () => false)
  }

  async forgetUnkept(before: number): Promise<number> {
    let count = 0
    for (const name of await readdir(join(this.#folder, incoming))) {
      const path = join(this.#folder, incoming, name)
      if (!(await isOlder(path, before))) continue
      await rm(path, {force: true})
      count += 1
    }
    return count
  }

  /** Contents come from the database; nothing else is ever used as a path. */
  #path(content: string): string {
    if (!contentPattern.test(content)) throw new Error('a file is called by the SHA-256 of its bytes')
    return join(this.#folder, contentPath(content))
  }
}

/** A file as it was placed; one that is touched or placed again differs. */
type Added = Pick<Stats, 'ino' | 'mtimeMs'>

/** Opened when it is read: a stream that nobody reads would end the process if its file has gone. */
async function* read(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

const isSame = (one: Added, other: Added): boolean => one.ino === other.ino && one.mtimeMs === other.mtimeMs

async function receive(bytes: AsyncIterable<Uint8Array>, path: string, most: number) {
  const handle = await open(path, 'wx', 0o600)
  try {
    const received = await writeAll(handle, bytes, most)
    await handle.sync()
    return received
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: FileHandle, bytes: AsyncIterable<Uint8Array>, most: number) {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > most) throw new FileTooLarge(most)
    if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)])
    hash.update(chunk)
    await writeWhole(handle, chunk)
  }
  return {content: hash.digest('hex'), size, mediaType: mediaTypeOf(head)}
}

/** One call may write less than it was given. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten
}

async function isOlder(path: string, before: number): Promise<boolean> {
  const stats = await found(() => stat(path))
  return stats !== null && stats.mtimeMs < before
}

async function found<T>(ask: () => Promise<T>): Promise<T | null> {
  return await ask().catch(ignoring('ENOENT'))
}

function ignoring(...codes: readonly string[]) {
  return (error: unknown): null => {
    if (codes.includes(codeOf(error))) return null
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
