/** An answer on its way out: plain data until it leaves, because a header is read once and set several times. */
import {securityHeaders} from './headers.ts'

export type Contents = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

export class Answer {
  readonly contents: Contents
  readonly status: number
  /** By their names in small letters. */
  readonly headers: Record<string, string>
  readonly cookies: string[] = []

  constructor(
    contents: Contents,
    {status = 200, headers = {}}: {status?: number; headers?: Record<string, string>} = {},
  ) {
    this.contents = contents
    this.status = status
    this.headers = headers
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
