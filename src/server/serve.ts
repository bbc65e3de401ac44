/** Listens, and stops gently: requests in flight are finished, new ones are not taken. */
import type {Server} from 'node:http'
import {serve as listenWith} from '@hono/node-server'

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

/** Whatever answers requests, with the environment it wants from the server. */
export type Answering = Pick<Parameters<typeof listenWith>[0], 'fetch'>

export function listen(app: Answering, {port, host}: ListenOptions): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = listenWith({fetch: app.fetch, port, hostname: host}, info => {
      const name =
        info.family === 'IPv6' ? `[${host === '::' ? '::1' : info.address}]` : host === '0.0.0.0' ? '127.0.0.1' : host
      resolve({url: `http://${name}:${info.port}`, stop: patience => stop(server as Server, patience)})
    }) as Server
    server.requestTimeout = 60_000
    server.headersTimeout = 20_000
    server.on('error', error => reject(explained(error, port, host)))
  })
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
