/** A receiver of outgoing calls: a real HTTP server that responds, fails, hangs or disconnects as the test requires. */
import {createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse} from 'node:http'
import {onTestFinished} from 'vitest'

export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answer = (response: ServerResponse, call: ReceivedCall) => void

export const accept: Answer = response => response.writeHead(204).end()

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  response =>
    response.writeHead(code, headers).end(body)

export const answerJson = (json: unknown): Answer =>
  status(200, {'content-type': 'application/json'}, JSON.stringify(json))

/** Never responds. */
export const hang: Answer = () => {}

/** Closes the connection in the middle of the response. */
export const breakOff: Answer = response => {
  response.writeHead(200, {'content-type': 'application/json', 'content-length': '1000'})
  response.write('{"id": ', () => response.destroy())
}

export const reset: Answer = response => response.destroy()

export class Receiver {
  readonly received: ReceivedCall[] = []
  answer: Answer = accept
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async listen(): Promise<this> {
    await new Promise<void>(done => this.#server.listen(0, '127.0.0.1', done))
    return this
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(done => this.#server.close(done))
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    const {method = '', url = '', headers} = request
    const call = {method, path: url, headers, body: Buffer.concat(chunks).toString('utf8')}
    this.received.push(call)
    this.answer(response, call)
  }
}

export async function receiver(): Promise<Receiver> {
  const made = await new Receiver().listen()
  onTestFinished(() => made.close())
  return made
}
