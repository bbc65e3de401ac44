/** The hosts that outgoing calls may be made to. */

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const name = `\\*\\.${label}(?:\\.${label})+|${label}(?:\\.${label})*|\\[[0-9a-f:]+\\]`
const pattern = new RegExp(`^(${name})(?::(\\d{1,5}|\\*))?$`, 'i')

/** `hooks.example.com`, `*.example.com`, `erp.example.com:8443`, `erp.example.com:*`; a star in front takes the place of one or more names. */
export const isHostPattern = (text: string): boolean => pattern.test(text)

/** Whether one of the hosts is that of an address; a port other than the usual one has to be named. */
export function isNamedHost(hosts: readonly string[], {hostname, port}: Pick<URL, 'hostname' | 'port'>): boolean {
  return hosts.some(each => {
    const [, named = '', portNamed = ''] = pattern.exec(each) ?? []
    const fits = named.startsWith('*.') ? hostname.endsWith(named.slice(1)) : hostname === named
    return fits && (portNamed === '*' || portNamed === port)
  })
}
