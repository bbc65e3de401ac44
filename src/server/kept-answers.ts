/**
 * Pages that were made before and would come out the same: nothing in the database has changed since, the same person asks for the same
 * address with the same cookies, and what the page read of the clock is still true. Who asks, and how often, is found out anew each time.
 */
import {randomUUID} from 'node:crypto'
import type {Actor} from '../engine/actor.ts'
import type {Application} from '../engine/application.ts'
import {watchLasting} from '../engine/lasting.ts'
import {Answer} from './answer.ts'
import {matches} from './finish.ts'
import type {Incoming} from './incoming.ts'

export interface KeptOptions {
  /** Another text whenever something in the database has changed; null where that cannot be told. */
  readonly version: () => Promise<string | null>
  /** Milliseconds, by the clock that pages are made with. */
  readonly now: () => number
}

export interface Keyed {
  readonly application: Application
  readonly request: Incoming
  readonly actor: Actor
  readonly url: string
  readonly wantsData: boolean
  readonly peer: string | null
}

interface Kept {
  readonly answer: Answer
  /** By which a browser says that it has this one. */
  readonly tag: string
  readonly size: number
  readonly from: number
  readonly until: number
  /** Made when it is first served again: most pages never are. */
  ready: Ready | null
}

interface Ready {
  readonly bytes: Buffer<ArrayBuffer>
  /** Where the one-time token stands. */
  readonly tokens: readonly number[]
}

/** Bytes of all that is kept. */
const most = 32 * 1024 * 1024

/** What of a request a page can be made of: it gets to read nothing else, because the rest is not part of its key. */
const read: readonly string[] = ['cookie', 'user-agent', 'x-forwarded-for', 'forwarded', 'sec-fetch-dest']

export class KeptAnswers {
  readonly #options: KeptOptions
  readonly #kept = new Map<string, Kept>()
  #of: Application | null = null
  #version: string | null = null
  #size = 0
  #made = 0
  readonly #name = randomUUID()

  constructor(options: KeptOptions) {
    this.#options = options
  }

  version(): Promise<string | null> {
    return this.#options.version()
  }

  /** `version` was asked for before anything was read for the page. */
  async answer(keyed: Keyed, version: string | null, make: (request: Incoming) => Promise<Answer>): Promise<Answer> {
    const {application, request} = keyed
    if (version === null || request.method !== 'GET') return make(request)
    this.#follow(application, version)
    const key = keyOf(keyed)
    const from = this.#options.now()
    const found = this.#kept.get(key)
    if (found && found.from <= from && from < found.until)
      return matches(request.headers.get('if-none-match'), found.tag) ? unchanged(found) : again(found)
    const {value: answer, until} = await watchLasting(() => make(narrowed(request)))
    // What was written while it was made has made another version, and none comes twice: it is served only if nothing was.
    const size = until > from && this.#isAt(application, version) ? sizeOf(answer) : null
    if (size !== null) this.#keep(key, {answer, tag: this.#tagged(answer), size, from, until, ready: null})
    return answer
  }

  /** Of this process and this making alone: whoever asks another one gets the page. */
  #tagged({headers}: Answer): string {
    this.#made += 1
    headers['etag'] ??= `W/"${this.#name}-${this.#made}"`
    return headers['etag']
  }

  #isAt(application: Application, version: string): boolean {
    return this.#of === application && this.#version === version
  }

  /** All of it was true of another state. */
  #follow(application: Application, version: string): void {
    if (this.#isAt(application, version)) return
    this.#of = application
    this.#version = version
    this.#kept.clear()
    this.#size = 0
  }

  #keep(key: string, kept: Kept): void {
    this.#size += kept.size - (this.#kept.get(key)?.size ?? 0)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    for (const [oldest, {size}] of this.#kept) {
      if (this.#size <= most) return
      this.#kept.delete(oldest)
      this.#size -= size
    }
  }
}

function keyOf({request, actor, url, wantsData, peer}: Keyed): string {
  const who = actor.kind === 'person' ? [actor.id, actor.name, ...actor.roles] : [actor.kind]
  return JSON.stringify([wantsData, url, request.url, peer, ...read.map(name => request.headers.get(name)), ...who])
}

function narrowed({method, url, headers, body}: Incoming): Incoming {
  const get = (name: string) => (read.includes(name) ? headers.get(name) : null)
  return {method, url, body, headers: {get, has: name => get(name) !== null}}
}

/** Null for what is no page as it should be. */
function sizeOf({contents, status, made, cookies}: Answer): number | null {
  const isText = typeof contents === 'string' || contents instanceof Uint8Array
  return isText && made && status === 200 && cookies.length === 0 ? contents.length : null
}

function readied({contents, once}: Answer): Ready {
  if (typeof contents !== 'string' && !(contents instanceof Uint8Array)) throw new Error('only texts are kept')
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : viewOf(contents)
  return {bytes, tokens: once === null ? [] : placesOf(once, bytes)}
}

const viewOf = ({buffer, byteOffset, length}: Uint8Array<ArrayBuffer>) => Buffer.from(buffer, byteOffset, length)

function placesOf(token: string, bytes: Buffer): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(token); at >= 0; at = bytes.indexOf(token, at + token.length)) places.push(at)
  return places
}

const unchanged = ({answer: {headers}}: Kept): Answer => new Answer(null, {status: 304, headers: {...headers}})

/** With a one-time token of its own: two tabs that share one would be one sending. */
function again(kept: Kept): Answer {
  kept.ready ??= readied(kept.answer)
  const {status, headers} = kept.answer
  const {bytes, tokens} = kept.ready
  const options = {status, headers: {...headers}, made: true}
  if (tokens.length === 0) return new Answer(bytes, options)
  const once = randomUUID()
  const renewed = Buffer.from(bytes)
  for (const at of tokens) renewed.write(once, at, 'latin1')
  return new Answer(renewed, {...options, once})
}
