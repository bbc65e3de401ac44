/** The storage of uploaded files, the input of a file field, and sanitised file names. */
export interface FileStore {
  /** Reads all bytes. They are not visible until `keep`; `most` is the maximum size. */
  put(bytes: AsyncIterable<Uint8Array>, most: number): Promise<PutFile>
  /** Null if the content does not exist, or if the range is beyond its end. */
  open(content: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /**
   * Does nothing if the same bytes were stored again at or after that time (milliseconds): they are then about to be
   * used.
   */
  remove(content: string, before: number): Promise<boolean>
  /** Contents stored before a point in time and not since. */
  contents(before: number): AsyncIterable<string>
  /** Removes uploads that were started before a point in time and never kept. */
  forgetUnkept(before: number): Promise<number>
}

/** The identity and properties of stored bytes. */
interface FileContent {
  /** The SHA-256 of the bytes, in 64 hexadecimal digits. */
  readonly content: string
  readonly size: number
  /** Detected from the bytes, never from the client's claim. */
  readonly mediaType: string
}

/** What is kept right before a change is committed, and withdrawn if the change fails after all. */
export interface Keepable {
  /** Durable when it resolves. Idempotent. */
  keep(): Promise<void>
  /** Undoes `keep`, unless the same bytes were there before or have been stored again since. */
  withdraw(): Promise<void>
}

export interface PutFile extends FileContent, Keepable {
  /** Removes it, unless it was kept. */
  discard(): Promise<void>
  bytes(): AsyncIterable<Uint8Array>
}

/** An uploaded file in a form: received, but not kept yet. */
export interface SentFile extends FileContent {
  readonly name: string
  /** Missing if it is already kept. */
  readonly received?: Keepable
}

/** From the first to the last byte, inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** The upload exceeds the maximum size. */
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

// The input of a file field.

export interface FileInput {
  /** Ids of files that the field already has; other ids are rejected. */
  readonly keep: readonly string[]
  readonly add: readonly SentFile[]
}

// File names are chosen by people and end up in headers, pages and on other people's disks.

/** Direction marks let `fdp.exe` look like `exe.pdf`; the others are invisible. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]|[\u{e0000}-\u{e007f}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controls = /[\u0000-\u001f\u007f-\u009f]/g
/** Characters that Windows does not allow, or that cause problems in shells and headers. */
const awkward = /[<>:"|?*]/g

/** The maximum length of the field `name` in characters; also used in bytes, for file systems. */
const most = 200
const longestEnding = 20

const unnamed = 'file'

export function cleanFileName(sent: string): string {
  const base = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = base.normalize('NFC').replace(unseen, '').replace(controls, '').replace(awkward, '_')
  const name = plain.replace(/\s+/gu, ' ').replace(/^[ .]+|[ .]+$/g, '')
  return bounded(name === '' ? unnamed : name)
}

/** Shortened before its extension, so that it still opens with the same program. */
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
