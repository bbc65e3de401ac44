/** The storage of uploaded files, what a form sends for a file field, and cleaned file names. */
export interface FileStore {
  /** Reads bytes to their end. They are not visible until `keep`; `most` is the maximum size. */
  put(bytes: AsyncIterable<Uint8Array>, most: number): Promise<PutFile>
  /** Null where there are no such bytes, or where the range lies behind their end. */
  open(content: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Not where the same bytes were put again at or after that moment (milliseconds): then they are about to be used. */
  remove(content: string, before: number): Promise<boolean>
  /** What was put before a moment and not since. */
  contents(before: number): AsyncIterable<string>
  /** Forgets what was begun before a moment and never kept. */
  forgetUnkept(before: number): Promise<number>
}

/** What bytes are called by, and what is known about them. */
interface FileContent {
  /** The SHA-256 of the bytes, in 64 hexadecimal digits. */
  readonly content: string
  readonly size: number
  /** By the bytes themselves, never by what the client claims. */
  readonly mediaType: string
}

export interface PutFile extends FileContent {
  /** Durable when it resolves. A second time has no effect. */
  keep(): Promise<void>
  /** Leaves nothing of it, unless it was kept. */
  discard(): Promise<void>
  bytes(): AsyncIterable<Uint8Array>
}

/** An uploaded file as a form carries it: received, and not kept yet. */
export interface SentFile extends FileContent {
  readonly name: string
  /** Called when everything else is decided, before the change that refers to the file is committed. Not there where it is kept already. */
  readonly keep?: () => Promise<void>
}

/** From the first to the last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** More bytes came than may. */
export class FileTooLarge extends Error {
  readonly most: number

  constructor(most: number) {
    super(`more than ${most} bytes`)
    this.most = most
  }
}

export function sizeText(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${Math.round(bytes / 1024 ** 3)} GB`
  return bytes >= 1024 ** 2 ? `${Math.round(bytes / 1024 ** 2)} MB` : `${Math.round(bytes / 1024)} kB`
}

// What a form sends for a field of files.

export interface FileInput {
  /** Ids of files that the field has already; whatever it does not have is refused. */
  readonly keep: readonly string[]
  readonly add: readonly SentFile[]
}

// File names are chosen by people and end up in headers, pages and on other people's disks.

/** Marks of direction let `fdp.exe` look like `exe.pdf`; the others are not seen at all. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]|[\u{e0000}-\u{e007f}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controls = /[\u0000-\u001f\u007f-\u009f]/g
/** What Windows does not allow, and what shells and headers stumble over. */
const awkward = /[<>:"|?*]/g

/** As the field `name` of a file keeps it, in characters; other systems take so many bytes. */
const most = 200
const longestEnding = 20

const unnamed = 'file'

export function cleanFileName(sent: string): string {
  const base = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = base.normalize('NFC').replace(unseen, '').replace(controls, '').replace(awkward, '_')
  const name = plain.replace(/\s+/gu, ' ').replace(/^[ .]+|[ .]+$/g, '')
  return bounded(name === '' ? unnamed : name)
}

/** Cut before its ending, so that it is still opened by the same program. */
function bounded(name: string): string {
  if (Buffer.byteLength(name) <= most) return name
  const at = name.lastIndexOf('.')
  const ending = at > 0 && name.length - at <= longestEnding ? name.slice(at) : ''
  return `${cut(name.slice(0, name.length - ending.length), most - Buffer.byteLength(ending))}${ending}`
}

function cut(text: string, bytes: number): string {
  let [kept, left] = ['', bytes]
  for (const character of text) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    kept += character
  }
  return kept.trimEnd()
}
