/** Sends requests over a few keep-alive connections, as fast as they are answered or at a given rate. */
import {Agent, request as send} from 'node:http'

export interface Ask {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly bytes: number
  readonly text: string
  /** The ETag, for conditional requests. */
  readonly tag: string | null
}

export interface Load {
  readonly answers: number
  readonly seconds: number
  /** Milliseconds from the scheduled time of each request to its response. */
  readonly waits: readonly number[]
}

/** Several requests that form one unit of work, in sequence: an action and the client's next request. */
export type Unit = readonly Ask[]

const connections = 8

export class Client {
  #agent = new Agent({keepAlive: true, maxSockets: 64})

  ask({method, url, headers, body}: Ask, keep = false): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : {'content-length': String(Buffer.byteLength(body))}
      const sent = send(
        url,
        {method, headers: {...headers, ...length}, agent: keep ? false : this.#agent},
        response => {
          const chunks: Buffer[] = []
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (keep) chunks.push(chunk)
          })
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              bytes,
              text: Buffer.concat(chunks).toString(),
              tag: response.headers.etag ?? null,
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  async #do(unit: Unit): Promise<void> {
    for (const ask of unit) {
      const {status} = await this.ask(ask)
      if (status !== 200 && status !== 304) throw new Error(`${ask.method} ${ask.url} answered ${status}`)
    }
  }

  /** Servers close connections that were idle for some seconds while others had their turn. */
  #reconnect(): void {
    this.#agent.destroy()
    this.#agent = new Agent({keepAlive: true, maxSockets: 64})
  }

  /** As fast as they are answered. */
  async flood(next: () => Unit, milliseconds: number): Promise<Load> {
    this.#reconnect()
    const began = performance.now()
    const waits: number[] = []
    const work = async () => {
      while (performance.now() - began < milliseconds) {
        const sent = performance.now()
        await this.#do(next())
        waits.push(performance.now() - sent)
      }
    }
    await Promise.all(Array.from({length: connections}, work))
    return {answers: waits.length, seconds: (performance.now() - began) / 1000, waits}
  }

  /** At a fixed rate, whether the server keeps up or not, so that queueing counts. */
  async steady(next: () => Unit, {milliseconds, rate}: {milliseconds: number; rate: number}): Promise<Load> {
    this.#reconnect()
    const began = performance.now()
    const waits: number[] = []
    const flying: Promise<void>[] = []
    const total = Math.max(1, Math.floor((milliseconds / 1000) * rate))
    for (let at = 0; at < total; at++) {
      const due = began + (at / rate) * 1000
      const early = due - performance.now()
      if (early > 1) await new Promise(resolve => setTimeout(resolve, early))
      flying.push(this.#do(next()).then(() => void waits.push(performance.now() - due)))
    }
    await Promise.all(flying)
    return {answers: waits.length, seconds: (performance.now() - began) / 1000, waits}
  }

  close(): void {
    this.#agent.destroy()
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
