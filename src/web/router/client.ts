/** Requests to the server: a page's data or an action. Every outcome is one of four results. */

import type {Problem} from '../../engine/page/common.ts'
import {
  dataKey,
  type FallbackData,
  type Page,
  type PageAnswer,
  pageMediaType,
  partsHeader,
} from '../../engine/page/frame.ts'
import type {PageMessages} from '../../messages/index.ts'

export type PageResult =
  | {readonly kind: 'answer'; readonly answer: PageAnswer}
  | {readonly kind: 'unreachable'}
  /** Something else answered, such as a proxy. */
  | {readonly kind: 'unexpected'; readonly status: number}
  | {readonly kind: 'aborted'}

/** The loaded page; null for a failed request or a redirect. */
export function pageIn(result: PageResult): Page | null {
  return result.kind === 'answer' && !('redirect' in result.answer) ? result.answer : null
}

/** The refusals of a page; the message of an error page. */
export function problemsOfPage({data, status}: Page): readonly Problem[] {
  if ('panel' in data && data.panel) return data.panel.data.problems
  // The form of an action of own code has its own.
  if ('component' in data && 'actions' in data)
    return [...Object.values(data.actions).flatMap(({refused}) => refused?.problems ?? []), ...data.problems]
  if ('problems' in data) return data.problems
  return isError(status) && 'message' in data ? [{field: null, message: data.message}] : []
}

/** A page of ours that the server did not send has the status 0. */
const isError = (status: number): boolean => status >= 400 || status === 0

interface FetchOptions {
  readonly signal?: AbortSignal | null
  /** No one has asked to see it yet, so nothing counts as read. */
  readonly inAdvance?: boolean
}

/** `shown`: the page whose parts need not be sent again. */
export async function fetchPage(
  url: string,
  build: string,
  shown: Page,
  {signal = null, inAdvance = false}: FetchOptions = {},
): Promise<PageResult> {
  const address = new URL(url, location.href)
  address.hash = ''
  address.search += `${address.search ? '&' : '?'}${dataKey}=${build}`
  const headers = {
    ...headersFor(shown),
    ...(inAdvance ? {purpose: 'prefetch'} : {}),
  }
  return resultOf(() => send(address.href, {headers, signal}), shown, signal)
}

/** Gets the upload progress in percent. */
type OnProgress = (percent: number) => void

export async function postAction(
  url: string,
  form: FormData,
  shown: Page,
  {signal = null, onProgress}: {signal?: AbortSignal | null; onProgress?: OnProgress | undefined} = {},
): Promise<PageResult> {
  const files = [...form.values()].filter(value => typeof value !== 'string')
  if (files.some(file => file.size > 0)) return resultOf(() => sendFiles(url, form, onProgress), shown)
  const body = files.length > 0 ? form : new URLSearchParams([...form].map(([name, value]) => [name, String(value)]))
  return resultOf(() => send(url, {method: 'POST', headers: headersFor(shown), body, signal}), shown, signal)
}

function send(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, {...init, credentials: 'same-origin', redirect: 'manual', cache: 'no-store'})
}

/** `fetch` cannot report the progress of an upload. */
function sendFiles(url: string, form: FormData, onProgress: OnProgress | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('accept', pageMediaType)
    request.upload.onprogress = event => event.lengthComputable && onProgress?.((100 * event.loaded) / event.total)
    request.onerror = () => reject(new TypeError('The files could not be sent.'))
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? ''
      resolve(new Response(request.responseText, {status: request.status, headers: {'content-type': type}}))
    }
    request.send(form)
  })
}

const headersFor = ({parts = {}}: Page): Record<string, string> => ({
  accept: pageMediaType,
  [partsHeader]: Object.entries(parts)
    .map(part => part.join('.'))
    .join(' '),
})

/** Adds the parts that the server has left out, because the page shown has them. */
function complete(page: Page, shown: Page): void {
  for (const part in page.parts)
    if (part === 'shell') Object.assign(page, {shell: page.shell ?? shown.shell})
    else if (!(part in page.data)) Object.assign(page.data, {[part]: Reflect.get(shown.data, part)})
}

async function resultOf(
  request: () => Promise<Response>,
  shown: Page,
  signal: AbortSignal | null = null,
): Promise<PageResult> {
  try {
    const response = await request()
    if (!response.headers.get('content-type')?.startsWith(pageMediaType))
      return {kind: 'unexpected', status: response.status}
    const answer = (await response.json()) as PageAnswer
    const page = 'redirect' in answer ? answer.page : answer
    if (page) complete(page, shown)
    return {kind: 'answer', answer}
  } catch (error) {
    if (signal?.aborted) return {kind: 'aborted'}
    return error instanceof SyntaxError ? {kind: 'unexpected', status: 0} : {kind: 'unreachable'}
  }
}

/* The page shown if no usable response came: the server could not be reached, or something else answered. */

export type NetworkError = Exclude<PageResult['kind'], 'answer' | 'aborted'>

/** In the shell of the last page, at the current address. */
export function networkErrorPage(last: Page, error: NetworkError, {failures}: PageMessages): Page {
  const {build, shell} = last
  const heading = error === 'unreachable' ? failures.unreachable : failures.failure
  const message = error === 'unexpected' ? failures.strange : failures.unreachableWhy
  const data: FallbackData = {heading, message, reference: null, retry: true, links: []}
  const url = location.pathname + location.search
  return {build, shell, status: 0, url, title: heading, screen: 'failure', data}
}

/* One full load if the server has a newer build, never a second one for the same build. */

const key = 'nonet-build'

/** Whether the page may be loaded in full because of that build; remembers that it was. */
export function mayReloadFor(build: string): boolean {
  try {
    if (sessionStorage.getItem(key) === build) return false
    sessionStorage.setItem(key, build)
    return true
  } catch {
    // Without storage the reload could repeat forever, so the page is not reloaded.
    return false
  }
}

/**
 * Pages with another layout have another build (`3f2a.Public`). What was loaded in full for that of another document does not keep this one from
 * leaving its own.
 */
export function forgetOtherLayout(build: string): void {
  const layoutOf = (text: string) => text.split('.')[1]
  try {
    const last = sessionStorage.getItem(key)
    if (last !== null && layoutOf(last) !== layoutOf(build)) sessionStorage.removeItem(key)
  } catch {
    // Nothing is remembered either.
  }
}
