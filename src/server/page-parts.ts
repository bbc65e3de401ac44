/**
 * The parts of a page that a browser has from the page it shows: the shell, and whatever else in the data is large. Each
 * is named by a digest of its content, so that a part is left out only where it would be sent as it is.
 *
 * A long member is encoded once, and its bytes are digested and sent. Node encodes a text again for each digest of it,
 * which takes 90 of the 130 microseconds for a list of 29 kB; it was done twice, and again for the answer.
 */
import {hash} from 'node:crypto'
import {type Page, partsHeader} from '../engine/page/frame.ts'
import {inlineJson} from './html.ts'
import {utf8} from './response.ts'

/** Shorter members are sent: their names and digests would be about as long. */
const leastLength = 300
/** Of a header; what does not fit is sent. */
const longestHeader = 2000

interface Member {
  readonly key: string
  /** The JSON of its value; if it is long, in UTF-8. */
  readonly json: string | Buffer
}

type SentDigests = ReadonlySet<string>
const none: SentDigests = new Set()

export class PageParts {
  readonly #frame: readonly Member[]
  readonly #data: readonly Member[]
  /** By the name of the part. */
  readonly digests: Readonly<Record<string, string>>

  constructor({data, ...frame}: Page) {
    this.#frame = membersOf(frame)
    this.#data = membersOf(data)
    const parts = [...this.#frame.filter(isShell), ...this.#data.filter(member => !isShell(member))]
    this.digests = Object.fromEntries(
      parts.flatMap(({key, json}) => (typeof json === 'string' ? [] : [[key, digestOf(json)]])),
    )
  }

  /** A digest of everything that the page shows to one person: of the digests of its parts, and of what is in none. */
  get state(): string {
    const all = Object.entries(this.digests).map(([key, digest]) => `${key}.${digest}`)
    return digestOf(this.written(JSON.stringify(this.digests), new Set(all)))
  }

  /** The page as JSON, with the members of another object, and without the parts that are known. */
  written(more: string, known = none): Buffer<ArrayBuffer> {
    const isSent = ({key}: Member) => !(key in this.digests && known.has(`${key}.${this.digests[key]}`))
    const frame = this.#frame.filter(member => !isShell(member) || isSent(member))
    const data = this.#data.filter(member => isShell(member) || isSent(member))
    return encoded([
      '{',
      ...frame.flatMap(({key, json}) => [`${inlineJson(key)}:`, json, ',']),
      '"data":{',
      ...data.flatMap(({key, json}, at) => [`${at === 0 ? '' : ','}${inlineJson(key)}:`, json]),
      more === '{}' ? '}}' : `},${more.slice(1)}`,
    ])
  }
}

/** The names and digests that a browser has sent. */
export function knownParts({headers}: Request): SentDigests {
  const text = headers.get(partsHeader) ?? ''
  return text === '' || text.length > longestHeader ? none : new Set(text.split(' '))
}

function membersOf(value: object): readonly Member[] {
  return Object.entries(value).flatMap(([key, each]) => {
    if (each === undefined) return []
    const json = inlineJson(each)
    return [{key, json: json.length < leastLength ? json : utf8(json)}]
  })
}

const isShell = ({key}: Member): boolean => key === 'shell'

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
