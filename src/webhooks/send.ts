/**
 * Sends one request, within limits of time and size, and never to an address that is not public, unless the operator allows its host. The address that is checked is the one
 * that is connected to, so that a name cannot lead elsewhere the second time it is asked for. Redirects are not followed.
 */
import {type LookupAddress, lookup} from 'node:dns'
import {request as requestPlainly} from 'node:http'
import {request as requestEncrypted} from 'node:https'
import {isIP, type LookupFunction} from 'node:net'
import {isPublicAddress} from './public-address.ts'

export interface OutgoingRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Whether the content of the answer is needed; else its status is enough. */
  readonly reads: boolean
}

export interface SendLimits {
  /** Whether the operator allows addresses of its own network for this host, and unencrypted connections to it. */
  readonly isPrivate: (host: string) => boolean
  /** Milliseconds from the beginning to the end. */
  readonly patience: number
  /** Bytes of an answer. */
  readonly largest: number
}

export interface OutgoingAnswer {
  readonly status: number
  readonly retryAfter: string | null
  /** Null: it was too large. Empty where it was not needed. */
  readonly content: string | null
}

/** It was not sent, because it may not be. */
export class NotAllowed extends Error {}

export async function send(request: OutgoingRequest, limits: SendLimits): Promise<OutgoingAnswer> {
  const {url, method, headers, body, reads} = request
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const anywhere = limits.isPrivate(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && anywhere))
    throw new NotAllowed(`${url.hostname} is called over https, unless the operator allows it otherwise.`)
  if (!anywhere && isIP(host) !== 0 && !isPublicAddress(host)) throw new NotAllowed(notPublic(host))
  const start = url.protocol === 'https:' ? requestEncrypted : requestPlainly
  const signal = AbortSignal.timeout(limits.patience)
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(signal.aborted ? new Error(`No answer after ${limits.patience / 1000} seconds.`) : cause)
    const sent = start(
      url,
      {method, headers, signal, agent: false, lookup: anywhere ? lookup : publicLookup},
      response => {
        const status = response.statusCode ?? 0
        const retryAfter = response.headers['retry-after'] ?? null
        const end = (content: string | null) => {
          resolve({status, retryAfter, content})
          response.destroy()
        }
        if (!reads || status < 200 || status > 299) return end('')
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > limits.largest) end(null)
          else chunks.push(chunk)
        })
        response.on('end', () => end(Buffer.concat(chunks).toString('utf8')))
        response.on('error', fail)
      },
    )
    sent.on('error', fail)
    sent.end(body ?? undefined)
  })
}

const notPublic = (host: string): string =>
  `${host} is not a public address. An operator can allow it with --private-hosts.`

/** As the system resolves names, without what is not public. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, {...options, all: true}, (error, found: readonly LookupAddress[]) => {
    const [first, ...others] = error ? [] : found.filter(({address}) => isPublicAddress(address))
    if (error || !first) done(error ?? new NotAllowed(notPublic(hostname)), '', 0)
    else if (options.all) done(null, [first, ...others])
    else done(null, first.address, first.family)
  })
}
