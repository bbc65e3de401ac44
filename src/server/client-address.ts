/** The network address by which requests and attempts are counted: an IPv4 address, or the /64 that one IPv6 customer has. */
import {isIPv4, isIPv6} from 'node:net'

export function addressKey(address: string | null): string {
  const text = (address ?? '').split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (isIPv4(text)) return text
  return isIPv6(text) ? `${firstGroups(text).join(':')}::/64` : 'unknown'
}

function firstGroups(text: string): string[] {
  const [before = '', after] = text.split('::')
  const head = groupsOf(before)
  const tail = after === undefined ? [] : groupsOf(after)
  const missing = Math.max(0, 8 - head.length - tail.length)
  const all = after === undefined ? head : [...head, ...Array.from({length: missing}, () => '0'), ...tail]
  return all.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
}

/** An IPv4 address at the end is two groups. */
function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap(group => (group.includes('.') ? ['0', '0'] : [group]))
}

/**
 * The sender of a request chooses what `X-Forwarded-For` says; only its last entry comes from the proxy in front, and only where
 * there is one.
 */
export function clientAddress(peer: string | null, forwarded: string | null, trustProxy: boolean): string | null {
  if (!trustProxy || forwarded === null) return peer
  const last = forwarded.split(',').at(-1)?.trim() ?? ''
  const bare = /^\[(.+)\](?::\d+)?$/.exec(last)?.[1] ?? last.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return isIPv4(bare) || isIPv6(bare) ? bare : peer
}
