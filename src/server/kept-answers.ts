/**
 * Pages that were made before and would come out the same: nothing in the database has changed since, the same person asks for the same
 * address with the same cookies, and what the page read of the clock is still true. Who asks, and how often, is found out anew each time.
 */
import {randomUUID} from 'node:crypto'
import type {Actor} from '../engine/actor.ts'
import type {Application} from '../engine/application.ts'
import {watchLasting} from '../engine/lasting.ts'
import {Answer} from './answer.ts'
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
  readonly size: number
  readonly from: number
  readonly until: number
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
    if (found && found.from <= from && from < found.until) return again(found.answer)
    const {value: answer, until} = await watchLasting(() => make(narrowed(request)))
    // What was written while it was made has made another version, and none comes twice: it is served only if nothing was.
    if (until > from && isWhole(answer) && this.#isAt(application, version))
      this.#keep(key, {answer, size: sizeOf(answer), from, until})
    return answer
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

/** A page as it should be, that takes nothing from whoever gets it but their time. */
function isWhole({status, made, contents, cookies}: Answer): boolean {
  return status === 200 && made && contents !== null && cookies.length === 0
}

const sizeOf = ({contents}: Answer): number =>
  typeof contents === 'string' ? contents.length : contents instanceof Uint8Array ? contents.length : 0

/** With a one-time token of its own: two tabs that share one would be one sending. */
function again({contents, status, headers, once}: Answer): Answer {
  const same = {status, headers: {...headers}, made: true}
  if (once === null) return new Answer(contents, same)
  const fresh = randomUUID()
  return new Answer(renewed(contents, once, fresh), {...same, once: fresh})
}

function renewed(contents: Answer['contents'], old: string, fresh: string): Answer['contents'] {
  if (typeof contents === 'string') return contents.replaceAll(old, fresh)
  if (!(contents instanceof Uint8Array)) return contents
  const bytes = Buffer.from(contents)
  for (let at = bytes.indexOf(old, 0, 'latin1'); at >= 0; at = bytes.indexOf(old, at + old.length, 'latin1'))
    bytes.write(fresh, at, 'latin1')
  return bytes
}
