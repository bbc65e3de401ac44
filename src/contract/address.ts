/** Addresses with one thing more in their query. */

/** `query` is encoded already: `_export=csv`. */
export function withQuery(address: string, query: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
