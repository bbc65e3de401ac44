/**
 * Sends one request, within limits of time and size, and never to a private address, unless the operator allows its
 * host. The connection uses the checked address, so that a name cannot resolve to another one the second time.
 * Redirects are not followed.
 */

import {createHmac} from 'node:crypto'
import {type LookupAddress, lookup} from 'node:dns'
import {type IncomingHttpHeaders, request as requestPlainly} from 'node:http'
import {request as requestEncrypted} from 'node:https'
import {BlockList, isIP, type LookupFunction} from 'node:net'

/*
 * Public internet addresses. All others are this machine, a private network, or reserved: a call could reach services
 * that only internal machines may reach.
 */

const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')

/** The globally routable part of IPv6, without ranges that are reserved or map to IPv4 addresses. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !reserved.check(address, 'ipv4')
  return isIP(address) === 6 && given.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/* Signatures of the Standard Webhooks specification: HMAC with SHA-256 over id, time and body. */

/** Several secrets, separated by spaces, each add a signature, so that a receiver can rotate its secret. */
export function signaturesOf(
  secrets: string,
  {id, timestamp, body}: {readonly id: string; readonly timestamp: number; readonly body: string},
): string | null {
  const keys = keysIn(secrets)
  const signature = (key: Buffer) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return keys === null ? null : keys.map(key => `v1,${signature(key)}`).join(' ')
}

/** `whsec_` and 24 to 64 random bytes in base64; the prefix may be missing. */
export const isSigningSecret = (text: string): boolean => keysIn(text) !== null

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

function keysIn(secrets: string): readonly Buffer[] | null {
  const keys = secrets
    .trim()
    .split(/\s+/)
    .map(secret => secret.replace(/^whsec_/, ''))
    .map(text => (base64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)))
  return keys.every(({length}) => length >= 24 && length <= 64) ? keys : null
}

interface OutgoingRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** Whether the content of the response is needed, also of a failure; otherwise its status suffices. */
  readonly reads: boolean | 'failures too'
}

export interface SendLimits {
  /** Whether the operator allows private addresses and unencrypted connections for this host. */
  readonly isPrivate: (host: string) => boolean
  /** Milliseconds for the whole request. */
  readonly patience: number
  /** The maximum size of a response, in bytes. */
  readonly largest: number
}

export interface OutgoingAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly headers: IncomingHttpHeaders
  /** Null if it was too large. Empty if it was not needed. */
  readonly content: Buffer | null
}

/** It was not sent, because it is not allowed. */
class NotAllowed extends Error {}

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
        const end = (content: Buffer | null) => {
          resolve({status, retryAfter, headers: response.headers, content})
          response.destroy()
        }
        if (!reads || (reads === true && (status < 200 || status > 299))) return end(Buffer.alloc(0))
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > limits.largest) end(null)
          else chunks.push(chunk)
        })
        response.on('end', () => end(Buffer.concat(chunks)))
        response.on('error', fail)
      },
    )
    sent.on('error', fail)
    sent.end(body ?? undefined)
  })
}

const notPublic = (host: string): string =>
  `${host} is not a public address. An operator can allow it with --private-hosts.`

/** Resolves names like the system, and drops private addresses. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, {...options, all: true}, (error, found: readonly LookupAddress[]) => {
    const [first, ...others] = error ? [] : found.filter(({address}) => isPublicAddress(address))
    if (error || !first) done(error ?? new NotAllowed(notPublic(hostname)), '', 0)
    else if (options.all) done(null, [first, ...others])
    else done(null, first.address, first.family)
  })
}
