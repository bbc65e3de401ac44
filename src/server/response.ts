/** An answer on its way out: plain data until it leaves, because a header is read once and set several times. */
import {securityHeaders} from './middleware/security-headers.ts'

export type Contents = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

export interface AnswerOptions {
  readonly status?: number
  readonly headers?: Record<string, string>
  /** Made for this request, and not yet in the form that the browser takes; see `finish`. */
  readonly made?: boolean
}

export class Answer {
  readonly contents: Contents
  readonly status: number
  /** By their names in small letters. */
  readonly headers: Record<string, string>
  readonly cookies: string[] = []
  readonly made: boolean

  constructor(contents: Contents, {status = 200, headers = {}, made = false}: AnswerOptions = {}) {
    this.contents = contents
    this.status = status
    this.headers = headers
    this.made = made
  }

  /** With the headers that everything carries; a file brings a policy of its own, stricter than a page's. */
  all(): Record<string, string | string[]> {
    const headers = {...securityHeaders, ...this.headers}
    return this.cookies.length === 0 ? headers : {...headers, 'set-cookie': this.cookies}
  }

  /** For those who speak as `fetch` does. */
  leave(): Response {
    const {contents, status} = this
    const pairs = Object.entries(this.all()).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    )
    return new Response(contents, {status, headers: pairs})
  }
}
