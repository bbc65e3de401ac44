/** Addresses of screens, by their names: a build gives own code the function for its document. */

export interface OwnAddress {
  /** `/floors/:building`; the parameters are values. */
  readonly path: string
  /** The values of the query, in the order of the document, with the default of those that have a constant one. */
  readonly query?: readonly (readonly [name: string, fallback: string | null])[]
}

export type OwnAddresses = Readonly<Record<string, OwnAddress>>

export type GivenValue = string | number | boolean | {readonly id: string} | null | undefined

/** Values in the order of the document, without those that are their defaults. A record is written as its id. */
export function hrefsOf(addresses: OwnAddresses) {
  return (screen: string, values: Readonly<Record<string, GivenValue>> = {}): string => {
    const address = Object.hasOwn(addresses, screen) ? addresses[screen] : undefined
    if (!address) throw new Error(`The document has no screen ${JSON.stringify(screen)}.`)
    const textOf = (name: string) => (Object.hasOwn(values, name) ? addressText(values[name]) : null)
    const path = address.path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
      const text = textOf(name)
      if (text === null || text === '') throw new Error(`The address of ${screen} needs ${name}.`)
      return encodeURIComponent(text)
    })
    const query = new URLSearchParams()
    for (const [name, fallback] of address.query ?? []) {
      const text = textOf(name)
      if (text !== null && text !== fallback) query.set(name, text)
    }
    return query.size === 0 ? path : `${path}?${query}`
  }
}

/** As an address has it. */
export function addressText(value: GivenValue): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? value.id : String(value)
}
