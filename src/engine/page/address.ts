/** Addresses with an additional query parameter. */

/** The list at an address as a file. */
export const exportQuery = '_export=csv'

/** Whether an address asks for a list as a file. */
export function asksForExport(query: URLSearchParams): boolean {
  return query.get('_export') === 'csv'
}

/** The list itself. */
export function withoutExport(address: string): string {
  const at = address.indexOf('?')
  const path = at < 0 ? address : address.slice(0, at)
  const kept =
    at < 0
      ? []
      : address
          .slice(at + 1)
          .split('&')
          .filter(part => part !== exportQuery)
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path
}

/** `query` must already be encoded: `_export=csv`. */
export function withQuery(address: string, query: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
