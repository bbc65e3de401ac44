/** Where the bytes of uploaded files are, whoever keeps them: a folder, or an object store one day. Which record they belong to is not known here. */

export interface FileStore {
  /** Takes bytes to their end. They are not there for anybody until `keep`; `most` is how many there may be. */
  put(bytes: AsyncIterable<Uint8Array>, most: number): Promise<PutFile>
  /** Null where there are no such bytes, or where the range lies behind their end. */
  open(content: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Not where the same bytes were put again at or after that moment (milliseconds): then somebody is about to use them. */
  remove(content: string, before: number): Promise<boolean>
  /** What was put before a moment and not since. */
  contents(before: number): AsyncIterable<string>
  /** Forgets what was begun before a moment and never kept. */
  forgetUnkept(before: number): Promise<number>
}

/** What bytes are called by, and what is known about them. */
export interface FileContent {
  /** The SHA-256 of the bytes, in 64 hexadecimal digits. */
  readonly content: string
  readonly size: number
  /** By the bytes themselves, never by what the sender says. */
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
