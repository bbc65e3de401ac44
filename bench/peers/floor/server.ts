/** The floor: `node:http`, the same queries, string templates. Nothing here could be left out. */
import {readFileSync} from 'node:fs'
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {join} from 'node:path'
import {askedIn, listRequests} from '../data/list.ts'
import {findRequest} from '../data/record.ts'
import {reject} from '../data/reject.ts'
import {tokenIn, type Viewer, viewerOf} from '../data/viewer.ts'
import {listPage, recordPage, shell} from './html.ts'

const style = readFileSync(join(import.meta.dirname, '../style.css'))

createServer((request, response) => {
  answer(request, response).catch(error => {
    console.error(error)
    send(response, 500, 'text/plain', 'failed')
  })
}).listen(Number(process.env['PORT']), '127.0.0.1')

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  if (path === '/style.css') return send(response, 200, 'text/css', style)
  const viewer = viewerOf(tokenIn(request.headers.cookie))
  if (!viewer) return send(response, 401, 'text/plain', 'sign in')
  const data = request.headers.accept === 'application/json'
  if (path === '/requests') return showList(response, {viewer, query, data})
  const number = Number(/^\/requests\/(\d+)$/.exec(path)?.[1])
  if (request.method === 'POST') return act(request, response, {viewer, number})
  return showRecord(response, {viewer, number, data})
}

function showList(
  response: ServerResponse,
  {viewer, query, data}: {viewer: Viewer; query: string; data: boolean},
): void {
  const listed = listRequests(viewer, askedIn(new URLSearchParams(query)))
  if (data) return send(response, 200, 'application/json', JSON.stringify({viewer, listed}))
  send(response, 200, 'text/html; charset=utf-8', shell(viewer, '/requests', 'All requests', listPage(listed)))
}

function showRecord(
  response: ServerResponse,
  {viewer, number, data}: {viewer: Viewer; number: number; data: boolean},
): void {
  const page = findRequest(viewer, number)
  if (!page) return send(response, 404, 'text/plain', 'nothing here')
  if (data) return send(response, 200, 'application/json', JSON.stringify({viewer, page}))
  send(response, 200, 'text/html; charset=utf-8', shell(viewer, '', page.heading, recordPage(page, null)))
}

async function act(
  request: IncomingMessage,
  response: ServerResponse,
  {viewer, number}: {viewer: Viewer; number: number},
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  const outcome = reject(viewer, {number, version: Number(form.get('version')), answer: form.get('answer') ?? ''})
  if (outcome.ok) return showRecord(response, {viewer, number, data: true})
  send(response, outcome.status, 'application/json', JSON.stringify({problem: outcome.problem}))
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(status, {'content-type': type, 'content-length': bytes.length, 'cache-control': 'private, no-store'})
  response.end(bytes)
}
