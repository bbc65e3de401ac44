/** Listens, and stops gently: requests in flight are finished, new ones are not taken. */
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http'
import {Answer} from './answer.ts'
import type {App} from './app.ts'
import {incomingOf} from './incoming.ts'
import {send} from './send.ts'

export interface ListenOptions {
  readonly port: number
  readonly host: string
}

/** The address cannot be had: one clear line for whoever started it. */
export class CannotListen extends Error {}

export interface Listening {
  readonly url: string
  readonly stop: (patience: number) => Promise<void>
}

export function listen(app: Pick<App, 'answer'>, {port, host}: ListenOptions): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer({requestTimeout: 60_000, headersTimeout: 20_000}, (message, outgoing) => {
      answer(app, message, outgoing).catch(() => outgoing.destroy())
    })
    server.on('error', error => reject(explained(error, port, host)))
    server.listen(port, host, () => {
      const info = server.address()
      if (info === null || typeof info === 'string') throw new Error('a server on a port has an address')
      const name =
        info.family === 'IPv6' ? `[${host === '::' ? '::1' : info.address}]` : host === '0.0.0.0' ? '127.0.0.1' : host
      resolve({url: `http://${name}:${info.port}`, stop: patience => stop(server, patience)})
    })
  })
}

async function answer(app: Pick<App, 'answer'>, message: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = incomingOf(message)
  const nowhere = new Answer('bad request\n', {status: 400, headers: {'content-type': 'text/plain; charset=utf-8'}})
  await send(request ? await app.answer(request, {incoming: message}) : nowhere, message, outgoing)
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new CannotListen(`Port ${port} is in use already. Choose another with --port.`)
  if (error.code === 'EACCES')
    return new CannotListen(`Port ${port} may not be used: permission denied. Choose one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new CannotListen(`${host} is no address of this machine.`)
  return error
}

async function stop(server: Server, patience: number): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearTimeout(timer)
}
