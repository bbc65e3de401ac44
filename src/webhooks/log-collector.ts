/**
 * Where the audit log is sent beside the database: lines of JSON, to standard output or to the address of a log
 * collector. The environment says where, because it is a matter of the machine and may need a secret.
 */
import type {Collector} from '../engine/audit/audit-chain.ts'
import {send} from './send.ts'

export interface CollectorOptions {
  readonly to: 'stdout' | URL
  /** The `Authorization` of requests, such as `Bearer …`. Never printed. */
  readonly authorization: string | null
}

/** A setting that is wrong, in words for the operator. */
export class WrongCollector extends Error {}

/** Null if the log is only kept in the database. */
export function readCollector(to: string | undefined, authorization: string | undefined): CollectorOptions | null {
  if (to === undefined) {
    if (authorization === undefined) return null
    throw new WrongCollector('NONET_AUDIT_AUTHORIZATION needs the address of a log collector: --audit-to https://…')
  }
  if (authorization !== undefined && !/^[\x20-\x7e]+$/.test(authorization))
    throw new WrongCollector('NONET_AUDIT_AUTHORIZATION must be one line, such as Bearer and a token.')
  if (to === 'stdout') return {to, authorization: null}
  const url = URL.canParse(to) ? new URL(to) : null
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash)
    return {to: url, authorization: authorization ?? null}
  // The address may contain a token.
  throw new WrongCollector(
    '--audit-to must be stdout or an address such as https://logs.example.com/audit. Its credentials belong into NONET_AUDIT_AUTHORIZATION.',
  )
}

/** Milliseconds for one request. */
const patience = 15_000

/** `print`: writes to standard output. */
export function collectorOf({to, authorization}: CollectorOptions, print: (text: string) => void): Collector {
  if (to === 'stdout') return async lines => print(lines)
  const headers = {
    'content-type': 'application/x-ndjson; charset=utf-8',
    ...(authorization === null ? {} : {authorization}),
  }
  return async lines => {
    const request = {method: 'POST', url: to, headers, body: lines, reads: false}
    // The operator names the address: it may be inside their network.
    const {status} = await send(request, {isPrivate: () => true, patience, largest: 0})
    if (status < 200 || status > 299) throw new Error(`The log collector at ${to.host} has answered ${status}.`)
  }
}
