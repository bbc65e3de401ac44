/** Addresses with an additional query parameter. */

/** `query` must already be encoded: `_export=csv`. */
export function withQuery(address: string, query: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
