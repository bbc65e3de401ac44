/** Asks the server for the data of a page, or sends it an action; whatever comes back becomes one of four answers. */
import {dataKey, type Page, type PageAnswer, pageMediaType} from '../contract/page.ts'

/** Runs before a page is handed on: brings what draws it. */
let ready: (page: Page) => Promise<void> = async () => {}

export function beforeEachPage(bring: (page: Page) => Promise<void>): void {
  ready = bring
}

export type Asked =
  | {readonly kind: 'answer'; readonly answer: PageAnswer}
  /** The page that was named is still as it is. */
  | {readonly kind: 'same'}
  | {readonly kind: 'unreachable'}
  /** Something in between answered, a proxy for instance: no data of ours. */
  | {readonly kind: 'strange'; readonly status: number}
  | {readonly kind: 'aborted'}

/** By which the server knows a page again that it has sent. */
const tags = new WeakMap<Page, string>()

/** `shown`: the page that is here already, if it is still as it is. */
export async function askForPage(
  url: string,
  build: string,
  {signal = null, shown = null}: {signal?: AbortSignal | null; shown?: Page | null} = {},
): Promise<Asked> {
  const tag = shown && tags.get(shown)
  const address = new URL(url, location.href)
  address.hash = ''
  address.search += `${address.search ? '&' : '?'}${dataKey}=${build}`
  const headers = {accept: pageMediaType, ...(tag ? {'if-none-match': tag} : {})}
  return send(address.href, {headers, signal})
}

export async function sendAction(url: string, form: FormData): Promise<Asked> {
  const hasFiles = [...form.values()].some(value => typeof value !== 'string')
  if ([...form.values()].some(value => typeof value !== 'string' && value.size > 0)) return sendFiles(url, form)
  const body = hasFiles ? form : new URLSearchParams([...form].map(([name, value]) => [name, String(value)]))
  return send(url, {method: 'POST', headers: {accept: pageMediaType}, body})
}

/** Files take a while: whoever sends them sees how far they are. */
async function sendFiles(url: string, form: FormData): Promise<Asked> {
  return answerOf(async () => {
    const {sendWithProgress} = await import('./uploads.ts')
    return sendWithProgress(url, form, {accept: pageMediaType})
  })
}

async function send(url: string, init: RequestInit): Promise<Asked> {
  return answerOf(
    () => fetch(url, {...init, credentials: 'same-origin', redirect: 'manual', cache: 'no-store'}),
    init.signal,
  )
}

async function answerOf(sent: () => Promise<Response>, signal: AbortSignal | null = null): Promise<Asked> {
  try {
    const response = await sent()
    if (response.status === 304) return {kind: 'same'}
    if (!response.headers.get('content-type')?.startsWith(pageMediaType))
      return {kind: 'strange', status: response.status}
    const answer = (await response.json()) as PageAnswer
    const page = 'redirect' in answer ? answer.page : answer
    if (page) await ready(page)
    const tag = response.headers.get('etag')
    if (page && tag) tags.set(page, tag)
    return {kind: 'answer', answer}
  } catch (error) {
    if (signal?.aborted) return {kind: 'aborted'}
    return error instanceof SyntaxError ? {kind: 'strange', status: 0} : {kind: 'unreachable'}
  }
}
