/**
 * The parts of a page that a browser has from the page it shows: the shell, and whatever else in the data is large. Each
 * is named by a digest of its content, so that a part is left out only where it would be sent as it is.
 *
 * A long member is encoded once, and its bytes are digested and sent. Node encodes a text again for each digest of it,
 * which takes 90 of the 130 microseconds for a list of 29 kB; it was done twice, and again for the answer.
 */
import {hash} from 'node:crypto'
import {type Page, partsHeader} from '../engine/page/frame.ts'
import {safeInline} from './html.ts'
import {utf8} from './response.ts'

/** Shorter members are sent: their names and digests would be about as long. */
const leastLength = 300
/** Of a header; what does not fit is sent. */
const longestHeader = 2000

interface EncodedMember {
  readonly key: string
  /** The JSON of its value, in UTF-8. */
  readonly json: Buffer
  readonly digest: string
}

interface Members {
  /** The members that are always sent, as they are written between braces. */
  readonly text: string
  readonly parts: readonly EncodedMember[]
}

type SentDigests = ReadonlySet<string>
const none: SentDigests = new Set()

export class PageParts {
  readonly #frame: Members
  readonly #data: Members
  /** By the name of the part. */
  readonly digests: Readonly<Record<string, string>>

  constructor({data, ...frame}: Page) {
    this.#frame = membersOf(frame, isShell)
    this.#data = membersOf(data, key => !isShell(key))
    const parts = [...this.#frame.parts, ...this.#data.parts]
    this.digests = Object.fromEntries(parts.map(({key, digest}) => [key, digest]))
  }

  /** A digest of everything that the page shows to one person: of the digests of its parts, and of what is in none. */
  get state(): string {
    return digestOf(`${JSON.stringify(this.digests)}${this.#frame.text}${this.#data.text}`)
  }

  /** The page as JSON, with the members of another object, and without the parts that are known. */
  written(more: string, known = none): Buffer<ArrayBuffer> {
    const ofData = membersSent(this.#data, known)
    const around = more === '{}' ? '' : `${more.slice(1, -1)},`
    const pieces = ['{', ...membersSent(this.#frame, known), `,${around}"data":{`, ...ofData, '}}']
    return encoded(pieces)
  }
}

/** The names and digests that a browser has sent. */
export function knownParts({headers}: Request): SentDigests {
  const text = headers.get(partsHeader) ?? ''
  return text === '' || text.length > longestHeader ? none : new Set(text.split(' '))
}

/** A short member is part of one text: each has little that would have to be escaped, and nothing to be digested. */
function membersOf(value: object, isPart: (key: string) => boolean): Members {
  const parts: EncodedMember[] = []
  let text = ''
  for (const [key, each] of Object.entries(value)) {
    const json: string | undefined = JSON.stringify(each)
    if (json === undefined) continue
    if (json.length < leastLength || !isPart(key)) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${json}`
    else {
      const bytes = utf8(safeInline(json))
      parts.push({key, json: bytes, digest: digestOf(bytes)})
    }
  }
  return {text: safeInline(text), parts}
}

const isShell = (key: string): boolean => key === 'shell'

function membersSent({text, parts}: Members, known: SentDigests): (string | Buffer)[] {
  const sent = parts.filter(({key, digest}) => !known.has(`${key}.${digest}`))
  const pieces = sent.flatMap(({key, json}) => [`,${safeInline(JSON.stringify(key))}:`, json])
  if (text !== '' || pieces.length === 0) return [text, ...pieces]
  return [String(pieces[0]).slice(1), ...pieces.slice(1)]
}

function encoded(pieces: readonly (string | Buffer)[]): Buffer<ArrayBuffer> {
  const chunks: Buffer[] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    chunks.push(utf8(text), piece)
    text = ''
  }
  return Buffer.concat([...chunks, utf8(text)])
}

export const digestOf = (json: string | Buffer): string => hash('sha1', json, 'base64url').slice(0, 16)
