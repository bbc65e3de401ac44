/**
 * The parts of a page that a browser has from the page it shows: the shell, and whatever else in the data is large. Each
 * is named by a digest of its content, so that a part is left out only where it would be sent as it is.
 */
import {hash} from 'node:crypto'
import {type Page, partsHeader} from '../engine/page/frame.ts'
import {inlineJson} from './html.ts'

/** Shorter members are sent: their names and digests would be about as long. */
const leastLength = 300
/** Of a header; what does not fit is sent. */
const longestHeader = 2000

interface Member {
  readonly key: string
  readonly json: string
}

export class PageParts {
  readonly #frame: readonly Member[]
  readonly #data: readonly Member[]
  #digests: Readonly<Record<string, string>> | null = null

  constructor({data, ...frame}: Page) {
    this.#frame = membersOf(frame)
    this.#data = membersOf(data)
  }

  /** By the name of the part. */
  get digests(): Readonly<Record<string, string>> {
    this.#digests ??= this.#digested()
    return this.#digests
  }

  #isKnown(key: string, known: ReadonlySet<string>): boolean {
    if (known.size === 0) return false
    const digest = this.digests[key]
    return digest !== undefined && known.has(`${key}.${digest}`)
  }

  #digested(): Readonly<Record<string, string>> {
    const parts = [...this.#frame.filter(isShell), ...this.#data.filter(member => !isShell(member))]
    const long = parts.filter(({json}) => json.length >= leastLength)
    return Object.fromEntries(long.map(({key, json}) => [key, digestOf(json)]))
  }

  /** The page as JSON. */
  get json(): string {
    return this.without(new Set())
  }

  /** `known`: the names and digests that a browser has sent. */
  without(known: ReadonlySet<string>): string {
    const isSent = ({key}: Member) => !this.#isKnown(key, known)
    const frame = this.#frame.filter(member => !isShell(member) || isSent(member))
    return joined([
      ...frame,
      {key: 'data', json: joined(this.#data.filter(member => isShell(member) || isSent(member)))},
    ])
  }
}

export function knownParts({headers}: Request): ReadonlySet<string> {
  const text = headers.get(partsHeader) ?? ''
  return new Set(text.length > longestHeader ? [] : text.split(' '))
}

function membersOf(value: object): readonly Member[] {
  return Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [{key, json: inlineJson(each)}]))
}

const isShell = ({key}: Member): boolean => key === 'shell'

const joined = (members: readonly Member[]): string =>
  `{${members.map(({key, json}) => `${inlineJson(key)}:${json}`).join()}}`

const digestOf = (json: string): string => hash('sha1', json, 'base64url').slice(0, 16)
