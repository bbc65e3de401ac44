/** Parses and validates the address of a request before anything else reads it: one spelling per path, or an error. */

import {longestAddress} from '../points/limits/settings.ts'
import {dataKey} from './page/frame.ts'

export type ParsedAddress =
  | {readonly kind: 'ok'; readonly address: Address}
  | {readonly kind: 'moved'; readonly to: string; readonly data: boolean}
  | {readonly kind: 'malformed'; readonly data: boolean}

export interface Address {
  readonly path: string
  readonly query: URLSearchParams
  readonly url: string
  /** The reserved key is present: the page's data is requested, if the header confirms it. */
  readonly data: boolean
}

/** Encoded dots, slashes, backslashes and control characters are ambiguous. */
const ambiguous = /%(?:2e|2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const forbidden = /[\\\u0000-\u0020\u007f]|\/\/|\/\.{1,2}(?:\/|$)/

export function parseAddress(target: string): ParsedAddress {
  const [path = '', search = ''] = splitOnce(target.split('#')[0] ?? '', '?')
  const pairs = search.split('&').filter(pair => pair !== '')
  const kept = pairs.filter(pair => !isReserved(pair))
  const data = kept.length < pairs.length
  if (target.length > longestAddress || !wellFormed(path, search)) return {kind: 'malformed', data}
  const query = kept.length > 0 ? `?${kept.join('&')}` : ''
  if (path !== '/' && path.endsWith('/')) return {kind: 'moved', to: `${path.slice(0, -1)}${query}`, data}
  return {kind: 'ok', address: {path, query: new URLSearchParams(query), url: `${path}${query}`, data}}
}

function wellFormed(path: string, search: string): boolean {
  if (!path.startsWith('/') || forbidden.test(path) || ambiguous.test(path)) return false
  return decodes(path) && decodes(search)
}

function decodes(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function isReserved(pair: string): boolean {
  return pair === dataKey || pair.startsWith(`${dataKey}=`)
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

/** Valid redirect targets: paths of this application, nothing a browser could read as another host. */
export function isOwnPath(to: string): boolean {
  const path = to.split(/[?#]/)[0] ?? ''
  return to.length <= longestAddress && path.startsWith('/') && !forbidden.test(path) && !/[\r\n]/.test(to)
}
