/** The event stream of an open page, for tests. */
import {expect, onTestFinished} from 'vitest'
import {type Page, pageMediaType} from '../../src/engine/page/frame.ts'
import type {Client} from './people.ts'

export interface FollowedPage {
  readonly page: Page
  /** The names of the received events, and `closed` at the end. */
  readonly events: string[]
  /** The states that were received. */
  readonly states: string[]
  readonly leave: () => Promise<void>
}

export async function pageOf(client: Client, path: string): Promise<Page> {
  const response = await client.get(`${path}${path.includes('?') ? '&' : '?'}_data=x`, {
    headers: {accept: pageMediaType},
  })
  return (await response.json()) as Page
}

export function streamAddress(page: Page, state = page.live ?? ''): string {
  return `/_nonet/live?${new URLSearchParams({page: page.url, state})}`
}

/** Loads a page and opens its stream; `state` is that of an earlier page. */
export async function followPage(
  client: Client,
  path: string,
  state?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<FollowedPage> {
  const page = await pageOf(client, path)
  const response = await client.get(streamAddress(page, state), {headers: {accept: 'text/event-stream', ...headers}})
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events: string[] = []
  const states: string[] = []
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader()
  const read = async () => {
    const decoder = new TextDecoder()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const text = decoder.decode(next.value)
      for (const [, name = ''] of text.matchAll(/^event: (.*)$/gm)) events.push(name)
      for (const [, state = ''] of text.matchAll(/^data: (.+)$/gm)) states.push(state)
    }
    events.push('closed')
  }
  void read()
  onTestFinished(() => reader.cancel())
  return {page, events, states, leave: () => reader.cancel()}
}

/** Long enough for an event that must not arrive. */
export const quietWhile = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 400))
