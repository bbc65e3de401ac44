/** Asks the server for the data of a page, or sends it an action; whatever comes back becomes one of four answers. */
import {dataKey, type Page, type PageAnswer, pageMediaType} from '../ui/page.ts'

/** Runs before a page is handed on: brings what draws it. */
let ready: (page: Page) => Promise<void> = async () => {}

export function beforeEachPage(bring: (page: Page) => Promise<void>): void {
  ready = bring
}

export type Asked =
  | {readonly kind: 'answer'; readonly answer: PageAnswer}
  | {readonly kind: 'unreachable'}
  /** Something in between answered, a proxy for instance: no data of ours. */
  | {readonly kind: 'strange'; readonly status: number}
  | {readonly kind: 'aborted'}

export async function askForPage(url: string, build: string, signal: AbortSignal | null): Promise<Asked> {
  const address = new URL(url, location.href)
  address.hash = ''
  address.search += `${address.search ? '&' : '?'}${dataKey}=${build}`
  return send(address.href, {headers: {accept: pageMediaType}, signal})
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
    if (!response.headers.get('content-type')?.startsWith(pageMediaType))
      return {kind: 'strange', status: response.status}
    const answer = (await response.json()) as PageAnswer
    const page = 'redirect' in answer ? answer.page : answer
    if (page) await ready(page)
    return {kind: 'answer', answer}
  } catch (error) {
    if (signal?.aborted) return {kind: 'aborted'}
    return error instanceof SyntaxError ? {kind: 'strange', status: 0} : {kind: 'unreachable'}
  }
}
